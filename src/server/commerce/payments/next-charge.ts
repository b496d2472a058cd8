import type { Stripe } from 'stripe';
import { priceAfterDiscount } from '../../../domain/money.ts';
import { couponOf } from './discount.ts';

/** The coupons of the subscription's and its items' discounts must be expanded (rules/money 44). */
export function nextChargeCents(subscription: Stripe.Subscription, at: Date): number {
  const items = subscription.items.data.reduce(
    (sum, item) => sum + afterDiscounts(itemCents(item), item.discounts, at),
    0,
  );
  return afterDiscounts(items, subscription.discounts, at);
}

function afterDiscounts(cents: number, discounts: readonly (string | Stripe.Discount)[], at: Date): number {
  return discounts.reduce((left, discount) => {
    if (typeof discount !== 'object' || !appliesAt(discount, at)) return left;
    return afterCoupon(left, couponOf(discount));
  }, cents);
}

export function fullPriceCents({ items }: Stripe.Subscription): number {
  return items.data.reduce((sum, item) => sum + itemCents(item), 0);
}

function itemCents({ price, quantity = 1 }: Stripe.SubscriptionItem): number {
  const unitCents = price.unit_amount ?? Number(price.unit_amount_decimal?.toString() ?? 0);
  return Math.round(unitCents * quantity);
}

function appliesAt({ end }: Stripe.Discount, at: Date): boolean {
  return end === null || at.getTime() < end * 1000;
}

function afterCoupon(cents: number, coupon: Stripe.Coupon | null): number {
  if (coupon?.percent_off) return priceAfterDiscount(cents, coupon.percent_off);
  return Math.max(0, cents - (coupon?.amount_off ?? 0));
}
