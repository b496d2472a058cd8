import type { CalendarDate } from '../../../domain/calendar-date.ts';

export const NOT_MAILED_YET = 'The first letter hasn’t been mailed yet';

export function scheduledWords(startDate: string, today: CalendarDate): string {
  if (startDate === today) return 'It starts today';
  return startDate > today ? 'Not started yet' : NOT_MAILED_YET;
}
