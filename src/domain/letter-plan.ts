import { addDays, type CalendarDate, type DateWindow, laterOf, newYorkDate } from './calendar-date.ts';
import { type HolidayOverrides, NO_OVERRIDES } from './holidays.ts';
import {
  DAYS_AFTER_FIRST_LETTER,
  firstLetterFreezeInstant,
  freezeInstant,
  handOverDay,
  nextMailingDays,
  remainingFirstLetterWindow,
  serviceThrough,
} from './mailing-calendar.ts';
import { type Hold, isOnHold, MAILING_DAYS_PER_HOLD, resumeDay } from './hold.ts';
import { LETTERS_PER_MONTH, LETTERS_PER_SEASON, MONTHS_PER_SEASON } from './season.ts';
import { deliveryWindowOf, type Destination } from './transit.ts';

export interface MailingFacts {
  readonly firstLetterHandedOverOn: CalendarDate | null;
  readonly mailedCount: number;
  readonly monthsPaid: number;
  readonly serviceThrough: CalendarDate;
}

export type MailingDecision =
  | { readonly due: true; readonly letter: number }
  | {
      readonly due: false;
      readonly reason: 'first_letter_not_handed_over' | 'first_letter_too_recent' | 'season_complete' | 'not_paid';
    };

/** Whether one of letters 2-24 is due on that mailing day (rules/fulfilment 9). */
export function mailingDecision(facts: MailingFacts, friday: CalendarDate): MailingDecision {
  if (facts.mailedCount >= LETTERS_PER_SEASON) return { due: false, reason: 'season_complete' };
  if (facts.firstLetterHandedOverOn === null) return { due: false, reason: 'first_letter_not_handed_over' };
  if (addDays(facts.firstLetterHandedOverOn, DAYS_AFTER_FIRST_LETTER) > friday) {
    return { due: false, reason: 'first_letter_too_recent' };
  }
  if (!isPaid(facts.mailedCount + 1, friday, facts)) return { due: false, reason: 'not_paid' };
  return { due: true, letter: facts.mailedCount + 1 };
}

export function isPaid(
  letter: number,
  mailingDay: CalendarDate,
  { serviceThrough, monthsPaid }: Pick<MailingFacts, 'serviceThrough' | 'monthsPaid'>,
): boolean {
  return mailingDay < serviceThrough || letter <= LETTERS_PER_MONTH * monthsPaid;
}

export interface MailedLetter {
  readonly letter: number;
  readonly mailingDay: CalendarDate;
  readonly handedOverOn: CalendarDate;
}

export interface ScheduledLetter {
  readonly letter: number;
  /** The nominal date. For a planned letter 1 it is the last day of its window. */
  readonly mailingDay: CalendarDate;
  readonly handOver: DateWindow;
  readonly deliveryWindow: DateWindow;
  readonly freezesAt: Date;
  readonly addressChangeUntil: CalendarDate;
  readonly mailed: boolean;
}

export interface ScheduleFacts {
  readonly serviceStart: CalendarDate;
  readonly destination: Destination;
  /** The address of a letter if it is sealed or goes to a temporary address. */
  readonly destinationOf?: (letter: number) => Destination;
  readonly mailed: readonly MailedLetter[];
  readonly today: CalendarDate;
  readonly monthsPaid?: number;
  readonly holds?: readonly Hold[];
  readonly overrides?: HolidayOverrides;
}

/**
 * All mailed letters, then one letter on each mailing day from `today` on, until every paid month has had its letters.
 */
export function schedule(facts: ScheduleFacts): readonly ScheduledLetter[] {
  const mailed = facts.mailed.map((letter) => mailedLetter(letter, facts));
  const begun = mailed.length > 0 ? mailed : [plannedFirstLetter(facts)];
  return [...begun, ...plannedLetters(begun, facts)];
}

function mailedLetter({ letter, mailingDay, handedOverOn }: MailedLetter, facts: ScheduleFacts): ScheduledLetter {
  return scheduledLetter({ letter, mailingDay, handOver: onlyDay(handedOverOn), mailed: true }, facts);
}

function onlyDay(day: CalendarDate): DateWindow {
  return { earliest: day, latest: day };
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
    if (!decision.due || isOnHold(facts.holds ?? [], decision.letter, mailingDay)) continue;
    const handOver = onlyDay(handOverDay(mailingDay, overrides));
    planned.push(scheduledLetter({ letter: decision.letter, mailingDay, handOver, mailed: false }, facts));
  }
  return planned;
}

function openMailingDays(begun: readonly ScheduledLetter[], facts: ScheduleFacts): readonly CalendarDate[] {
  const dayAfterLast = addDays(begun.at(-1)?.mailingDay ?? facts.today, 1);
  return nextMailingDays(laterOf(dayAfterLast, facts.today), LETTERS_PER_SEASON + 1 + MAILING_DAYS_PER_HOLD).filter(
    (friday) => handOverDay(friday, facts.overrides) >= facts.today,
  );
}

function scheduledLetter(
  planned: Pick<ScheduledLetter, 'letter' | 'mailingDay' | 'handOver' | 'mailed'>,
  facts: ScheduleFacts,
): ScheduledLetter {
  const { letter, mailingDay, handOver } = planned;
  const freezesAt =
    letter === 1 ? firstLetterFreezeInstant(handOver.earliest) : freezeInstant(mailingDay, facts.overrides);
  return {
    ...planned,
    deliveryWindow: deliveryWindowOf(letter, facts.destinationOf?.(letter) ?? facts.destination, handOver),
    freezesAt,
    addressChangeUntil: addDays(newYorkDate(freezesAt), -1),
  };
}

export function firstChangeableLetter<T extends { readonly mailed: boolean; readonly freezesAt: Date }>(
  plan: readonly T[],
  now: Date,
): T | null {
  return plan.find(({ mailed, freezesAt }) => !mailed && now < freezesAt) ?? null;
}
