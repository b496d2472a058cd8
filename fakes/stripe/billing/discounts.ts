import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import { addMonths } from '../state/time.ts';
import type { World } from '../world.ts';

export interface DiscountRequest {
  promotion_code?: string | undefined;
  coupon?: string | undefined;
}

/** @throws StripeFailure 400 when the code is unknown, expired, inactive or used up */
export function redeem(world: World, request: DiscountRequest, customer: string, subscription: string, now: number) {
  const code = request.promotion_code === undefined ? null : usablePromotionCode(world, request.promotion_code, now);
  const couponId = code ? idOf(code.promotion.coupon) : request.coupon;
  if (!couponId) throw invalidRequest('You must pass a coupon or a promotion_code.', { param: 'discounts' });
  const coupon = usableCoupon(world, couponId, now);
  if (code) world.db.promotionCodes.put(counted(code));
  world.db.coupons.put(counted(coupon));
  const discount: Stripe.Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: coupon.duration_in_months === null ? null : addMonths(now, coupon.duration_in_months),
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: now,
    subscription,
    subscription_item: null,
  };
  world.db.discounts.put(discount);
  emit(world, 'customer.discount.created', discount);
  return discount;
}

interface Redeemable {
  times_redeemed: number;
  max_redemptions: number | null;
}

function counted<R extends Redeemable>(redeemable: R): R {
  const times_redeemed = redeemable.times_redeemed + 1;
  const usedUp = redeemable.max_redemptions !== null && times_redeemed >= redeemable.max_redemptions;
  const closed = 'valid' in redeemable ? { valid: false } : { active: false };
  return { ...redeemable, times_redeemed, ...(usedUp ? closed : {}) };
}

function usablePromotionCode(world: World, id: string, now: number): Stripe.PromotionCode {
  const code = world.db.promotionCodes.get(id);
  if (!code) throw resourceMissing('promotion code', id, 'discounts[0][promotion_code]');
  const expired = code.expires_at !== null && code.expires_at <= now;
  if (!code.active || expired) {
    throw invalidRequest('This promotion code cannot be redeemed because it is expired or no longer active.', {
      code: 'coupon_expired',
      param: 'discounts[0][promotion_code]',
    });
  }
  return code;
}

function usableCoupon(world: World, id: string, now: number): Stripe.Coupon {
  const coupon = world.db.coupons.get(id);
  if (!coupon) throw resourceMissing('coupon', id, 'discounts[0][coupon]');
  if (!coupon.valid || (coupon.redeem_by !== null && coupon.redeem_by <= now)) {
    const message = `Coupon ${id} is used up or has expired.`;
    throw invalidRequest(message, { code: 'coupon_expired', param: 'discounts[0][coupon]' });
  }
  return coupon;
}

export function couponOf(world: World, discount: Stripe.Discount): Stripe.Coupon {
  const coupon = world.db.coupons.get(idOf(discount.source.coupon) ?? '');
  if (!coupon) throw new Error(`No coupon for ${discount.id}`);
  return coupon;
}

/** Cents, rounded to the cent. */
export function amountOff(coupon: Stripe.Coupon, amount: number): number {
  if (coupon.percent_off !== null) {
    // Percentages have at most four decimals, and multiply exactly as integers.
    const tenThousandths = Math.round(coupon.percent_off * 10_000);
    return Math.round((amount * tenThousandths) / 1_000_000);
  }
  return Math.min(amount, coupon.amount_off ?? 0);
}

export function discountsFor(world: World, subscription: Stripe.Subscription, start: number): Stripe.Discount[] {
  return subscription.discounts.flatMap((reference) => {
    const discount = world.db.discounts.get(idOf(reference) ?? '');
    return discount && (discount.end === null || start < discount.end) ? [discount] : [];
  });
}

/** A coupon of `once` is spent by its first invoice. */
export function discountsAfterInvoice(world: World, applied: readonly Stripe.Discount[]): Stripe.Discount[] {
  return applied.filter((discount) => {
    const stays = couponOf(world, discount).duration !== 'once';
    if (!stays) emit(world, 'customer.discount.deleted', discount);
    return stays;
  });
}
