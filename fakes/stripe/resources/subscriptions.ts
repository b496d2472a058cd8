import type Stripe from 'stripe';
import { z } from 'zod';
import { redeem } from '../billing/discounts.ts';
import {
  cancellationDetails,
  changeSubscription,
  endOf,
  endOfPeriodCancellation,
  endSubscription,
  expireIncomplete,
  itemOf,
  startSubscription,
} from '../billing/subscriptions.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import {
  clearable,
  flag,
  integer,
  listParams,
  mergeMetadata,
  metadata,
  text,
  timestamp,
  withoutUndefined,
} from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { idOf } from '../state/store.ts';
import { addMonths } from '../state/time.ts';
import type { World } from '../world.ts';
import { price } from './catalogue.ts';
import { customer, isAttached } from './customers.ts';

const discountRequest = z.strictObject({ promotion_code: text.optional(), coupon: text.optional() });
const keptDiscount = z.strictObject({ discount: text });
const item = z.strictObject({ price: text, quantity: integer.refine((value) => value >= 1, 'integer').optional() });
const newSubscription = z.strictObject({
  customer: text,
  items: z.array(item).length(1),
  default_payment_method: text.optional(),
  // The other behaviours charge at once, which the shop never asks for.
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z
    .strictObject({
      payment_method_types: z.array(z.literal('card')).optional(),
      save_default_payment_method: z.enum(['on_subscription', 'off']).optional(),
    })
    .optional(),
  discounts: z.array(discountRequest).max(1).optional(),
  cancel_at_period_end: flag.optional(),
  metadata,
});
const cancellation = z.strictObject({
  comment: clearable(text).optional(),
  feedback: clearable(
    z.enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ]),
  ).optional(),
});
const subscriptionChange = z.strictObject({
  cancel_at: clearable(timestamp).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellation.optional(),
  default_payment_method: text.optional(),
  discounts: clearable(z.array(z.union([keptDiscount, discountRequest])).max(20)).optional(),
  metadata,
  pause_collection: clearable(
    z.strictObject({
      behavior: z.enum(['void', 'keep_as_draft', 'mark_uncollectible']),
      resumes_at: timestamp.optional(),
    }),
  ).optional(),
  proration_behavior: z.enum(['none', 'create_prorations']).optional(),
});
const subscriptionList = z.strictObject({
  ...listParams,
  customer: text.optional(),
  price: text.optional(),
  test_clock: text.optional(),
  status: z.enum(['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'all', 'ended']).optional(),
});

export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', newSubscription, ({ world, params }) => create(world, params)),
  route('GET', '/v1/subscriptions', subscriptionList, ({ world, params }) => {
    const rows =
      params.customer === undefined
        ? world.db.subscriptions.newestFirst()
        : world.db.subscriptions.where('customer', params.customer).reverse();
    return page(
      rows.filter((row) => isWanted(row, params)),
      world.db.subscriptions,
      params,
      '/v1/subscriptions',
    );
  }),
  route('GET', '/v1/subscriptions/:id', z.strictObject({}), ({ world, id }) => subscription(world, id)),
  route('POST', '/v1/subscriptions/:id', subscriptionChange, ({ world, params, id }) =>
    change(world, subscription(world, id), params),
  ),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    z.strictObject({
      // The sandbox makes no prorations.
      invoice_now: z.literal('false').optional(),
      prorate: z.literal('false').optional(),
      cancellation_details: cancellation.optional(),
    }),
    ({ world, params, id }) => cancel(world, subscription(world, id), params.cancellation_details),
  ),
];

function subscription(world: World, id: string): Stripe.Subscription {
  const found = world.db.subscriptions.get(id);
  if (!found) throw resourceMissing('subscription', id);
  return found;
}

function isWanted(row: Stripe.Subscription, params: z.output<typeof subscriptionList>): boolean {
  const { status, price: priceId, test_clock } = params;
  if (priceId !== undefined && itemOf(row).price.id !== priceId) return false;
  if (test_clock !== undefined && idOf(row.test_clock) !== test_clock) return false;
  const ended = row.ended_at !== null;
  if (status === 'all') return true;
  if (status === undefined) return !ended;
  return status === 'ended' ? ended : row.status === status;
}

function create(world: World, given: z.output<typeof newSubscription>): Stripe.Subscription {
  const buyer = customer(world, given.customer);
  const [ordered] = given.items;
  if (!ordered) throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  const ordered_price = price(world, ordered.price, 'items[0][price]');
  refuseUnsellable(ordered_price);
  const method = given.default_payment_method ?? null;
  if (method !== null) refuseForeignMethod(world, method, buyer.id);
  return startSubscription(world, {
    customer: buyer,
    price: ordered_price,
    quantity: ordered.quantity ?? 1,
    default_payment_method: method,
    savesPaymentMethod: given.payment_settings?.save_default_payment_method === 'on_subscription',
    discounts: given.discounts ?? [],
    cancel_at_period_end: given.cancel_at_period_end ?? false,
    metadata: mergeMetadata({}, given.metadata),
  });
}

