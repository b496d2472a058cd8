import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { Stripe } from 'stripe';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { createPromotion, PromotionReply } from '../../contract/operator/desk.ts';
import { PAGE_SIZE } from '../../contract/operator/paging.ts';
import { addDays, isCalendarDate, newYorkDate, newYorkMidnight } from '../../domain/calendar-date.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { ApiError, notFound, orNotFound } from '../platform/api-error.ts';
import { restrictionsInWords } from '../../domain/promotion.ts';
import { EXPANDED_COUPON, readPromotion } from '../commerce/checkout/promotion-check.ts';
import { discountOf } from '../commerce/payments/discount.ts';
import { askStripe, isRefusal } from '../commerce/payments/stripe-client.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { mayCall } from '../../contract/operator/roles.ts';
import { readPromotionFigures } from './figures/promotion-figures.ts';
import { type OperatorAct, writeOperatorLog } from '../platform/operator-log.ts';
import { operatorLog } from '../platform/schema.ts';

const EXPANDED = [`data.${EXPANDED_COUPON}`];

type NewPromotion = BodyOf<typeof createPromotion>;

export const promotionHandlers = {
  /** Always read from Stripe. Codes that take off a fixed amount are left out (rules/money 9). */
  async listPromotions({ ctx, role, query: { after } }) {
    const page = await askStripe(
      ctx.stripe.promotionCodes.list({
        limit: PAGE_SIZE,
        expand: EXPANDED,
        ...(after !== undefined && { starting_after: after }),
      }),
    ).catch(refusedAs(notFound('place in the list')));
    const bought = mayCall(role, 'listPromotionFigures') ? await boughtWith(ctx) : null;
    return {
      items: page.data.flatMap((promotion) => presentPercentage(promotion, bought) ?? []),
      next: page.has_more ? (page.data.at(-1)?.id ?? null) : null,
    };
  },

  /** Logged before Stripe is called. Requests with equal `key` and terms make only one code. */
  async createPromotion({ ctx, body, act }) {
    const { code } = body;
    const coupon = couponOf(body);
    const expires = expiryOf(body, ctx.clock.now());
    const subject = `promotion:${code}`;
    const entry = { ...act, action: 'promotion_created', subject, subscriptionId: null, detail: { ...body } } as const;
    await writeOperatorLog(ctx.db, entry, ctx.clock.now());
    const terms = termsKeyOf(body);
    const refused = new ApiError('wrong_state', `The provider does not take ${code}: it is in use already, perhaps.`);
    // Searches for the code first, so that no coupon without a code is made.
    const same = await askStripe(ctx.stripe.promotionCodes.list({ code, active: true, limit: 1, expand: EXPANDED }));
    const [found] = same.data;
    if (found !== undefined) {
      if (found.metadata?.['terms'] === terms) return present(found);
      throw refused;
    }
    return present(await createAtStripe(ctx, body, { coupon, expires, terms }).catch(refusedAs(refused)));
  },

  async deactivatePromotion({ ctx, params: { id }, act }) {
    const missing = refusedAs(notFound('promotion code'));
    const found = await askStripe(ctx.stripe.promotionCodes.retrieve(id)).catch(missing);
    if (!found.active) throw endedAlready(found.code);
    await logEnd(ctx, act, found);
    const ended = ctx.stripe.promotionCodes.update(id, { active: false, expand: [EXPANDED_COUPON] });
    return present(await askStripe(ended).catch(missing));
  },
} satisfies Partial<OperatorHandlers>;

/** How long another operator's call to Stripe may still be running. */
const JUST_NOW_MS = 30_000;

