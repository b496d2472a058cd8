import type { Stripe } from 'stripe';
import type { PromoReply, validatePromoCode } from '../../contract/checkout.ts';
import type { Discount } from '../../domain/money.ts';
import { normalisePromoCode } from '../../domain/promo.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { SignedInCall } from '../http/serve.ts';
import { discountOf } from '../payments/discount.ts';
import { isOutage, isRefusal } from '../payments/stripe.ts';
import { limitPromoCodes } from './promo-limit.ts';

/** SPEC §7, §8 with PAYMENTS-CONTRACT §3.3: an unusable code is an ordinary answer, in SPEC's words. */
export async function handleValidatePromoCode(call: SignedInCall<typeof validatePromoCode>): Promise<PromoReply> {
  const code = normalisePromoCode(call.body.promoCode);
  if (code === '') return { valid: false, error: 'No code' };
  await limitPromoCodes(call.ctx, call.person.userId);
  const promotion = await findByCode(call.ctx, code);
  const discount = promotion && usableDiscount(promotion, call.ctx.clock.now());
  if (!promotion || !discount) return { valid: false, error: 'Invalid promo code' };
  return {
    valid: true,
    discountPercent: discount.percentOff,
    promotionCodeId: promotion.id,
    duration: discount.duration,
    durationInMonths: discount.duration === 'repeating' ? discount.months : null,
  };
}

/**
 * The same questions asked again when the purchase is made: the browser's word that a code is good counts for nothing.
 * @throws ApiError invalid_promo_code, payments_unavailable
 */
export async function checkPromotion(ctx: Context, promotionCodeId: string): Promise<void> {
  const promotion = await findById(ctx, promotionCodeId);
  if (promotion === null || usableDiscount(promotion, ctx.clock.now()) === null) {
    throw new ApiError('invalid_promo_code', 'Invalid promo code', { promotionCodeId: 'Invalid promo code' });
  }
}

async function findByCode(ctx: Context, code: string): Promise<Stripe.PromotionCode | null> {
  const search = { code, active: true, limit: 1, expand: ['data.promotion.coupon'] };
  return await orUnavailable(async () => (await ctx.stripe.promotionCodes.list(search)).data[0] ?? null);
}

async function findById(ctx: Context, id: string): Promise<Stripe.PromotionCode | null> {
  return await orUnavailable(() => ctx.stripe.promotionCodes.retrieve(id, { expand: ['promotion.coupon'] }));
}

async function orUnavailable(search: () => Promise<Stripe.PromotionCode | null>): Promise<Stripe.PromotionCode | null> {
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
  return discountOf(coupon);
}
