import type { ReplyOf } from '../../../contract/endpoint.ts';
import type {
  CalendarReply,
  correctHoliday,
  getCalendar,
  HolidayReply,
  listHolidays,
} from '../../../contract/operator/calendar.ts';
import { addMonths, newYorkDate } from '../../../domain/calendar-date.ts';
import { observedHolidaysByName } from '../../../domain/holidays.ts';
import { freezeInstant, handOverDay, nextMailingDays } from '../../../domain/mailing-calendar.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import {
  type HolidayOverride,
  listHolidayOverrides,
  loadHolidayOverrides,
  overrideHoliday,
} from '../../platform/business-calendar/holidays.ts';
import { actOf } from '../paging/act.ts';
import { existingDay } from './days.ts';
import { ONE_TOO_MANY, pageOf } from '../paging/paging.ts';

const MAILINGS_AHEAD = 6;

export async function handleGetCalendar({ ctx }: CommerceCall<typeof getCalendar>): Promise<CalendarReply> {
  return await readCalendar(ctx);
}

export async function readCalendar({ db, clock }: Pick<CommerceContext, 'db' | 'clock'>): Promise<CalendarReply> {
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
}

export async function handleListHolidays({
  ctx,
  query,
}: CommerceCall<typeof listHolidays>): Promise<ReplyOf<typeof listHolidays>> {
  return await pageOfHolidays(ctx, query.after);
}

/** @throws ApiError validation_failed */
export async function pageOfHolidays({ db, clock }: Pick<CommerceContext, 'db' | 'clock'>, after?: string) {
  const today = newYorkDate(clock.now());
  const present = ({ day, isHoliday, note }: HolidayOverride): HolidayReply => ({
    day,
    isHoliday,
    note,
    ahead: day > today,
  });
  const before = after === undefined ? null : existingDay(after, 'after');
  const rows = await listHolidayOverrides(db, { before, limit: ONE_TOO_MANY });
  return pageOf(rows, present, ({ day }) => day);
}

export async function handleCorrectHoliday({
  ctx,
  user,
  body: { day: text, as, note },
}: CommerceCall<typeof correctHoliday>): Promise<ReplyOf<typeof correctHoliday>> {
  const day = existingDay(text, 'day');
  const isHoliday = as === 'usual' ? null : as === 'closed';
  await overrideHoliday(ctx, { day, isHoliday, note: note ?? '' }, actOf(user));
  return { day, isHoliday };
}
