import { type CalendarDate, type DateWindow, laterOf } from './calendar-date.ts';

/** A subscriber is away: from that letter on, nothing is mailed on a day before `resumeOn`. What is held follows afterwards. */
export interface Hold {
  readonly fromLetter: number;
  readonly resumeOn: CalendarDate;
}

/** Half a year is a long journey; whoever stays longer has moved, and changes the address instead. */
export const LONGEST_HOLD_DAYS = 182;
export const MAILING_DAYS_PER_HOLD = 14;

/** Whether that letter stays in the house on that mailing day. */
export function isHeld(holds: readonly Hold[], letter: number, mailingDay: CalendarDate): boolean {
  return holds.some(({ fromLetter, resumeOn }) => fromLetter <= letter && mailingDay < resumeOn);
}

/** The first day on which that letter may be mailed; null when nothing holds it. */
export function resumeDay(holds: readonly Hold[], letter: number): CalendarDate | null {
  const days = holds.filter(({ fromLetter }) => fromLetter <= letter).map(({ resumeOn }) => resumeOn);
  return days.length === 0 ? null : days.reduce(laterOf);
}

/** A letter as its calendar has it now, other holds included. */
export interface HoldableLetter {
  readonly letter: number;
  readonly mailingDay: CalendarDate;
  readonly handOver: DateWindow;
}

/** From which day on it may leave; a hold that ends by then holds nothing. */
export function leavesFrom({ letter, mailingDay, handOver }: HoldableLetter): CalendarDate {
  return letter === 1 ? handOver.earliest : mailingDay;
}
