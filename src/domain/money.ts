import { lazily } from './lazily.ts';
import { PLANS, type PlanType } from './plans.ts';

const usd = lazily(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }));

export function formatUsd(cents: number): string {
  return usd().format(cents / 100);
}

export function formatPercent(percent: number): string {
  return `${Number(percent.toFixed(2))}%`;
}

const MILLIONTHS_PER_PERCENT = 10_000;

/** The discount in cents. Half a cent is rounded up, as Stripe does. */
export function discountCents(priceCents: number, percentOff: number): number {
  // In floating-point numbers, 0.7 % of $15.00 is 10.49… cents, so the percentage is counted in millionths.
  const millionths = Math.round(percentOff * MILLIONTHS_PER_PERCENT);
  return Math.floor((priceCents * millionths + 500_000) / 1_000_000);
}

export function priceAfterDiscount(priceCents: number, percentOff: number): number {
  return priceCents - discountCents(priceCents, percentOff);
}

export type Discount =
  | { readonly percentOff: number; readonly duration: 'once' | 'forever' }
  | { readonly percentOff: number; readonly duration: 'repeating'; readonly months: number };

export interface PriceSummary {
  readonly priceCents: number;
  readonly discountCents: number;
  readonly todayCents: number;
  /** The price after the discount ends ('then $15.00 per month'); null without a discount. */
  readonly thenText: string | null;
  /** The charges after today's, with or without a discount; null if there are none. */
  readonly followingText: string | null;
  /** How many charges there are. A month that a discount makes free isn't counted. */
  readonly charges: number;
}

/** @param priceCents differs from today's price for older purchases */
export function priceSummary(
  planType: PlanType,
  discount: Discount | null,
  priceCents: number = PLANS[planType].priceCents,
): PriceSummary {
  const off = discount === null ? 0 : discountCents(priceCents, discount.percentOff);
  const todayCents = priceCents - off;
  const thenText = discount && textAfterDiscount(planType, discount, priceCents);
  const goesOn = planType === 'monthly' && todayCents > 0 ? `then ${formatUsd(todayCents)} per month` : null;
  const free = discount !== null && todayCents === 0 ? discountedCharges(discount) : 0;
  return {
    priceCents,
    discountCents: off,
    todayCents,
    thenText,
    followingText: thenText ?? goesOn,
    charges: Math.max(0, PLANS[planType].charges - free),
  };
}

function textAfterDiscount(planType: PlanType, discount: Discount, priceCents: number): string | null {
  const discountedCount = discountedCharges(discount);
  const { charges, interval } = PLANS[planType];
  if (discountedCount >= charges) return null;
  const full = formatUsd(priceCents);
  const then = charges - discountedCount === 1 ? `then one charge of ${full}` : `then ${full} per ${interval}`;
  const more = discountedCount - 1;
  if (more === 0) return then;
  const discounted = priceAfterDiscount(priceCents, discount.percentOff);
  const price = discounted === 0 ? 'free' : `at ${formatUsd(discounted)}`;
  return `${more} more ${more === 1 ? interval : `${interval}s`} ${price}, ${then}`;
}

const DISCOUNTED_CHARGES = { once: 1, forever: Infinity } as const;

function discountedCharges(discount: Discount): number {
  return discount.duration === 'repeating' ? discount.months : DISCOUNTED_CHARGES[discount.duration];
}
