import { addDays, type CalendarDate, formatDate } from './calendar-date.ts';

export const GUARANTEE_DAYS = 30;

/** Null while nothing has been mailed: the guarantee still applies. */
export function guaranteeEndsOn(firstMailing: CalendarDate | null): CalendarDate | null {
  return firstMailing === null ? null : addDays(firstMailing, GUARANTEE_DAYS);
}

export function isGuaranteed(firstMailing: CalendarDate | null, today: CalendarDate): boolean {
  const lastDay = guaranteeEndsOn(firstMailing);
  return lastDay === null || today <= lastDay;
}

/** The facts about the guarantee that screens get. Without a payment there is nothing to refund. */
export function guaranteeOn(today: CalendarDate, firstMailing: CalendarDate | null, hasPaid: boolean) {
  if (!hasPaid) return { open: false, lastDay: null };
  return { open: isGuaranteed(firstMailing, today), lastDay: guaranteeEndsOn(firstMailing) };
}

export function guaranteeUntil(lastDay: CalendarDate | null, mailing: string): string {
  return lastDay === null ? `until ${GUARANTEE_DAYS} days after ${mailing}` : `until ${formatDate(lastDay)}`;
}
