import { type CalendarDate, isCalendarDate } from '../../../domain/calendar-date.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/**
 * What looks like a day is one: there is no February 30.
 * @param field where it was entered
 * @throws ApiError validation_failed
 */
export function existingDay(day: string, field: string): CalendarDate {
  if (isCalendarDate(day)) return day;
  throw new ApiError('validation_failed', 'There is no such day.', { [field]: 'There is no such day.' });
}
