import { type SQL, sql } from 'drizzle-orm';
import { addMonths, type CalendarDate, calendarDate } from '../../../domain/calendar-date.ts';

const MONTHS = 12;

export function firstMonth(today: CalendarDate): CalendarDate {
  return addMonths(monthStart(today), 1 - MONTHS);
}

export function monthStart(today: CalendarDate): CalendarDate {
  return calendarDate(`${today.slice(0, 7)}-01`);
}

/** Midnight in New York at the beginning of a day. */
export function startOf(day: CalendarDate): SQL {
  return sql`(${day}::date::timestamp at time zone 'America/New_York')`;
}

/** The first day of an instant's month in New York. */
export function monthOf(instant: SQL): SQL {
  return sql`date_trunc('month', ${instant} at time zone 'America/New_York')::date`;
}
