import type { Stripe } from 'stripe';
import type { Discount } from '../../domain/money.ts';

/** What a coupon takes off; null for one that takes off an amount, which we do not offer (PRODUCT, promo). */
export function discountOf(coupon: Stripe.Coupon): Discount | null {
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

/** The discount of an invoice read with `discounts.source.coupon` expanded; null without one. */
export function discountOfInvoice(invoice: Stripe.Invoice): Discount | null {
  const discount = invoice.discounts[0];
  const coupon = typeof discount === 'object' && 'source' in discount ? discount.source.coupon : null;
  return coupon !== null && typeof coupon === 'object' ? discountOf(coupon) : null;
}
