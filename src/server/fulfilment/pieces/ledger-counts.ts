import { and, eq, min, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { mailingPieces } from '../schema.ts';

/** The New York date on which letter 1 was handed to the post; null while it has not been. */
export async function firstMailingOn(db: Db, subscriptionId: string): Promise<CalendarDate | null> {
  const [row] = await db
    .select({ handedOverOn: min(mailingPieces.handedOverOn) })
    .from(mailingPieces)
    .where(and(eq(mailingPieces.subscriptionId, subscriptionId), eq(mailingPieces.letter, 1)));
  return row?.handedOverOn ?? null;
}

/** The pieces of the subscription with this id. */
const piecesOf = (subscriptionId: PgColumn) =>
  sql`${mailingPieces} where ${mailingPieces.subscriptionId} = ${subscriptionId}`;

/** How many letters have come: the arrival window has passed by `today` (New York), or the subscriber said so. */
export function lettersReceived(subscriptionId: PgColumn, today: string): SQL<number> {
  return sql<number>`(select count(distinct ${mailingPieces.letter})::int from ${piecesOf(subscriptionId)} and ${mailingPieces.state} = 'handed_over' and (${mailingPieces.confirmedAt} is not null or ${mailingPieces.arrivesBy} < ${today}))`;
}

/** How many letters have been handed to the post. */
export function lettersHandedOver(subscriptionId: PgColumn): SQL<number> {
  return sql<number>`(select count(distinct ${mailingPieces.letter})::int from ${piecesOf(subscriptionId)} and ${mailingPieces.handedOverOn} is not null)`;
}

/** Whether the address of letter 1 can no longer change. */
export function isFirstLetterFrozen(subscriptionId: PgColumn): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${piecesOf(subscriptionId)} and ${mailingPieces.letter} = 1 and ${mailingPieces.state} not in ('planned', 'waiting'))`;
}
