import * as z from 'zod/mini';
import { calendarDate, instant, optionalText } from '../fields.ts';
import { operatorEndpoint, page, paged } from './paging.ts';

export const getCalendar = operatorEndpoint('GET /api/operator/calendar', {
  summary: 'The mailing days ahead, and the federal holidays of the next twelve months.',
  reply: z.object({
    mailings: z.array(z.object({ nominalOn: calendarDate, handOverOn: calendarDate, freezesAt: instant })),
    holidays: z.array(z.object({ day: calendarDate, name: z.string() })),
  }),
});
export type CalendarReply = z.output<typeof getCalendar.reply>;

const holidayReply = z.object({
  day: calendarDate,
  /** True makes a business day a holiday; false makes a holiday a business day. */
  isHoliday: z.boolean(),
  note: z.string(),
  ahead: z.boolean(),
});
export type HolidayReply = z.output<typeof holidayReply>;

export const listHolidays = operatorEndpoint('GET /api/operator/holidays', {
  summary: 'Operators’ corrections to the table of federal holidays, the latest day first.',
  query: paged,
  reply: page(holidayReply),
});

export const correctHoliday = operatorEndpoint('POST /api/operator/holidays', {
  summary: 'Closes or opens the post on a day to come, or leaves it to the table again. Frozen runs stay as they are.',
  body: z.object({
    day: calendarDate,
    as: z.enum(['closed', 'open', 'usual']),
    note: optionalText(200),
  }),
  /** Null removes the correction, so that the table of federal holidays applies. */
  reply: z.object({ day: calendarDate, isHoliday: z.nullable(z.boolean()) }),
});
