import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { calendarDate, instant, optionalText } from '../fields.ts';
import { page, paged } from './paging.ts';

// The console's side of the calendar: when letters go to the post, and on which days the post is closed.

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/operator/calendar',
  access: 'operator',
  summary: 'The mailing days ahead, and the federal holidays of the next twelve months.',
  reply: z.object({
    mailings: z.array(z.object({ nominalOn: calendarDate, handOverOn: calendarDate, freezesAt: instant })),
    holidays: z.array(z.object({ day: calendarDate, name: z.string() })),
  }),
  errors: [],
});
export type CalendarReply = z.output<typeof getCalendar.reply>;

export const holidayReply = z.object({
  day: calendarDate,
  /** True: the post is closed on a day that the table does not know. False: it is open on a holiday. */
  isHoliday: z.boolean(),
  note: z.string(),
  /** Days that have been are history. */
  ahead: z.boolean(),
});
export type HolidayReply = z.output<typeof holidayReply>;

export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/operator/holidays',
  access: 'operator',
  summary: 'Operators’ corrections to the table of federal holidays, the latest day first.',
  query: paged,
  reply: page(holidayReply),
  errors: [],
});

export const correctHoliday = endpoint({
  method: 'POST',
  path: '/api/operator/holidays',
  access: 'operator',
  summary: 'Closes or opens the post on a day to come, or leaves it to the table again. Frozen runs stay as they are.',
  body: z.object({
    day: calendarDate,
    as: z.enum(['closed', 'open', 'usual']),
    note: optionalText(200),
  }),
  /** Null: as the table has it. */
  reply: z.object({ day: calendarDate, isHoliday: z.nullable(z.boolean()) }),
  errors: [],
});
