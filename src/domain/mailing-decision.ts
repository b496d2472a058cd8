import type { CalendarDate } from './calendar-date.ts';
import { mailingDecision, type MailingFacts } from './letter-plan.ts';
import { type Hold, isHeld } from './hold.ts';
import { LETTERS_PER_SEASON, MONTHS_PER_SEASON } from './season.ts';
import type { SubscriptionStatus } from './subscription.ts';

// The rules of this file: rules/fulfilment 1-20.

/** What the sorting office has to know of one subscription, besides dates and payments. */
export interface StandingFacts {
  readonly status: Exclude<SubscriptionStatus, 'pending'>;
  /** Given back under the 30-day guarantee: all mail ended at once. */
  readonly refunded: boolean;
  /** The cardholder went to their bank: mail is paused. */
  readonly disputed: boolean;
  readonly holds: readonly Hold[];
}

export interface FridayFacts extends MailingFacts, StandingFacts {
  /** The letter after those mailed lies in another run that has not been handed over: letters go out in order. */
  readonly nextIsInAnotherRun: boolean;
  /** The nominal date of the newest letter, mailed or in another run. */
  readonly newestMailingDay: CalendarDate | null;
}

export interface FirstLetterFacts extends StandingFacts {
  /** The New York payment date, or a gift's start. */
  readonly serviceStart: CalendarDate;
  readonly monthsPaid: number;
}

/** Why a subscription gets nothing in a run, in the words of the console. */
export const EXCLUSIONS = {
  refunded: 'Refunded under the guarantee: all mail has ended.',
  season_complete: 'All twenty-four letters have been mailed.',
  disputed: 'The payment is disputed: mail is paused.',
  first_letter_not_handed_over: 'Letter 1 has not been posted yet.',
  first_letter_too_recent: 'Letter 1 was posted less than a week before.',
  earlier_letter_not_handed_over: 'The letter before lies in another run that has not been handed over.',
  mailed_that_day: 'A letter of that mailing day, or of a later one, has been mailed.',
  on_hold: 'The subscriber asked us to hold the mail.',
  not_paid: 'What has been paid for has been mailed.',
  starts_later: 'The season has not begun yet.',
} as const;
export type Exclusion = keyof typeof EXCLUSIONS;

export type RunDecision =
  | { readonly kind: 'due'; readonly letter: number }
  /** Due as soon as a renewal is paid that may still come before the hand-over. */
  | { readonly kind: 'waiting'; readonly letter: number }
  | { readonly kind: 'excluded'; readonly reason: Exclusion };

/** Whether a letter of 2-24 goes out with that Friday's run: which, or why not. */
export function fridayDecision(facts: FridayFacts, friday: CalendarDate): RunDecision {
  if (facts.refunded) return excluded('refunded');
  if (facts.mailedCount >= LETTERS_PER_SEASON) return excluded('season_complete');
  if (facts.disputed) return excluded('disputed');
  const decision = mailingDecision(facts, friday);
  if (!decision.due && decision.reason !== 'not_paid') return excluded(decision.reason);
  if (facts.nextIsInAnotherRun) return excluded('earlier_letter_not_handed_over');
  if (facts.newestMailingDay !== null && facts.newestMailingDay >= friday) return excluded('mailed_that_day');
  const letter = facts.mailedCount + 1;
  if (isHeld(facts.holds, letter, friday)) return excluded('on_hold');
  if (decision.due) return { kind: 'due', letter };
  return isRenewalExpected(facts) ? { kind: 'waiting', letter } : excluded('not_paid');
}

/**
 * Whether letter 1 goes out with the run of that business day, where it has been neither mailed nor put into another: from the day after the
 * season's start on.
 */
export function firstLetterDecision(facts: FirstLetterFacts, day: CalendarDate): RunDecision {
  if (facts.refunded) return excluded('refunded');
  if (facts.disputed) return excluded('disputed');
  if (facts.serviceStart >= day) return excluded('starts_later');
  if (facts.monthsPaid === 0) return excluded('not_paid');
  if (isHeld(facts.holds, 1, day)) return excluded('on_hold');
  return { kind: 'due', letter: 1 };
}

function excluded(reason: Exclusion): RunDecision {
  return { kind: 'excluded', reason };
}

/** A charge is still to come that nobody has called off. */
export function isRenewalExpected({ status, monthsPaid }: Pick<FridayFacts, 'status' | 'monthsPaid'>): boolean {
  return (status === 'active' || status === 'past_due') && monthsPaid < MONTHS_PER_SEASON;
}
