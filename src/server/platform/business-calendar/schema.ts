import { boolean, date, pgTable, text } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { instant } from '../db/columns.ts';

const day = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>();

/** Operators' corrections to the table of federal holidays. */
export const holidayOverrides = pgTable('holiday_overrides', {
  day: day('day').primaryKey(),
  /** True: a holiday that the table does not know. False: the post runs all the same. */
  isHoliday: boolean('is_holiday').notNull(),
  note: text('note').notNull(),
  createdAt: instant('created_at').notNull(),
});
