import { type SQL, sql } from 'drizzle-orm';
import { TRANSIT_DAYS } from '../../../domain/mailing-calendar.ts';

/** Days from the hand-over to an edge of the window, on columns `country` and `letter`. `deliveryWindowOf` in domain is its model. */
export function transitDays(edge: 'earliest' | 'latest'): SQL {
  const { domestic, abroad } = TRANSIT_DAYS;
  return sql.raw(
    `case when country = 'US' then case when letter = 1 then ${domestic.first[edge]} else ${domestic.later[edge]} end ` +
      `else case when letter = 1 then ${abroad.first[edge]} else ${abroad.later[edge]} end end`,
  );
}