/** @throws ApiError wrong_state if another operator just ended the code */
async function logEnd({ db, clock }: CommerceContext, act: OperatorAct, { id, code }: Stripe.PromotionCode) {
  const subject = `promotion:${code}`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`end ${id}`}, 0))`);
    const now = clock.now();
    const { action, createdAt, detail, subject: about } = operatorLog;
    const isSame = and(eq(action, 'promotion_ended'), eq(about, subject), sql`${detail} ->> 'id' = ${id}`);
    const since = new Date(now.getTime() - JUST_NOW_MS);
    if ((await tx.$count(operatorLog, and(isSame, gt(createdAt, since)))) > 0) throw endedAlready(code);
    const entry = { ...act, action: 'promotion_ended', subject, subscriptionId: null, detail: { id } } as const;
    await writeOperatorLog(tx, entry, now);
  });
}

function endedAlready(code: string): ApiError {
  return new ApiError('wrong_state', `${code} was ended already.`);
}

function refusedAs(failure: ApiError) {
  return (error: unknown): never => {
    throw isRefusal(error) || error instanceof Stripe.errors.StripeIdempotencyError ? failure : error;
  };
}

function couponOf({ code, percentOff, duration, months }: NewPromotion): Stripe.CouponCreateParams {
  if ((duration === 'repeating') !== (months !== null)) {
    throw new ApiError('validation_failed', 'For how many months?', {
      months: duration === 'repeating' ? 'For how many months?' : 'Only for a discount of some months.',
    });
  }
  return { name: code, percent_off: percentOff, duration, ...(months !== null && { duration_in_months: months }) };
}

/** In seconds since 1970, at the end of that day in New York. */
function expiryOf({ lastDay }: NewPromotion, now: Date): number | null {
  if (lastDay === null) return null;
  if (!isCalendarDate(lastDay) || lastDay < newYorkDate(now) || lastDay > addDays(newYorkDate(now), 5 * 365)) {
    throw new ApiError('validation_failed', 'Choose another date.', {
      lastDay: 'Today or later, within five years.',
    });
  }
  return newYorkMidnight(addDays(lastDay, 1)).getTime() / 1000;
}

/** An idempotency key. The same form with other terms makes another promotion. */
function termsKeyOf({ key, code, percentOff, duration, months, maxRedemptions, lastDay }: NewPromotion): string {
  const words = JSON.stringify([code, percentOff, duration, months, maxRedemptions, lastDay]);
  return `${key}:${createHash('sha256').update(words).digest('base64url')}`;
}

async function createAtStripe(
  { stripe }: CommerceContext,
  { code, maxRedemptions }: NewPromotion,
  { coupon, expires, terms }: { coupon: Stripe.CouponCreateParams; expires: number | null; terms: string },
): Promise<Stripe.PromotionCode> {
  const made = await askStripe(stripe.coupons.create(coupon, { idempotencyKey: `coupon:${terms}` }));
  return await askStripe(
    stripe.promotionCodes.create(
      {
        promotion: { type: 'coupon', coupon: made.id },
        code,
        metadata: { terms },
        ...(maxRedemptions !== null && { max_redemptions: maxRedemptions }),
        ...(expires !== null && { expires_at: expires }),
        expand: [EXPANDED_COUPON],
      },
      { idempotencyKey: `promotion:${terms}` },
    ),
  );
}

type Bought = NonNullable<PromotionReply['bought']>;

async function boughtWith(ctx: CommerceContext): Promise<ReadonlyMap<string, Bought>> {
  const figures = await readPromotionFigures(ctx);
  return new Map(
    figures.map(({ promotionCodeId, uses, ofThreeMonths, keptPercent, netCents }) => [
      promotionCodeId ?? '',
      { uses, ofThreeMonths, keptPercent, netCents },
    ]),
  );
}

const NOTHING: Bought = { uses: 0, ofThreeMonths: 0, keptPercent: null, netCents: 0 };

function present(promotion: Stripe.PromotionCode): PromotionReply {
  return orNotFound(presentPercentage(promotion, null), 'promotion code');
}

function presentPercentage(
  promotion: Stripe.PromotionCode,
  bought: ReadonlyMap<string, Bought> | null,
): PromotionReply | null {
  const coupon = promotion.promotion.coupon;
  if (coupon === null || typeof coupon === 'string') return null;
  const discount = discountOf(coupon);
  if (discount === null) return null;
  const { id, code, active, times_redeemed: redeemed, max_redemptions: maxRedemptions } = promotion;
  return {
    id,
    code,
    active,
    percentOff: discount.percentOff,
    duration: discount.duration,
    months: discount.duration === 'repeating' ? discount.months : null,
    redeemed,
    maxRedemptions,
    expiresAt: promotion.expires_at === null ? null : new Date(promotion.expires_at * 1000).toISOString(),
    restrictions: [...restrictionsInWords(readPromotion(promotion))],
    createdAt: new Date(promotion.created * 1000).toISOString(),
    bought: bought && (bought.get(id) ?? NOTHING),
  };
}
