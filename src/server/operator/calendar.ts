import { addMonths, type CalendarDate, isCalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import { observedHolidaysByName } from '../../domain/holidays.ts';
import { freezeInstant, handOverDay, nextMailingDays } from '../../domain/mailing-calendar.ts';
import { listHolidayOverrides, loadHolidayOverrides, overrideHoliday } from '../platform/holidays.ts';
import { ApiError } from '../platform/api-error.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { QUERY_LIMIT, pageOf } from './calls/paging.ts';

const MAILINGS_AHEAD = 6;

export const calendarHandlers = {
  async getCalendar({ ctx: { db, clock } }) {
    const today = newYorkDate(clock.now());
    const overrides = await loadHolidayOverrides(db);
    const year = Number(today.slice(0, 4));
    const yearFromNow = addMonths(today, 12);
    return {
      mailings: nextMailingDays(today, MAILINGS_AHEAD).map((friday) => ({
        nominalOn: friday,
        handOverOn: handOverDay(friday, overrides),
        freezesAt: freezeInstant(friday, overrides).toISOString(),
      })),
      holidays: [year, year + 1]
        .flatMap((each) => observedHolidaysByName(each))
        .filter(({ day }) => day >= today && day < yearFromNow),
    };
  },

  async listHolidays({ ctx: { db, clock }, query: { after } }) {
    const today = newYorkDate(clock.now());
    const before = after === undefined ? null : existingDay(after, 'after');
    return pageOf(
      await listHolidayOverrides(db, { before, limit: QUERY_LIMIT }),
      ({ day, isHoliday, note }) => ({ day, isHoliday, note, ahead: day > today }),
      ({ day }) => day,
    );
  },

  async correctHoliday({ ctx, act, body: { day: text, as, note } }) {
    const day = existingDay(text, 'day');
    const isHoliday = as === 'usual' ? null : as === 'closed';
    await overrideHoliday(ctx, { day, isHoliday, note: note ?? '' }, act);
    return { day, isHoliday };
  },
} satisfies Partial<OperatorHandlers>;

/**
 * Refuses dates that don't exist, such as February 30.
 * @param field the field it was entered in
 * @throws ApiError validation_failed
 */
export function existingDay(day: string, field: string): CalendarDate {
  if (isCalendarDate(day)) return day;
  throw new ApiError('validation_failed', 'There’s no such day.', { [field]: 'There’s no such day.' });
}
