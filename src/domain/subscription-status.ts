import { MONTHS_PER_SEASON } from './season.ts';
import type { SubscriptionStatus } from './subscription.ts';

/** A subscription's status as the provider words it. */
export type StripeStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** The provider may one day word a status we do not know. */
export function isStripeStatus(word: string): word is StripeStatus {
  return Object.hasOwn(MEANING_OF, word);
}

/** What is known of a subscription when it is read again from the provider, in whatever order the events came. */
export interface StripeFacts {
  readonly stripeStatus: StripeStatus;
  /** Paid invoices in months; a zero-total invoice counts, an annual one pays for 12. */
  readonly monthsPaid: number;
  /** The subscriber asked for it and has not taken it back. */
  readonly cancelRequested: boolean;
  /** Refunded under the 30-day guarantee. */
  readonly refunded: boolean;
}

export type SubscriptionEvent =
  | 'nothing_paid'
  | 'in_good_standing'
  | 'payment_overdue'
  | 'cancel_requested'
  | 'ended_early'
  | 'term_ended'
  | 'last_letter_handed_over';

const MEANING_OF = {
  incomplete: 'nothing_paid',
  incomplete_expired: 'nothing_paid',
  trialing: 'in_good_standing',
  active: 'in_good_standing',
  past_due: 'payment_overdue',
  unpaid: 'payment_overdue',
  paused: 'payment_overdue',
  canceled: 'term_ended',
} as const satisfies Record<StripeStatus, SubscriptionEvent>;

/** What those facts amount to. The same facts always give the same event, so that repeats and shuffles do no harm. */
export function eventFromStripe(facts: StripeFacts): SubscriptionEvent {
  if (facts.monthsPaid === 0) return 'nothing_paid';
  if (facts.refunded) return 'ended_early';
  if (facts.cancelRequested) return 'cancel_requested';
  const event = MEANING_OF[facts.stripeStatus];
  return event === 'term_ended' && facts.monthsPaid < MONTHS_PER_SEASON ? 'ended_early' : event;
}

type Transitions = Record<SubscriptionEvent, SubscriptionStatus>;

/**
 * rules/subscriptions 2: unpaid, refunded and asked-for ends are `cancelled`; only the last letter of an active subscription
 * makes it `completed`; the plain end of the term changes nothing a subscriber can see.
 */
const TRANSITIONS = {
  pending: {
    nothing_paid: 'pending',
    in_good_standing: 'active',
    payment_overdue: 'past_due',
    cancel_requested: 'cancelled',
    ended_early: 'cancelled',
    // Every earlier event was lost, yet it was paid: its letters are owed.
    term_ended: 'active',
    last_letter_handed_over: 'pending',
  },
  active: {
    nothing_paid: 'active',
    in_good_standing: 'active',
    payment_overdue: 'past_due',
    cancel_requested: 'cancelled',
    ended_early: 'cancelled',
    term_ended: 'active',
    last_letter_handed_over: 'completed',
  },
  past_due: {
    nothing_paid: 'past_due',
    in_good_standing: 'active',
    payment_overdue: 'past_due',
    cancel_requested: 'cancelled',
    ended_early: 'cancelled',
    term_ended: 'active',
    last_letter_handed_over: 'completed',
  },
  cancelled: {
    nothing_paid: 'cancelled',
    // The request was taken back before the period ended: resumed.
    in_good_standing: 'active',
    payment_overdue: 'past_due',
    cancel_requested: 'cancelled',
    ended_early: 'cancelled',
    term_ended: 'cancelled',
    last_letter_handed_over: 'cancelled',
  },
  completed: {
    nothing_paid: 'completed',
    in_good_standing: 'completed',
    payment_overdue: 'completed',
    cancel_requested: 'completed',
    ended_early: 'completed',
    term_ended: 'completed',
    last_letter_handed_over: 'completed',
  },
} as const satisfies Record<SubscriptionStatus, Transitions>;

/** The status after that event; events may repeat. */
export function nextStatus(current: SubscriptionStatus, event: SubscriptionEvent): SubscriptionStatus {
  return TRANSITIONS[current][event];
}
