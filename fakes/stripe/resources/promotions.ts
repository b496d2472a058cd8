import type Stripe from 'stripe';
import { z } from 'zod';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import {
  currency,
  flag,
  integer,
  listParams,
  mergeMetadata,
  metadata,
  percentage,
  text,
  timestamp,
} from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { newId, randomText } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import { product } from './catalogue.ts';
import { customer } from './customers.ts';

const count = integer.refine((value) => value >= 1, 'integer');
const newCoupon = z.strictObject({
  id: text.optional(),
  name: text.optional(),
  percent_off: percentage.optional(),
  amount_off: count.optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: count.optional(),
  max_redemptions: count.optional(),
  redeem_by: timestamp.optional(),
  applies_to: z.strictObject({ products: z.array(text).min(1) }).optional(),
  metadata,
});
const newPromotionCode = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  code: text.optional(),
  active: flag.optional(),
  expires_at: timestamp.optional(),
  max_redemptions: count.optional(),
  customer: text.optional(),
  restrictions: z
    .strictObject({
      first_time_transaction: flag.optional(),
      minimum_amount: count.optional(),
      minimum_amount_currency: z
        .string()
        .regex(/^[a-z]{3}$/)
        .optional(),
    })
    .optional(),
  metadata,
});
const promotionCodeList = z.strictObject({
  ...listParams,
  code: text.optional(),
  active: flag.optional(),
  coupon: text.optional(),
  customer: text.optional(),
});

export const promotionRoutes: Route[] = [
  route('POST', '/v1/coupons', newCoupon, ({ world, params }) => createCoupon(world, params)),
  route('GET', '/v1/coupons', z.strictObject({ ...listParams }), ({ world, params }) =>
    page(
      world.db.coupons.newestFirst().map((row) => asOfNow(world, row)),
      world.db.coupons,
      params,
      '/v1/coupons',
    ),
  ),
  route('GET', '/v1/coupons/:id', z.strictObject({}), ({ world, id }) => asOfNow(world, coupon(world, id))),
  route('POST', '/v1/promotion_codes', newPromotionCode, ({ world, params }) => createPromotionCode(world, params)),
  route('GET', '/v1/promotion_codes', promotionCodeList, ({ world, params }) => {
    const rows = world.db.promotionCodes
      .newestFirst()
      .map((row) => activeNow(world, row))
      .filter((row) => params.code === undefined || sameCode(row.code, params.code))
      .filter((row) => params.active === undefined || row.active === params.active)
      .filter((row) => params.coupon === undefined || idOf(row.promotion.coupon) === params.coupon)
      .filter((row) => params.customer === undefined || idOf(row.customer) === params.customer);
    return page(rows, world.db.promotionCodes, params, '/v1/promotion_codes');
  }),
  route('GET', '/v1/promotion_codes/:id', z.strictObject({}), ({ world, id }) =>
    activeNow(world, promotionCode(world, id)),
  ),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    z.strictObject({ active: flag.optional(), metadata }),
    ({ world, params, id }) => {
      const before = promotionCode(world, id);
      const after: Stripe.PromotionCode = {
        ...before,
        active: params.active ?? before.active,
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
      };
      world.db.promotionCodes.put(after);
      emit(world, 'promotion_code.updated', after, before);
      return after;
    },
  ),
];

function coupon(world: World, id: string, param = 'id'): Stripe.Coupon {
  const found = world.db.coupons.get(id);
  if (!found) throw resourceMissing('coupon', id, param);
  return found;
}

function promotionCode(world: World, id: string): Stripe.PromotionCode {
  const found = world.db.promotionCodes.get(id);
  if (!found) throw resourceMissing('promotion code', id);
  return found;
}

function asOfNow(world: World, stored: Stripe.Coupon): Stripe.Coupon {
  return { ...stored, valid: stored.valid && (stored.redeem_by === null || stored.redeem_by > world.now()) };
}

function activeNow(world: World, stored: Stripe.PromotionCode): Stripe.PromotionCode {
  const { valid } = asOfNow(world, coupon(world, idOf(stored.promotion.coupon) ?? ''));
  const expired = stored.expires_at !== null && stored.expires_at <= world.now();
  return { ...stored, active: stored.active && valid && !expired };
}

export function createCoupon(world: World, given: z.output<typeof newCoupon>): Stripe.Coupon {
  refuseInconsistent(given);
  const id = given.id ?? randomText(8);
  if (world.db.coupons.get(id)) throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists' });
  const created: Stripe.Coupon = {
    id,
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    created: world.now(),
    currency: given.currency ?? null,
    duration: given.duration ?? 'once',
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  world.db.coupons.put(created);
  if (given.applies_to) {
    const products = given.applies_to.products.map((wanted) => product(world, wanted, 'applies_to[products]').id);
    world.db.couponProducts.put({ id, products });
  }
  emit(world, 'coupon.created', created);
  return created;
}

function refuseInconsistent(given: z.output<typeof newCoupon>): void {
  if ((given.percent_off === undefined) === (given.amount_off === undefined)) {
    throw invalidRequest('You must pass exactly one of amount_off and percent_off.', { param: 'percent_off' });
  }
  if ((given.amount_off === undefined) !== (given.currency === undefined)) {
    throw invalidRequest('You must pass currency with amount_off, and only then.', { param: 'currency' });
  }
  if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined)) {
    const message = 'duration_in_months is required when, and only when, duration is repeating.';
    throw invalidRequest(message, { param: 'duration_in_months' });
  }
}

function createPromotionCode(world: World, given: z.output<typeof newPromotionCode>): Stripe.PromotionCode {
  const target = coupon(world, given.promotion.coupon, 'promotion[coupon]');
  const code = given.code ?? randomText(8).toUpperCase();
  refuseInconsistentCode(target, given);
  const owner = given.customer === undefined ? null : customer(world, given.customer).id;
  const taken = world.db.promotionCodes
    .newestFirst()
    .some((row) => activeNow(world, row).active && sameCode(row.code, code) && sameOwner(idOf(row.customer), owner));
  if (taken) throw invalidRequest('An active promotion code with that code already exists.', { param: 'code' });
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = given.restrictions ?? {};
  const created: Stripe.PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: given.active ?? true,
    code,
    created: world.now(),
    customer: owner,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergeMetadata({}, given.metadata),
    promotion: { coupon: target.id, type: 'coupon' },
    restrictions: {
      first_time_transaction: first_time_transaction ?? false,
      minimum_amount: minimum_amount ?? null,
      minimum_amount_currency: minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  };
  world.db.promotionCodes.put(created);
  emit(world, 'promotion_code.created', created);
  return created;
}

function refuseInconsistentCode(
  { max_redemptions, redeem_by }: Stripe.Coupon,
  { expires_at, max_redemptions: most, restrictions }: z.output<typeof newPromotionCode>,
): void {
  if ((restrictions?.minimum_amount === undefined) !== (restrictions?.minimum_amount_currency === undefined)) {
    const message = 'You must pass minimum_amount_currency with minimum_amount, and only then.';
    throw invalidRequest(message, { param: 'restrictions[minimum_amount_currency]' });
  }
  if (redeem_by !== null && (expires_at ?? 0) > redeem_by) {
    throw invalidRequest("A code cannot expire after its coupon's redeem_by.", { param: 'expires_at' });
  }
  if (max_redemptions !== null && (most ?? 0) > max_redemptions) {
    throw invalidRequest("A code cannot exceed its coupon's max_redemptions.", { param: 'max_redemptions' });
  }
}

function sameOwner(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function sameCode(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}
