import { or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { mailingPieces } from '../schema.ts';

type Today = string | Placeholder | SQL;

/** Counts letters received by `today` (New York). Must agree with test/models/received-letters. */
export function lettersReceived(subscriptionId: PgColumn, today: Today): SQL<number> {
  return sql<number>`(select count(distinct ${mailingPieces.letter})::int from ${mailingPieces}
    where ${mailingPieces.subscriptionId} = ${subscriptionId} and ${hasCome(today)})`;
}

/** Whether a piece counts as received by `today` (rules/fulfilment 19). */
function hasCome(today: Today): SQL {
  const { state, confirmedAt, arrivesBy } = mailingPieces;
  return sql`(${state} = 'handed_over' and (${confirmedAt} is not null or ${arrivesBy} < ${today}))`;
}

/**
 * Whether the user can open the piece's letter in the case file (rules/case-file 2). Must agree with
 * test/models/received-letters.
 */
export function isReadable(today: Today): SQL | undefined {
  return or(hasCome(today), sql`${mailingPieces.state} = 'lost'`);
}
