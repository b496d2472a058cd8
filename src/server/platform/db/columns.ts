import { date, timestamp } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../domain/calendar-date.ts';

/** Millisecond precision, so that an instant read back equals the JavaScript date that was written. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = instant('created_at').notNull();
export const updatedAt = instant('updated_at').notNull();
/** A date of the post, in America/New_York. */
export const calendarDate = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>();
