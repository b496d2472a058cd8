import { addDays, type CalendarDate } from './calendar-date.ts';

/** rules/money 32: a full refund within 30 days of the first mailing. */
export const GUARANTEE_DAYS = 30;

/** The last day on which a season can be given back; null while nothing has been mailed, when it always can be. */
export function guaranteeEndsOn(firstMailing: CalendarDate | null): CalendarDate | null {
  return firstMailing === null ? null : addDays(firstMailing, GUARANTEE_DAYS);
}

/** Whether the 30-day guarantee still covers a season whose first letter was handed over on `firstMailing`. */
export function isGuaranteed(firstMailing: CalendarDate | null, today: CalendarDate): boolean {
  const lastDay = guaranteeEndsOn(firstMailing);
  return lastDay === null || today <= lastDay;
}
