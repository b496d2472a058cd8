import { formatDate } from './calendar-date.ts';
import type { PlanType } from './plans.ts';
import type { StripeStatus } from './subscription-status.ts';
import type { SubscriptionStatus } from './subscription.ts';

export interface EndingFacts {
  readonly planType: PlanType;
  readonly cancelRequested: boolean;
  /** Refunded under the guarantee, or a lost dispute: the subscription ends at once. */
  readonly refunded: boolean;
  readonly chargesPaused: boolean;
  readonly stripePause: StripePause;
  readonly stripeStatus: StripeStatus;
  readonly termEndsAt: Date;
  readonly endsEarlyAt: Date | null;
  readonly currentPeriodEnd: Date;
  readonly stripeCancelAt: Date | null;
  readonly unpaid: 'nothing' | 'this_period' | 'earlier';
  readonly renewalVoided: boolean;
  readonly requestRecorded: boolean;
}

/**
 * `taken_over`: an operator has just removed or replaced our pause at Stripe. `lifted`: that is marked at Stripe.
 * `other`: a pause that we didn't set.
 */
export type StripePause = 'none' | 'dispute' | 'taken_over' | 'lifted' | 'other';

export type EndingChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'end_now' }
  | { readonly kind: 'drop_unpaid' }
  | { readonly kind: 'pause_charges' }
  | { readonly kind: 'resume_charges' }
  | { readonly kind: 'mark_pause_lifted' }
  | { readonly kind: 'mark_dispute_over' }
  | { readonly kind: 'end_with_period' }
  | { readonly kind: 'record_request' }
  | { readonly kind: 'end_after_term'; readonly at: Date };

const ENDED: ReadonlySet<string> = new Set<StripeStatus>(['canceled', 'incomplete_expired']);
const OVERDUE: ReadonlySet<StripeStatus> = new Set(['past_due', 'unpaid', 'paused']);

/** Stripe charges nothing more. */
export function hasEndedAtStripe(status: string): boolean {
  return ENDED.has(status);
}

/** The change to make at Stripe so that the subscription ends correctly (rules/subscriptions 12). */
export function endingChange(facts: EndingFacts): EndingChange {
  const { stripeStatus, cancelRequested, refunded, unpaid, renewalVoided } = facts;
  if (hasEndedAtStripe(stripeStatus)) return { kind: unpaid === 'nothing' ? 'none' : 'drop_unpaid' };
  const runsUnpaid = OVERDUE.has(stripeStatus) || unpaid === 'this_period' || renewalVoided;
  if (refunded || (cancelRequested && runsUnpaid)) return { kind: 'end_now' };
  const pause = pauseChange(facts);
  if (pause !== null) return { kind: pause };
  if (cancelRequested && unpaid === 'earlier') return { kind: 'drop_unpaid' };
  if (endsAsDue(facts)) return { kind: facts.requestRecorded === cancelRequested ? 'none' : 'record_request' };
  const term = dueTerm(facts);
  return term === null ? { kind: 'end_with_period' } : { kind: 'end_after_term', at: term };
}

/** Null if the subscription ends with its billing period. */
function dueTerm({ planType, cancelRequested, termEndsAt, endsEarlyAt }: EndingFacts): Date | null {
  if (cancelRequested) return null;
  if (planType === 'annual') return endsEarlyAt;
  return endsEarlyAt !== null && endsEarlyAt < termEndsAt ? endsEarlyAt : termEndsAt;
}

function endsAsDue(facts: EndingFacts): boolean {
  const { cancelRequested, stripeCancelAt, currentPeriodEnd } = facts;
  if (stripeCancelAt === null) return false;
  if (cancelRequested) return stripeCancelAt <= currentPeriodEnd;
  return stripeCancelAt.getTime() === (dueTerm(facts) ?? currentPeriodEnd).getTime();
}

/** Whether to pause charges (rules/money 50). An annual plan has no further charge to pause. */
function pauseChange({ planType, chargesPaused, stripePause, unpaid }: EndingFacts) {
  if (planType === 'annual') return null;
  if (!chargesPaused) {
    if (stripePause === 'dispute') return 'resume_charges';
    return stripePause === 'taken_over' || stripePause === 'lifted' ? 'mark_dispute_over' : null;
  }
  if (stripePause === 'none') return 'pause_charges';
  if (stripePause === 'taken_over') return 'mark_pause_lifted';
  return stripePause === 'dispute' && unpaid !== 'nothing' ? 'drop_unpaid' : null;
}

export const RENEWAL = 'subscription_cycle';

const COLLECTED_WITHIN_MS = 3 * 3_600_000;

interface Charge {
  readonly billingReason: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date;
}

/**
 * The instant that counts as the time of a charge, since Stripe collects a renewal about an hour after it falls due
 * (rules/subscriptions 15).
 */
export function chargedAt({ billingReason, createdAt, paidAt }: Charge): Date {
  const inTime = paidAt.getTime() - createdAt.getTime() <= COLLECTED_WITHIN_MS;
  return billingReason === RENEWAL && inTime ? createdAt : paidAt;
}

/**
 * The time of a cancellation request by Stripe's clock: in whole seconds like Stripe's timestamps, and never before the
 * latest payment.
 */
export function cancellationInstant(now: Date, lastPaid: Date | null): Date {
  const thisSecond = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.max(thisSecond, lastPaid === null ? 0 : lastPaid.getTime() + 1000));
}

/** A renewal charged after the cancellation, which is refunded (decision 004). */
export function isLateRenewal(
  { billingReason, status, paidAt }: { billingReason: string | null; status: string; paidAt: Date | null },
  cancelRequestedAt: Date | null,
): boolean {
  const isPaidRenewal = billingReason === RENEWAL && status === 'paid';
  return cancelRequestedAt !== null && isPaidRenewal && paidAt !== null && paidAt >= cancelRequestedAt;
}

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
  readonly renewalUnpaid: boolean;
}

/** Until when a cancelled subscription can be resumed (rules/subscriptions 11). Null if it can't be resumed. */
export function resumableUntil(facts: ResumeFacts, now: Date): Date | null {
  const { status, cancelRequested, refunded, stripeStatus, currentPeriodEnd, renewalUnpaid } = facts;
  const isCancelled = status === 'cancelled' && cancelRequested && !refunded;
  const isInPaidPeriod =
    (stripeStatus === 'active' || stripeStatus === 'trialing') && !renewalUnpaid && now < currentPeriodEnd;
  return isCancelled && isInPaidPeriod ? currentPeriodEnd : null;
}

export function resumableIfCancelled(
  facts: Pick<ResumeFacts, 'status' | 'stripeStatus' | 'currentPeriodEnd' | 'renewalUnpaid'>,
  now: Date,
): Date | null {
  if (decideCancel(facts.status) !== 'cancel') return null;
  return resumableUntil({ ...facts, status: 'cancelled', cancelRequested: true, refunded: false }, now);
}

export function resumeDayInWords(until: string): string {
  return formatDate(new Date(until));
}
