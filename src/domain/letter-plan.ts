import { addDays, type CalendarDate, type DateWindow, laterOf, newYorkDate } from './calendar-date.ts';
import { type HolidayOverrides, NO_OVERRIDES } from './holidays.ts';
import {
  deliveryWindowOf,
  DAYS_AFTER_FIRST_LETTER,
  firstLetterFreezeInstant,
  freezeInstant,
  handOverDay,
  nextMailingDays,
  remainingFirstLetterWindow,
  serviceThrough,
} from './mailing-calendar.ts';
import { type Hold, isHeld, MAILING_DAYS_PER_HOLD, resumeDay } from './hold.ts';
import { LETTERS_PER_MONTH, LETTERS_PER_SEASON, MONTHS_PER_SEASON } from './season.ts';

// All rules of this file: rules/fulfilment.

export interface MailingFacts {
  /** The nominal date of letter 1's hand-over; null while it has not been posted. */
  readonly firstLetterHandedOverOn: CalendarDate | null;
  /** Letters mailed so far, letter 1 included. */
  readonly mailedCount: number;
  /** Paid invoices in months: an annual one pays for 12. */
  readonly monthsPaid: number;
  /** The first day no longer paid for. */
  readonly serviceThrough: CalendarDate;
}

export type MailingDecision =
  | { readonly due: true; readonly letter: number }
  | {
      readonly due: false;
      readonly reason: 'first_letter_not_handed_over' | 'first_letter_too_recent' | 'season_complete' | 'not_paid';
    };

/** Whether a letter of 2-24 goes out on that mailing day: which, or why not. */
export function mailingDecision(facts: MailingFacts, friday: CalendarDate): MailingDecision {
  if (facts.mailedCount >= LETTERS_PER_SEASON) return { due: false, reason: 'season_complete' };
  if (facts.firstLetterHandedOverOn === null) return { due: false, reason: 'first_letter_not_handed_over' };
  if (addDays(facts.firstLetterHandedOverOn, DAYS_AFTER_FIRST_LETTER) > friday) {
    return { due: false, reason: 'first_letter_too_recent' };
  }
  if (friday >= facts.serviceThrough && facts.mailedCount >= LETTERS_PER_MONTH * facts.monthsPaid) {
    return { due: false, reason: 'not_paid' };
  }
  return { due: true, letter: facts.mailedCount + 1 };
}

/** One letter that has left: `mailingDay` is its nominal date, `handedOverOn` the day the post took it. */
export interface MailedLetter {
  readonly letter: number;
  readonly mailingDay: CalendarDate;
  readonly handedOverOn: CalendarDate;
}

export interface ScheduledLetter {
  readonly letter: number;
  /** The nominal date: the run's day for letter 1 (while planned, the last it may be), a 2nd or 4th Friday for the rest. */
  readonly mailingDay: CalendarDate;
  readonly handOver: DateWindow;
  readonly deliveryWindow: DateWindow;
  /** From then on the address of this letter no longer changes. */
  readonly freezesAt: Date;
  /** The last day, in New York, on which its address can be changed. */
  readonly addressChangeUntil: CalendarDate;
  readonly mailed: boolean;
}

export interface ScheduleFacts {
  /** The New York payment date, or a gift's start date. */
  readonly serviceStart: CalendarDate;
  readonly country: string;
  /** Letters already handed over, in order. */
  readonly mailed: readonly MailedLetter[];
  readonly today: CalendarDate;
  /** The whole season unless given: after a cancellation, the months that were paid. */
  readonly monthsPaid?: number;
  readonly holds?: readonly Hold[];
  readonly overrides?: HolidayOverrides;
}

/**
 * The nominal plan: every letter mailed so far, then one on each mailing day from `today` on, until the months paid are
 * served. A season paid in full lists all 24.
 */
export function schedule(facts: ScheduleFacts): readonly ScheduledLetter[] {
  const mailed = facts.mailed.map((letter) => mailedLetter(letter, facts));
  const begun = mailed.length > 0 ? mailed : [plannedFirstLetter(facts)];
  return [...begun, ...plannedLetters(begun, facts)];
}

function mailedLetter(letter: MailedLetter, facts: ScheduleFacts): ScheduledLetter {
  const handOver = { earliest: letter.handedOverOn, latest: letter.handedOverOn };
  return scheduledLetter({ ...letter, handOver, mailed: true }, facts);
}

function plannedFirstLetter(facts: ScheduleFacts): ScheduledLetter {
  const notBefore = laterOf(facts.today, resumeDay(facts.holds ?? [], 1) ?? facts.today);
  const handOver = remainingFirstLetterWindow(facts.serviceStart, notBefore, facts.overrides);
  return scheduledLetter({ letter: 1, mailingDay: handOver.latest, handOver, mailed: false }, facts);
}

function plannedLetters(begun: readonly ScheduledLetter[], facts: ScheduleFacts): ScheduledLetter[] {
  const { overrides = NO_OVERRIDES, monthsPaid = MONTHS_PER_SEASON } = facts;
  const paid = { monthsPaid, serviceThrough: serviceThrough(facts.serviceStart, monthsPaid) };
  const firstLetterHandedOverOn = begun[0]?.mailingDay ?? null;
  const planned: ScheduledLetter[] = [];
  for (const mailingDay of openMailingDays(begun, facts)) {
    const decision = mailingDecision(
      { ...paid, firstLetterHandedOverOn, mailedCount: begun.length + planned.length },
      mailingDay,
    );
    if (!decision.due || isHeld(facts.holds ?? [], decision.letter, mailingDay)) continue;
    const day = handOverDay(mailingDay, overrides);
    const handOver = { earliest: day, latest: day };
    planned.push(scheduledLetter({ letter: decision.letter, mailingDay, handOver, mailed: false }, facts));
  }
  return planned;
}

/** As many mailing days as a season can still need, after the last letter and not handed over before today. */
function openMailingDays(begun: readonly ScheduledLetter[], facts: ScheduleFacts): readonly CalendarDate[] {
  const dayAfterLast = addDays(begun.at(-1)?.mailingDay ?? facts.today, 1);
  const from = dayAfterLast > facts.today ? dayAfterLast : facts.today;
  return nextMailingDays(from, LETTERS_PER_SEASON + 1 + MAILING_DAYS_PER_HOLD).filter(
    (friday) => handOverDay(friday, facts.overrides) >= facts.today,
  );
}

function scheduledLetter(
  planned: Pick<ScheduledLetter, 'letter' | 'mailingDay' | 'handOver' | 'mailed'>,
  facts: ScheduleFacts,
): ScheduledLetter {
  const { letter, mailingDay, handOver, mailed } = planned;
  const freezesAt =
    letter === 1 ? firstLetterFreezeInstant(handOver.earliest) : freezeInstant(mailingDay, facts.overrides);
  return {
    letter,
    mailingDay,
    handOver,
    deliveryWindow: deliveryWindowOf(letter, facts.country, handOver),
    freezesAt,
    addressChangeUntil: addDays(newYorkDate(freezesAt), -1),
    mailed,
  };
}

/** The first letter that an address changed at `now` still reaches; null when none is left to change. */
export function firstChangeableLetter(plan: readonly ScheduledLetter[], now: Date): ScheduledLetter | null {
  return plan.find((letter) => !letter.mailed && now < letter.freezesAt) ?? null;
}
