import { useState } from 'react';
import { type CalendarDate, newYorkDate } from '../../../../domain/calendar-date.ts';

/** When the page was opened, and the day that was in New York. */
export function useMoment(): { readonly now: Date; readonly today: CalendarDate } {
  const [now] = useState(() => new Date());
  return { now, today: newYorkDate(now) };
}
