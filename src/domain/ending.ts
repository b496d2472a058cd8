import type { PlanType } from './plans.ts';
import type { ProviderStatus } from './subscription-status.ts';
import { providerCancelAt, type SubscriptionStatus } from './subscription.ts';

/** What decides how a subscription is to end at the provider. */
export interface EndingFacts {
  readonly planType: PlanType;
  /** The subscriber asked for it and has not taken it back. */
  readonly cancelRequested: boolean;
  /** Given back under the 30-day guarantee. */
  readonly refunded: boolean;
  readonly providerStatus: ProviderStatus;
  readonly anchor: Date;
  readonly currentPeriodEnd: Date;
  /** When the provider is going to end it; null: never. */
  readonly providerCancelAt: Date | null;
}

/** What the provider has yet to be told. */
export type EndingChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'end_now' }
  | { readonly kind: 'end_with_period' }
  /** A monthly season: after its 12th charge. */
  | { readonly kind: 'end_after_term'; readonly at: Date };

const ENDED: ReadonlySet<ProviderStatus> = new Set(['canceled', 'incomplete_expired']);
const OVERDUE: ReadonlySet<ProviderStatus> = new Set(['past_due', 'unpaid', 'paused']);

/**
 * Compares how the provider would end a subscription with how it should (PRODUCT, Money). Somebody who cancels while a renewal is
 * overdue wants no further attempt at their card: what is unpaid is dropped, and it ends at once.
 */
export function endingChange(facts: EndingFacts): EndingChange {
  const { providerStatus, cancelRequested, refunded } = facts;
  if (ENDED.has(providerStatus)) return { kind: 'none' };
  if (refunded || (cancelRequested && OVERDUE.has(providerStatus))) return { kind: 'end_now' };
  const term = facts.planType === 'monthly' && !cancelRequested ? providerCancelAt(facts.anchor) : null;
  const wished = term ?? facts.currentPeriodEnd;
  if (facts.providerCancelAt?.getTime() === wished.getTime()) return { kind: 'none' };
  return term === null ? { kind: 'end_with_period' } : { kind: 'end_after_term', at: term };
}

/** The provider's word for an invoice that begins another period. */
export const RENEWAL = 'subscription_cycle';

/** Whether a renewal was drawn up although its subscriber had cancelled before: then it is given back (decision 004). */
export function isLateRenewal(
  { billingReason, status, createdAt }: { billingReason: string | null; status: string; createdAt: Date },
  cancelRequestedAt: Date | null,
): boolean {
  return cancelRequestedAt !== null && billingReason === RENEWAL && status === 'paid' && createdAt > cancelRequestedAt;
}

/** What a cancellation meets; `already` is a success that changes nothing. */
export function decideCancel(status: SubscriptionStatus): 'cancel' | 'already' | 'refuse' {
  if (status === 'active' || status === 'past_due') return 'cancel';
  return status === 'cancelled' ? 'already' : 'refuse';
}

export interface ResumeFacts {
  readonly status: SubscriptionStatus;
  readonly cancelRequested: boolean;
  readonly refunded: boolean;
  readonly providerStatus: ProviderStatus;
  readonly currentPeriodEnd: Date;
}

/** Until when a cancellation can be taken back: the end of the period paid for (PRODUCT, cancel). Null: it cannot. */
export function resumableUntil(facts: ResumeFacts, now: Date): Date | null {
  const { status, cancelRequested, refunded, providerStatus, currentPeriodEnd } = facts;
  const isCancelled = status === 'cancelled' && cancelRequested && !refunded;
  return isCancelled && providerStatus === 'active' && now < currentPeriodEnd ? currentPeriodEnd : null;
}
