import type Stripe from 'stripe';
import type { PromoReply, validatePromoCode } from '../../contract/checkout.ts';
import { normalisePromoCode } from '../../domain/promo.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { SignedInCall } from '../http/serve.ts';
import { isOutage } from '../payments/stripe.ts';

const INVALID: PromoReply = { valid: false, error: 'Invalid promo code' };

/** SPEC §7, §8 with PAYMENTS-CONTRACT §3.3: an unusable code is an ordinary answer, in SPEC's words. */
export async function handleValidatePromoCode(call: SignedInCall<typeof validatePromoCode>): Promise<PromoReply> {
  const code = normalisePromoCode(call.body.promoCode);
  if (code === '') return { valid: false, error: 'No code' };
  const promotion = await findPromotion(call.ctx, code);
  return promotion === null ? INVALID : describe(promotion, call.ctx.clock.now());
}

async function findPromotion(ctx: Context, code: string): Promise<Stripe.PromotionCode | null> {
  try {
    const found = await ctx.stripe.promotionCodes.list({
      code,
      active: true,
      limit: 1,
      expand: ['data.promotion.coupon'],
    });
    return found.data[0] ?? null;
  } catch (error) {
    if (isOutage(error)) throw new ApiError('payments_unavailable', 'Failed to validate promo code');
    throw error;
  }
}

function describe(promotion: Stripe.PromotionCode, now: Date): PromoReply {
  const coupon = promotion.promotion.coupon;
  if (coupon === null || typeof coupon === 'string' || !coupon.valid || coupon.percent_off === null) return INVALID;
  if (promotion.expires_at !== null && promotion.expires_at * 1000 <= now.getTime()) return INVALID;
  if (promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions) return INVALID;
  return {
    valid: true,
    discountPercent: coupon.percent_off,
    promotionCodeId: promotion.id,
    duration: coupon.duration,
    durationInMonths: coupon.duration_in_months,
  };
}
