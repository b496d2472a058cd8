import { type SQL, sql } from 'drizzle-orm';
import { FAR_STATES, FAR_ZIP_CODES, TRANSIT_DAYS } from '../../../domain/transit.ts';

const IS_FAR = `(address ->> 'postalCode' ~ '${FAR_ZIP_CODES}'
  or upper(address ->> 'stateProvince') in (${FAR_STATES.map((state) => `'${state}'`).join(', ')}))`;

/**
 * Days from the hand-over to the start or end of the window, from columns `country`, `address` and `letter`. Must agree
 * with `deliveryWindowOf` in domain.
 */
export function transitDays(edge: 'earliest' | 'latest'): SQL {
  const { domestic, abroad } = TRANSIT_DAYS;
  return sql.raw(
    `case when country = 'US' and not ${IS_FAR} ` +
      `then case when letter = 1 then ${domestic.first[edge]} else ${domestic.later[edge]} end ` +
      `else case when letter = 1 then ${abroad.first[edge]} else ${abroad.later[edge]} end end`,
  );
}
