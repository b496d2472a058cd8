import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { mailingPieces } from '../schema.ts';

/** Letters that have come by `today` (New York). test/models/received-letters is its model. */
export function lettersReceived(subscriptionId: PgColumn, today: string | Placeholder | SQL): SQL<number> {
  const { letter, state, confirmedAt, arrivesBy } = mailingPieces;
  return sql<number>`(select count(distinct ${letter})::int from ${mailingPieces}
    where ${mailingPieces.subscriptionId} = ${subscriptionId} and ${state} = 'handed_over'
      and (${confirmedAt} is not null or ${arrivesBy} < ${today}))`;
}
