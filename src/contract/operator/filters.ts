import * as z from 'zod/mini';
import { isCalendarDate } from '../../domain/calendar-date.ts';
import { calendarDate, text } from '../fields.ts';

const filterDay = calendarDate.check(z.refine(isCalendarDate, 'Not a calendar date.'));

/** Words that are searched for. */
export const searched = z.optional(text(100));

/** Days in New York, including the first and the last. */
export const betweenDays = { from: z.optional(filterDay), to: z.optional(filterDay) };
