import type { PlanType } from './plans.ts';
import type { StripeStatus } from './subscription-status.ts';
import { stripeCancelAt, type SubscriptionStatus } from './subscription.ts';

/** What decides how a subscription is to end at the provider. */
export interface EndingFacts {
  readonly planType: PlanType;
  /** The subscriber asked for it and has not taken it back. */
  readonly cancelRequested: boolean;
  /** Given back under the 30-day guarantee. */
  readonly refunded: boolean;
  readonly stripeStatus: StripeStatus;
  readonly anchor: Date;
  readonly currentPeriodEnd: Date;
  /** When the provider is going to end it; null: never. */
  readonly stripeCancelAt: Date | null;
  /** What the provider has drawn up and would still charge: for the period that runs, or for an earlier one. */
  readonly unpaid: 'nothing' | 'this_period' | 'earlier';
  /** The renewal for the period that runs has been voided: nobody will be charged for it, and nobody has paid for it. */
  readonly renewalVoided: boolean;
  /** It stands at the provider that the subscriber has cancelled, for whoever looks there. */
  readonly requestRecorded: boolean;
}

/** What the provider has yet to be told. */
export type EndingChange =
  | { readonly kind: 'none' }
  /** What is unpaid is dropped, and it ends. */
  | { readonly kind: 'end_now' }
  /** Nobody is to be asked for it any more. */
  | { readonly kind: 'drop_unpaid' }
  | { readonly kind: 'end_with_period' }
  /** It ends as it should; what is missing there is whose wish it is, or that it was taken back. */
  | { readonly kind: 'record_request' }
  /** A monthly season: after its 12th charge. */
  | { readonly kind: 'end_after_term'; readonly at: Date };

const ENDED: ReadonlySet<StripeStatus> = new Set(['canceled', 'incomplete_expired']);
const OVERDUE: ReadonlySet<StripeStatus> = new Set(['past_due', 'unpaid', 'paused']);

/**
 * Compares how the provider would end a subscription with how it should (rules/subscriptions 12). Somebody who cancels while a renewal is
 * overdue, or has been drawn up and not been charged yet, wants no attempt at their card: what is unpaid is dropped, and it ends at
 * once, also when whoever dropped it did not get to end it. Nor does anybody owe anything for what has ended.
 */
export function endingChange(facts: EndingFacts): EndingChange {
  const { stripeStatus, cancelRequested, refunded, unpaid, renewalVoided } = facts;
  if (ENDED.has(stripeStatus)) return { kind: unpaid === 'nothing' ? 'none' : 'drop_unpaid' };
  const runsUnpaid = OVERDUE.has(stripeStatus) || unpaid === 'this_period' || renewalVoided;
  if (refunded || (cancelRequested && runsUnpaid)) return { kind: 'end_now' };
  if (cancelRequested && unpaid === 'earlier') return { kind: 'drop_unpaid' };
  const term = facts.planType === 'monthly' && !cancelRequested ? stripeCancelAt(facts.anchor) : null;
  const dueEnd = term ?? facts.currentPeriodEnd;
  if (facts.stripeCancelAt?.getTime() === dueEnd.getTime()) {
    return { kind: facts.requestRecorded === cancelRequested ? 'none' : 'record_request' };
  }
  return term === null ? { kind: 'end_with_period' } : { kind: 'end_after_term', at: term };
}

/** The provider's word for an invoice that begins another period. */
export const RENEWAL = 'subscription_cycle';

/**
 * When a wish is made, by the clock that stamps invoices. That is the provider's: it has come at least as far as whatever it has told
 * us, and in the sandbox it runs as far ahead as somebody turns it. To the second, like its stamps; a charge of that very second that we
 * do not know of counts as one after the wish.
 * @param lastPaid when the latest payment that we know of was made
 */
export function cancellationInstant(now: Date, lastPaid: Date | null): Date {
  const thisSecond = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.max(thisSecond, lastPaid === null ? 0 : lastPaid.getTime() + 1000));
}

/** Whether a renewal was charged although its subscriber had cancelled before: then it is given back (decision 004). */
export function isLateRenewal(
  { billingReason, status, paidAt }: { billingReason: string | null; status: string; paidAt: Date | null },
  cancelRequestedAt: Date | null,
): boolean {
  const isPaidRenewal = billingReason === RENEWAL && status === 'paid';
  return cancelRequestedAt !== null && isPaidRenewal && paidAt !== null && paidAt >= cancelRequestedAt;
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
  readonly stripeStatus: StripeStatus;
  readonly currentPeriodEnd: Date;
  /** A renewal has been drawn up and not been paid, or voided: the period that runs is not one that is paid for. */
  readonly renewalUnpaid: boolean;
}

/** Until when a cancellation can be taken back: the end of the period paid for (rules/subscriptions 11). Null: it cannot. */
export function resumableUntil(facts: ResumeFacts, now: Date): Date | null {
  const { status, cancelRequested, refunded, stripeStatus, currentPeriodEnd, renewalUnpaid } = facts;
  const isCancelled = status === 'cancelled' && cancelRequested && !refunded;
  const isPaidFor = stripeStatus === 'active' && !renewalUnpaid && now < currentPeriodEnd;
  return isCancelled && isPaidFor ? currentPeriodEnd : null;
}

/** Until when a cancellation of this moment could be taken back. Null: it would end at once, or cannot be cancelled. */
export function resumableIfCancelled(
  facts: Pick<ResumeFacts, 'status' | 'stripeStatus' | 'currentPeriodEnd' | 'renewalUnpaid'>,
  now: Date,
): Date | null {
  if (decideCancel(facts.status) !== 'cancel') return null;
  return resumableUntil({ ...facts, status: 'cancelled', cancelRequested: true, refunded: false }, now);
}
