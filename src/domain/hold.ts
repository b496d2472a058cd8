import { type CalendarDate, type DateWindow, laterOf } from './calendar-date.ts';

/**
 * From that letter on, nothing is mailed before `resumeOn`. planning/held.sql.ts says the same in SQL for all
 * subscribers.
 */
export interface Hold {
  readonly fromLetter: number;
  readonly resumeOn: CalendarDate;
}

export const LONGEST_HOLD_DAYS = 182;
export const MAILING_DAYS_PER_HOLD = 14;

export function isOnHold(holds: readonly Hold[], letter: number, mailingDay: CalendarDate): boolean {
  return holds.some(({ fromLetter, resumeOn }) => fromLetter <= letter && mailingDay < resumeOn);
}

export function resumeDay(holds: readonly Hold[], letter: number): CalendarDate | null {
  const days = holds.filter(({ fromLetter }) => fromLetter <= letter).map(({ resumeOn }) => resumeOn);
  return days.length === 0 ? null : days.reduce(laterOf);
}

export interface HoldableLetter {
  readonly letter: number;
  readonly mailingDay: CalendarDate;
  readonly handOver: DateWindow;
}

export function leavesFrom({ letter, mailingDay, handOver }: HoldableLetter): CalendarDate {
  return letter === 1 ? handOver.earliest : mailingDay;
}
