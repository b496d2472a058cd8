import { MONTHS_PER_SEASON } from './season.ts';
import type { SubscriptionStatus } from './subscription.ts';

export type StripeStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

export function isStripeStatus(word: string): word is StripeStatus {
  return Object.hasOwn(MEANING_OF, word);
}

export interface StripeFacts {
  readonly stripeStatus: StripeStatus;
  readonly monthsPaid: number;
  readonly cancelRequested: boolean;
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

/** Equal facts give an equal event, so repeated and reordered webhooks are harmless. */
export function eventFromStripe(facts: StripeFacts): SubscriptionEvent {
  if (facts.monthsPaid === 0) return 'nothing_paid';
  if (facts.refunded) return 'ended_early';
  if (facts.cancelRequested) return 'cancel_requested';
  const event = MEANING_OF[facts.stripeStatus];
  return event === 'term_ended' && facts.monthsPaid < MONTHS_PER_SEASON ? 'ended_early' : event;
}

type Transitions = Record<SubscriptionEvent, SubscriptionStatus>;

const TRANSITIONS = {
  pending: {
    nothing_paid: 'pending',
    in_good_standing: 'active',
    payment_overdue: 'past_due',
    cancel_requested: 'cancelled',
    ended_early: 'cancelled',
    // All earlier webhooks were lost. All months are paid for, so the letters must be mailed.
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

export function nextStatus(current: SubscriptionStatus, event: SubscriptionEvent): SubscriptionStatus {
  return TRANSITIONS[current][event];
}
