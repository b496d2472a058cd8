import * as z from 'zod/mini';
import { isCalendarDate } from '../../domain/calendar-date.ts';
import { calendarDate } from '../fields.ts';

/** A New York day that a list begins or ends with. */
export const filterDay = calendarDate.check(z.refine(isCalendarDate, 'Not a calendar date.'));
