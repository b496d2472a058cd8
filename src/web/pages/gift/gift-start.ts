import type { CalendarDate } from '../../../domain/calendar-date.ts';

export function scheduledWords(startDate: string, today: CalendarDate): string {
  if (startDate === today) return 'It starts today';
  return startDate > today ? 'Not started yet' : 'The first letter is being addressed';
}
