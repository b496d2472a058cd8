import type { Stripe } from 'stripe';
import type { Discount } from '../../../domain/money.ts';

/** Null for a coupon that takes off a fixed amount (rules/money 9). */
export function discountOf(coupon: Stripe.Coupon | null): Discount | null {
  if (coupon === null) return null;
  const { percent_off: percentOff, duration, duration_in_months: months } = coupon;
  if (percentOff === null) return null;
  switch (duration) {
    case 'once':
      return { percentOff, duration: 'once' };
    case 'forever':
      return { percentOff, duration: 'forever' };
    default:
      return duration === 'repeating' && months !== null ? { percentOff, duration: 'repeating', months } : null;
  }
}

export function discountOfInvoice({ discounts: [first] }: Stripe.Invoice): Discount | null {
  return typeof first === 'object' && 'source' in first ? discountOf(couponOf(first)) : null;
}

export function couponOf({ source }: Pick<Stripe.Discount, 'source'>): Stripe.Coupon | null {
  return typeof source.coupon === 'object' ? source.coupon : null;
}
