import { createHash } from 'node:crypto';
import { Stripe } from 'stripe';
import type { BodyOf, ReplyOf } from '../../../contract/endpoint.ts';
import type {
  createPromotion,
  deactivatePromotion,
  listPromotions,
  PromotionReply,
} from '../../../contract/operator/desk.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { addDays, isCalendarDate, newYorkDate, newYorkMidnight } from '../../../domain/calendar-date.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { discountOf } from '../../commerce/payments/discount.ts';
import { askStripe, isRefusal } from '../../commerce/payments/stripe-client.ts';
import { actOf } from '../paging/act.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/audit-log/operator-log.ts';

const EXPANDED = ['data.promotion.coupon'];

type NewPromotion = BodyOf<typeof createPromotion>;

export async function handleListPromotions({
  ctx,
  query,
}: CommerceCall<typeof listPromotions>): Promise<ReplyOf<typeof listPromotions>> {
  return await readPromotions(ctx, query.after ?? null);
}

/** The provider's list is the truth; codes that take off an amount are none of ours (rules/money 9). */
export async function readPromotions(ctx: CommerceContext, after: string | null) {
  const page = await askStripe(
    ctx.stripe.promotionCodes.list({
      limit: PAGE_SIZE,
      expand: EXPANDED,
      ...(after !== null && { starting_after: after }),
    }),
  ).catch(refusedAs(notFound('place in the list')));
  return {
    items: page.data.flatMap((promotion) => presentPromotion(promotion) ?? []),
    next: page.has_more ? (page.data.at(-1)?.id ?? null) : null,
  };
}

function presentPromotion(promotion: Stripe.PromotionCode): PromotionReply | null {
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
    createdAt: new Date(promotion.created * 1000).toISOString(),
  };
}

export async function handleCreatePromotion({
  ctx,
  user,
  body,
}: CommerceCall<typeof createPromotion>): Promise<PromotionReply> {
  return await makePromotion(ctx, body, actOf(user));
}

/**
 * Makes a coupon and its code. What is wanted is written down first; the same `key` asks for the same coupon and code, so that a
 * second click makes nothing. Corrected after a refusal it is another wish, of the same form.
 * @throws ApiError validation_failed, wrong_state, payments_unavailable
 */
export async function makePromotion(
  ctx: CommerceContext,
  wanted: NewPromotion,
  act: OperatorAct,
): Promise<PromotionReply> {
  const { code, maxRedemptions } = wanted;
  const coupon = couponOf(wanted);
  const expires = expiryOf(wanted, ctx.clock.now());
  await log(ctx, act, 'promotion_created', `promotion:${code}`, { ...wanted });
  const terms = termsKeyOf(wanted);
  const refused = new ApiError('wrong_state', `The provider does not take ${code}: it is in use already, perhaps.`);
  // Asked beforehand, a code that is in use leaves no coupon behind that nobody can use.
  const same = await askStripe(ctx.stripe.promotionCodes.list({ code, active: true, limit: 1, expand: EXPANDED }));
  const [found] = same.data;
  if (found !== undefined) {
    if (found.metadata?.['terms'] === terms) return present(found);
    throw refused;
  }
  const made = await askStripe(ctx.stripe.coupons.create(coupon, { idempotencyKey: `coupon:${terms}` })).catch(
    refusedAs(refused),
  );
  const promotion = await askStripe(
    ctx.stripe.promotionCodes.create(
      {
        promotion: { type: 'coupon', coupon: made.id },
        code,
        metadata: { terms },
        ...(maxRedemptions !== null && { max_redemptions: maxRedemptions }),
        ...(expires !== null && { expires_at: expires }),
        expand: ['promotion.coupon'],
      },
      { idempotencyKey: `promotion:${terms}` },
    ),
  ).catch(refusedAs(refused));
  return present(promotion);
}

/** The key under which the provider knows a wish: the same form with other words is another one. */
function termsKeyOf({ key, code, percentOff, duration, months, maxRedemptions, lastDay }: NewPromotion): string {
  const words = JSON.stringify([code, percentOff, duration, months, maxRedemptions, lastDay]);
  return `${key}:${createHash('sha256').update(words).digest('base64url')}`;
}

function couponOf({ code, percentOff, duration, months }: NewPromotion): Stripe.CouponCreateParams {
  if ((duration === 'repeating') !== (months !== null)) {
    throw new ApiError('validation_failed', 'For how many months?', {
      months: duration === 'repeating' ? 'For how many months?' : 'Only for a discount of some months.',
    });
  }
  return { name: code, percent_off: percentOff, duration, ...(months !== null && { duration_in_months: months }) };
}

/** Seconds since 1970 at the end of its last day in New York. */
function expiryOf({ lastDay }: NewPromotion, now: Date): number | null {
  if (lastDay === null) return null;
  if (!isCalendarDate(lastDay) || lastDay < newYorkDate(now) || lastDay > addDays(newYorkDate(now), 5 * 365)) {
    throw new ApiError('validation_failed', 'That day will not do.', {
      lastDay: 'Today or later, within five years.',
    });
  }
  return newYorkMidnight(addDays(lastDay, 1)).getTime() / 1000;
}

export async function handleDeactivatePromotion({
  ctx,
  params,
  user,
}: CommerceCall<typeof deactivatePromotion>): Promise<PromotionReply> {
  return await endPromotion(ctx, params.id, actOf(user));
}

/** @throws ApiError not_found, payments_unavailable */
export async function endPromotion(ctx: CommerceContext, id: string, act: OperatorAct): Promise<PromotionReply> {
  const missing = refusedAs(notFound('promotion code'));
  const found = await askStripe(ctx.stripe.promotionCodes.retrieve(id)).catch(missing);
  await log(ctx, act, 'promotion_ended', `promotion:${found.code}`, { id });
  const ended = ctx.stripe.promotionCodes.update(id, { active: false, expand: ['promotion.coupon'] });
  return present(await askStripe(ended).catch(missing));
}

function present(promotion: Stripe.PromotionCode): PromotionReply {
  const presented = presentPromotion(promotion);
  if (presented === null) throw notFound('promotion code');
  return presented;
}

/** What the provider refuses becomes that failure; anything else stays what it is. */
function refusedAs(failure: ApiError) {
  return (error: unknown): never => {
    throw isRefusal(error) || error instanceof Stripe.errors.StripeIdempotencyError ? failure : error;
  };
}

async function log(
  ctx: CommerceContext,
  act: OperatorAct,
  action: string,
  subject: string,
  detail: Record<string, unknown>,
) {
  await writeOperatorLog(ctx.db, { ...act, action, subject, subscriptionId: null, detail }, ctx.clock.now());
}
