import { enforceLimit, limitNetwork } from '../../platform/rate-limits/rate-limits.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import type { Stripe } from 'stripe';
import type { PromoReply, validatePromoCode } from '../../../contract/checkout.ts';
import type { Discount } from '../../../domain/money.ts';
import { normalisePromoCode } from '../../../domain/checkout.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { discountOf } from '../payments/discount.ts';
import { askStripe, isOutage, isRefusal } from '../payments/stripe-client.ts';
import {
  hasRedeemedPromotion,
  listRedeemedPromotions,
  type GiftOrOwnSeason,
  type PromotionTerms,
} from '../purchases/queries.ts';

export const handleValidatePromoCode: CommerceHandler<typeof validatePromoCode> = async (call) => {
  const { ctx, user, client } = call;
  const code = normalisePromoCode(call.body.promoCode);
  if (code === '') return { valid: false, error: 'No code' };
  await limitPromoCodes(ctx, user.userId, client.ip);
  const found = await findByCode(ctx, code);
  const discount = found && usableDiscount(found, ctx.clock.now());
  const usable = discount
    ? { promotion: found, discount }
    : await findRedeemed(ctx, { userId: user.userId, giftId: call.body.giftId ?? null }, code);
  return usable === null ? { valid: false, error: 'Invalid promo code' } : validReply(usable);
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

/** A used-up code stays valid for the unpaid checkout that redeemed it (decision 033). */
async function findRedeemed(ctx: CommerceContext, purpose: GiftOrOwnSeason, code: string): Promise<Usable | null> {
  for (const { promotionCodeId, stripeSubscriptionId } of await listRedeemedPromotions(ctx.db, purpose)) {
    const promotion = await findById(ctx, promotionCodeId);
    const discount = promotion && discountOfPromotion(promotion);
    if (!discount || normalisePromoCode(promotion.code) !== code) continue;
    const { status } = await askStripe(ctx.stripe.subscriptions.retrieve(stripeSubscriptionId));
    if (status === 'incomplete') return { promotion, discount };
  }
  return null;
}

/** Decision 033. @throws ApiError invalid_promo_code, payments_unavailable */
export async function checkPromotion(ctx: CommerceContext, terms: PromotionTerms): Promise<void> {
  const promotion = await findById(ctx, terms.promotionCodeId);
  if (promotion !== null && usableDiscount(promotion, ctx.clock.now()) !== null) return;
  if (await hasRedeemedPromotion(ctx.db, terms)) return;
  throw new ApiError('invalid_promo_code', 'Invalid promo code', { promotionCodeId: 'Invalid promo code' });
}

async function findByCode(ctx: CommerceContext, code: string): Promise<Stripe.PromotionCode | null> {
  const search = { code, active: true, limit: 1, expand: ['data.promotion.coupon'] };
  return await mapPromoError(async () => (await ctx.stripe.promotionCodes.list(search)).data[0] ?? null);
}

async function findById(ctx: CommerceContext, id: string): Promise<Stripe.PromotionCode | null> {
  return await mapPromoError(() => ctx.stripe.promotionCodes.retrieve(id, { expand: ['promotion.coupon'] }));
}

async function mapPromoError(search: () => Promise<Stripe.PromotionCode | null>): Promise<Stripe.PromotionCode | null> {
  try {
    return await search();
  } catch (error) {
    if (isOutage(error)) throw new ApiError('payments_unavailable', 'Failed to validate promo code');
    if (isRefusal(error)) return null;
    throw error;
  }
}

function usableDiscount(promotion: Stripe.PromotionCode, now: Date): Discount | null {
  const { active, expires_at: expiresAt, max_redemptions: most, times_redeemed: redeemed } = promotion;
  const coupon = promotion.promotion.coupon;
  if (!active || coupon === null || typeof coupon === 'string' || !coupon.valid) return null;
  if (expiresAt !== null && expiresAt * 1000 <= now.getTime()) return null;
  if (most !== null && redeemed >= most) return null;
  return discountOfPromotion(promotion);
}

function discountOfPromotion({ promotion: { coupon } }: Stripe.PromotionCode): Discount | null {
  return coupon === null || typeof coupon === 'string' ? null : discountOf(coupon);
}

const LIMIT = { points: 30, seconds: 600 };
const NETWORK_LIMIT = { points: 90, seconds: 600 };
const REFUSAL = 'That is a great many codes. Please try again in ten minutes.';

/** Codes are short enough to guess (rules/money 12). @throws ApiError rate_limited */
async function limitPromoCodes(ctx: CommerceContext, userId: string, ip: string): Promise<void> {
  await enforceLimit(ctx, `promo:${ctx.keys.pseudonym(userId)}`, LIMIT, REFUSAL);
  await limitNetwork(ctx, 'promo-network', ip, NETWORK_LIMIT, REFUSAL);
}
