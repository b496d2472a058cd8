import { daysBetween, newYorkDate } from './calendar-date.ts';

const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const DAYS_PER_YEAR = 365.2425;
const DAYS_PER_MONTH = DAYS_PER_YEAR / 12;

/** 'yesterday', '3 days ago', '2 months ago': by New York's calendar. */
export function elapsedWords(then: Date, now: Date): string {
  const days = Math.max(0, daysBetween(newYorkDate(then), newYorkDate(now)));
  if (days < 2 * DAYS_PER_MONTH) return RELATIVE.format(-days, 'day');
  if (days < 2 * DAYS_PER_YEAR) return RELATIVE.format(-Math.floor(days / DAYS_PER_MONTH), 'month');
  return RELATIVE.format(-Math.floor(days / DAYS_PER_YEAR), 'year');
}
