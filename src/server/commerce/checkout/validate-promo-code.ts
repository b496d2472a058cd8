import { enforceLimit, limitNetwork } from '../../platform/rate-limits/rate-limits.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import type { Stripe } from 'stripe';
import type { PromoReply, validatePromoCode } from '../../../contract/checkout.ts';
import type { Discount } from '../../../domain/money.ts';
import { normalisePromoCode } from '../../../domain/checkout.ts';
import { INVALID_PROMO_CODE } from '../../../domain/promotion.ts';
import { ApiError } from '../../platform/api-error.ts';
import { discountOf } from '../payments/discount.ts';
import { askStripe, isOutage, isRefusal } from '../payments/stripe-client.ts';
import { hasRedeemedPromotion, listRedeemedPromotions, type PromotionTerms } from './queries.ts';
import { EXPANDED_COUPON, problemOf, type PromotionPurpose } from './promotion-check.ts';

export const handleValidatePromoCode: CommerceHandler<typeof validatePromoCode> = async (call) => {
  const { ctx, user, client, body } = call;
  const code = normalisePromoCode(body.promoCode);
  if (code === '') return { valid: false, error: 'No code' };
  await limitPromoCodes(ctx, user.userId, client.ip);
  const purpose = { userId: user.userId, giftId: body.giftId ?? null, planType: body.planType ?? null };
  const found = await findUsable(ctx, purpose, code);
  const usable = 'problem' in found ? await findRedeemed(ctx, purpose, code) : found;
  if (usable !== null) return validReply(usable);
  return { valid: false, error: 'problem' in found ? found.problem : INVALID_PROMO_CODE };
};

interface Usable {
  readonly promotion: Stripe.PromotionCode;
  readonly discount: Discount;
}

function validReply({ promotion, discount }: Usable): PromoReply {
  return {
    valid: true,
    discountPercent: discount.percentOff,
    promotionCodeId: promotion.id,
    duration: discount.duration,
    durationInMonths: discount.duration === 'repeating' ? discount.months : null,
  };
}

/** Several customers can have different codes with the same name. */
async function findUsable(
  ctx: CommerceContext,
  purpose: PromotionPurpose,
  code: string,
): Promise<Usable | { readonly problem: string }> {
  const found = await listByCode(ctx, code);
  const problems: string[] = [];
  for (const promotion of found.toSorted((a, b) => Number(b.active) - Number(a.active))) {
    const discount = discountOfPromotion(promotion);
    if (discount === null) continue;
    const problem = await askPromotion(() => problemOf(ctx, promotion, purpose));
    if (problem === null) return { promotion, discount };
    problems.push(problem);
  }
  return { problem: problems[0] ?? INVALID_PROMO_CODE };
}

/** A used-up code stays valid for the unpaid checkout that used it (decision 002). */
async function findRedeemed(ctx: CommerceContext, purpose: PromotionPurpose, code: string): Promise<Usable | null> {
  for (const redeemed of await listRedeemedPromotions(ctx.db, purpose, purpose.planType)) {
    const promotion = await findById(ctx, redeemed.promotionCodeId);
    const discount = promotion && discountOfPromotion(promotion);
    if (!discount || normalisePromoCode(promotion.code) !== code) continue;
    const { status } = await askStripe(ctx.stripe.subscriptions.retrieve(redeemed.stripeSubscriptionId));
    if (status === 'incomplete') return { promotion, discount };
  }
  return null;
}

/**
 * Checks that a promo code fits a purchase (decision 002).
 * @throws ApiError invalid_promo_code, payments_unavailable
 */
export async function checkPromotion(ctx: CommerceContext, terms: PromotionTerms): Promise<void> {
  const promotion = await findById(ctx, terms.promotionCodeId);
  const isOurs = promotion !== null && discountOfPromotion(promotion) !== null;
  const problem = isOurs ? await askPromotion(() => problemOf(ctx, promotion, terms)) : INVALID_PROMO_CODE;
  if (problem === null || (await hasRedeemedPromotion(ctx.db, terms))) return;
  throw new ApiError('invalid_promo_code', problem, { promotionCodeId: problem });
}

async function listByCode(ctx: CommerceContext, code: string): Promise<Stripe.PromotionCode[]> {
  const search = { code, limit: 100, expand: [`data.${EXPANDED_COUPON}`] };
  return (await orNone(async () => (await ctx.stripe.promotionCodes.list(search)).data)) ?? [];
}

async function findById(ctx: CommerceContext, id: string): Promise<Stripe.PromotionCode | null> {
  return await orNone(() => ctx.stripe.promotionCodes.retrieve(id, { expand: [EXPANDED_COUPON] }));
}

/**
 * Null if Stripe refuses to search for the code.
 * @throws ApiError payments_unavailable
 */
async function orNone<T>(search: () => Promise<T>): Promise<T | null> {
  try {
    return await askPromotion(search);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** @throws ApiError payments_unavailable */
async function askPromotion<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isUnavailable = error instanceof ApiError && error.code === 'payments_unavailable';
    if (isOutage(error) || isUnavailable) throw new ApiError('payments_unavailable', 'Failed to validate promo code');
    throw error;
  }
}

function discountOfPromotion({ promotion: { coupon } }: Stripe.PromotionCode): Discount | null {
  return coupon === null || typeof coupon === 'string' ? null : discountOf(coupon);
}

const LIMIT = { points: 30, seconds: 600 };
const NETWORK_LIMIT = { points: 90, seconds: 600 };
const REFUSAL = 'Too many promo codes were tried. Please try again in ten minutes.';

/**
 * Promo codes are short enough to guess (rules/money 12).
 * @throws ApiError rate_limited
 */
async function limitPromoCodes(ctx: CommerceContext, userId: string, ip: string): Promise<void> {
  await enforceLimit(ctx, `promo:${ctx.keys.pseudonym(userId)}`, LIMIT, REFUSAL);
  await limitNetwork(ctx, 'promo-network', ip, NETWORK_LIMIT, REFUSAL);
}
