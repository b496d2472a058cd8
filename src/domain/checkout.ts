import type { PlanType } from './plans.ts';
import type { StripeStatus } from './subscription-status.ts';

/** What a person asks to buy, as far as it makes one checkout differ from another (rules/checkout 16). */
export interface CheckoutTerms {
  readonly seasonId: string;
  readonly planType: PlanType;
  readonly promotionCodeId: string | null;
}

export interface OpenCheckout extends CheckoutTerms {
  /** `not_created` while the provider has not answered yet, or its answer was lost. */
  readonly stripeStatus: StripeStatus | 'not_created';
}

export interface CheckoutFacts {
  readonly requested: CheckoutTerms;
  /** The user's open checkout for that season (a gift's: for that draft), if any. */
  readonly open: OpenCheckout | null;
  /** The user has already paid for that season. */
  readonly ownsSeason: boolean;
  /** The user has said "buy a second one". */
  readonly buySecond: boolean;
}

export type CheckoutDecision =
  /** Go on with the open checkout: same provider subscription, same idempotency key. */
  | { readonly action: 'reuse' }
  /** End the open checkout at the provider first, then begin anew. */
  | { readonly action: 'replace' }
  | { readonly action: 'create' }
  | { readonly action: 'refuse'; readonly code: 'already_subscribed' };

type OpenCheckoutState = 'payable' | 'paid' | 'closed';

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
} as const satisfies Record<OpenCheckout['stripeStatus'], OpenCheckoutState>;

const REFUSED: CheckoutDecision = { action: 'refuse', code: 'already_subscribed' };

/** One open checkout per user and season, whatever is clicked how often (rules/checkout 15). */
export function decideCheckout({ requested, open, ownsSeason, buySecond }: CheckoutFacts): CheckoutDecision {
  if (ownsSeason && !buySecond) return REFUSED;
  const state = open === null ? 'closed' : STATE_OF[open.stripeStatus];
  if (open === null || state === 'closed') return { action: 'create' };
  // Also when paid at the provider and not yet recorded here: a double click's second must find the first one's result.
  if (haveSameTerms(requested, open)) return { action: 'reuse' };
  if (state === 'payable') return { action: 'replace' };
  return buySecond ? { action: 'create' } : REFUSED;
}

function haveSameTerms(a: CheckoutTerms, b: CheckoutTerms): boolean {
  return a.seasonId === b.seasonId && a.planType === b.planType && a.promotionCodeId === b.promotionCodeId;
}
