import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { calendarDate, instant } from '../db/columns.ts';

export const holidayOverrides = pgTable('holiday_overrides', {
  day: calendarDate('day').primaryKey(),
  /** True: a holiday that the table does not know. False: the post runs all the same. */
  isHoliday: boolean('is_holiday').notNull(),
  note: text('note').notNull(),
  createdAt: instant('created_at').notNull(),
});
