import { useState } from 'react';
import { type CalendarDate, newYorkDate } from '../../../../domain/calendar-date.ts';

export function useMoment(): { readonly now: Date; readonly today: CalendarDate } {
  const [now] = useState(() => new Date());
  return { now, today: newYorkDate(now) };
}
