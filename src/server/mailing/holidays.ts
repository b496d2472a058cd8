import { type CalendarDate, isCalendarDate } from '../../domain/calendar-date.ts';
import type { HolidayOverrides } from '../../domain/holidays.ts';
import type { Db } from '../db/database.ts';
import { holidayOverrides } from '../db/mailing-schema.ts';

/** What operators have corrected in the table of federal holidays. */
export async function loadHolidayOverrides(db: Db): Promise<HolidayOverrides> {
  const rows = await db.select().from(holidayOverrides);
  const daysThat = (isHoliday: boolean): CalendarDate[] =>
    rows.filter((row) => row.isHoliday === isHoliday).map(({ day }) => day);
  return { add: daysThat(true), remove: daysThat(false) };
}

/** A column of type `date` comes as text; the type knows it is one, the compiler does not. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new Error(`${text} is not a calendar date.`);
  return text;
}
