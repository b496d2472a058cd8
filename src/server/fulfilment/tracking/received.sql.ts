import { or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { mailingPieces } from '../schema.ts';

type Today = string | Placeholder | SQL;

/** Letters that have come by `today` (New York). test/models/received-letters is its model. */
export function lettersReceived(subscriptionId: PgColumn, today: Today): SQL<number> {
  return sql<number>`(select count(distinct ${mailingPieces.letter})::int from ${mailingPieces}
    where ${mailingPieces.subscriptionId} = ${subscriptionId} and ${hasCome(today)})`;
}

/** Whether a piece counts as received by `today` (rules/fulfilment 19). */
function hasCome(today: Today): SQL {
  const { state, confirmedAt, arrivesBy } = mailingPieces;
  return sql`(${state} = 'handed_over' and (${confirmedAt} is not null or ${arrivesBy} < ${today}))`;
}

/** Whether a piece's letter can be opened in the case file (rules/case-file 2). test/models/received-letters is its model. */
export function isReadable(today: Today): SQL | undefined {
  return or(hasCome(today), sql`${mailingPieces.state} = 'lost'`);
}
