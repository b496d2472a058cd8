import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import { type Hold, isOnHold } from '../../src/domain/hold.ts';
import { mailingDecision, type MailingFacts } from '../../src/domain/letter-plan.ts';
import type { Exclusion } from '../../src/domain/run-exclusions.ts';
import { LETTERS_PER_SEASON, MONTHS_PER_SEASON } from '../../src/domain/season.ts';

// The model, for one subscriber, of src/server/fulfilment/planning/due.sql.ts.

interface StandingFacts {
  readonly status: 'active' | 'past_due' | 'cancelled';
  readonly refunded: boolean;
  readonly disputed: boolean;
  readonly holds: readonly Hold[];
}

export interface FridayFacts extends MailingFacts, StandingFacts {
  /** The next letter is in another run that isn't handed over yet. */
  readonly nextIsInAnotherRun: boolean;
  /** The nominal date of the newest letter, mailed or in another run. */
  readonly newestMailingDay: CalendarDate | null;
}

interface FirstLetterFacts extends StandingFacts {
  readonly serviceStart: CalendarDate;
  readonly monthsPaid: number;
}

export type RunDecision =
  | { readonly kind: 'due'; readonly letter: number }
  /** Due if a renewal is paid before the hand-over. */
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
  if (isOnHold(facts.holds, letter, friday)) return excluded('on_hold');
  if (decision.due) return { kind: 'due', letter };
  const isRenewalExpected =
    (facts.status === 'active' || facts.status === 'past_due') && facts.monthsPaid < MONTHS_PER_SEASON;
  return isRenewalExpected ? { kind: 'waiting', letter } : excluded('not_paid');
}

/** Whether letter 1 goes out on that business day, if it is neither mailed nor in another run. */
export function firstLetterDecision(facts: FirstLetterFacts, day: CalendarDate): RunDecision {
  if (facts.refunded) return excluded('refunded');
  if (facts.disputed) return excluded('disputed');
  if (facts.serviceStart >= day) return excluded('starts_later');
  if (facts.monthsPaid === 0) return excluded('not_paid');
  if (isOnHold(facts.holds, 1, day)) return excluded('on_hold');
  return { kind: 'due', letter: 1 };
}

function excluded(reason: Exclusion): RunDecision {
  return { kind: 'excluded', reason };
}
