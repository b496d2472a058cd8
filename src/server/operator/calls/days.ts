import { and, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { addDays, calendarDate, newYorkMidnight } from '../../../domain/calendar-date.ts';

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether an instant is within these days in New York, including the first and the last. */
export function isBetween(at: SQLWrapper, { from, to }: Days): SQL | undefined {
  return and(
    from ? sql`${at} >= ${newYorkMidnight(calendarDate(from)).toISOString()}` : undefined,
    to ? sql`${at} < ${newYorkMidnight(addDays(calendarDate(to), 1)).toISOString()}` : undefined,
  );
}
