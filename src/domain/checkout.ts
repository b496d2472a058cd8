import type { PlanType } from './plans.ts';
import type { StripeStatus } from './subscription-status.ts';

export interface CheckoutTerms {
  readonly seasonId: string;
  readonly planType: PlanType;
  /** The id of a price at Stripe; null in checkouts that an older release made. */
  readonly priceId: string | null;
  readonly promotionCodeId: string | null;
}

export interface OpenCheckout extends CheckoutTerms {
  readonly stripeStatus: StripeStatus | 'not_created';
}

export interface CheckoutFacts {
  readonly requested: CheckoutTerms;
  readonly open: OpenCheckout | null;
  readonly ownsSeason: boolean;
  readonly buySecond: boolean;
}

export type CheckoutDecision =
  | { readonly action: 'reuse' }
  | { readonly action: 'replace' }
  | { readonly action: 'create' }
  | { readonly action: 'refuse'; readonly code: 'already_subscribed' };

const STATE_OF = {
  not_created: 'payable',
  incomplete: 'payable',
  incomplete_expired: 'closed',
  trialing: 'paid',
  active: 'paid',
  past_due: 'paid',
  unpaid: 'paid',
  paused: 'paid',
  canceled: 'closed',
} as const satisfies Record<OpenCheckout['stripeStatus'], 'payable' | 'paid' | 'closed'>;

const REFUSED: CheckoutDecision = { action: 'refuse', code: 'already_subscribed' };

export function decideCheckout({ requested, open, ownsSeason, buySecond }: CheckoutFacts): CheckoutDecision {
  if (ownsSeason && !buySecond) return REFUSED;
  const state = open === null ? 'closed' : STATE_OF[open.stripeStatus];
  if (open === null || state === 'closed') return { action: 'create' };
  // Reuse it even if Stripe has the payment and this database doesn't know it yet, so that a double click makes one
  // payment.
  if (haveSameTerms(requested, open)) return { action: 'reuse' };
  if (state === 'payable') return { action: 'replace' };
  return buySecond ? { action: 'create' } : REFUSED;
}

function haveSameTerms(a: CheckoutTerms, b: CheckoutTerms): boolean {
  const isSameSale = a.seasonId === b.seasonId && a.planType === b.planType;
  return isSameSale && a.priceId === b.priceId && a.promotionCodeId === b.promotionCodeId;
}

/** The spelling in which Stripe stores a code (rules/money 10). */
export function normalisePromoCode(typed: string): string {
  return typed.trim().toUpperCase();
}