function refuseUnsellable({ id, active, recurring }: Stripe.Price): void {
  if (!active) throw invalidRequest(`The price specified is inactive: ${id}.`, { param: 'items[0][price]' });
  if (!recurring) {
    const message =
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.';
    throw invalidRequest(message, { param: 'items[0][price]' });
  }
}

function refuseForeignMethod(world: World, method: string, customerId: string): void {
  if (isAttached(world, method, customerId)) return;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

function change(
  world: World,
  before: Stripe.Subscription,
  given: z.output<typeof subscriptionChange>,
): Stripe.Subscription {
  if (before.ended_at !== null) {
    throw invalidRequest(`A ${before.status} subscription can only update its cancellation_details and metadata.`);
  }
  const owner = idOf(before.customer) ?? '';
  if (given.default_payment_method !== undefined) refuseForeignMethod(world, given.default_payment_method, owner);
  const ending = endingOf(world, before, given);
  const { comment, feedback } = given.cancellation_details ?? {};
  return changeSubscription(world, before, {
    ...ending,
    cancellation_details: {
      ...(ending.cancellation_details ?? before.cancellation_details ?? cancellationDetails(null)),
      ...withoutUndefined({ comment, feedback }),
    },
    ...withoutUndefined({ default_payment_method: given.default_payment_method }),
    ...(given.discounts === undefined ? {} : { discounts: replaceDiscounts(world, before, given.discounts ?? []) }),
    ...(given.pause_collection === undefined ? {} : { pause_collection: pausedBy(given.pause_collection) }),
    metadata: mergeMetadata(before.metadata, given.metadata),
  });
}

function pausedBy(
  given: { behavior: Stripe.Subscription.PauseCollection.Behavior; resumes_at?: number | undefined } | null,
): Stripe.Subscription.PauseCollection | null {
  return given && { behavior: given.behavior, resumes_at: given.resumes_at ?? null };
}

/** Setting one way of ending clears the other (https://docs.stripe.com/billing/subscriptions/cancel). */
function endingOf(
  world: World,
  before: Stripe.Subscription,
  { cancel_at, cancel_at_period_end, proration_behavior }: z.output<typeof subscriptionChange>,
): Partial<Stripe.Subscription> {
  const now = world.now(idOf(before.test_clock));
  if (cancel_at !== undefined && cancel_at !== null) {
    if (cancel_at_period_end) {
      throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
    }
    if (cancel_at <= now) throw invalidRequest('cancel_at must be in the future.', { param: 'cancel_at' });
    if (proration_behavior !== 'none' && !isBoundary(before, cancel_at)) {
      throw invalidRequest("The sandbox makes no prorations: pass proration_behavior 'none'.", { param: 'cancel_at' });
    }
    return { ...endOfPeriodCancellation(false, 0, now), cancel_at, canceled_at: now, cancellation_details: REQUESTED };
  }
  if (cancel_at_period_end !== undefined) return endOfPeriodCancellation(cancel_at_period_end, endOf(before), now);
  return cancel_at === null ? endOfPeriodCancellation(false, 0, now) : {};
}

const REQUESTED = cancellationDetails('cancellation_requested');

function isBoundary({ billing_cycle_anchor: anchor, items }: Stripe.Subscription, moment: number): boolean {
  const step = items.data[0]?.price.recurring?.interval === 'year' ? 12 : 1;
  let boundary = anchor;
  for (let months = step; boundary < moment; months += step) boundary = addMonths(anchor, months);
  return boundary === moment;
}

function replaceDiscounts(
  world: World,
  before: Stripe.Subscription,
  requests: Array<z.output<typeof discountRequest> | z.output<typeof keptDiscount>>,
): string[] {
  const now = world.now(idOf(before.test_clock));
  const customer = idOf(before.customer) ?? '';
  const { price, quantity = 1 } = itemOf(before);
  const redemption = { customer, subscription: before.id, price, quantity, now };
  const kept = before.discounts.map(idOf);
  return requests.map((request) => {
    if (!('discount' in request)) return redeem(world, request, redemption).id;
    if (kept.includes(request.discount)) return request.discount;
    throw resourceMissing('discount', request.discount, 'discounts[0][discount]');
  });
}

function cancel(
  world: World,
  before: Stripe.Subscription,
  details: z.output<typeof cancellation> | undefined,
): Stripe.Subscription {
  if (before.ended_at !== null) throw resourceMissing('subscription', before.id);
  const now = world.now(idOf(before.test_clock));
  // Cancelling before the first payment expires the subscription at once.
  if (before.status === 'incomplete') return expireIncomplete(world, before, now);
  return endSubscription(world, before, now, { ...REQUESTED, ...withoutUndefined(details ?? {}) });
}
