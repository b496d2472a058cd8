import { and, eq, min, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { mailingPieces, mailingRuns } from '../schema.ts';

export async function firstMailingOn(db: Db, subscriptionId: string): Promise<CalendarDate | null> {
  const [row] = await db
    .select({ handedOverOn: min(mailingPieces.handedOverOn) })
    .from(mailingPieces)
    .where(and(eq(mailingPieces.subscriptionId, subscriptionId), eq(mailingPieces.letter, 1)));
  return row?.handedOverOn ?? null;
}

const piecesOf = (subscriptionId: PgColumn) =>
  sql`${mailingPieces} where ${mailingPieces.subscriptionId} = ${subscriptionId}`;

export function lettersHandedOver(subscriptionId: PgColumn): SQL<number> {
  return sql<number>`(select count(distinct ${mailingPieces.letter})::int from ${piecesOf(subscriptionId)} and ${mailingPieces.handedOverOn} is not null)`;
}

/** The day on which the guarantee's thirty days begin; null if they haven't begun. */
export function firstMailing(subscriptionId: PgColumn): SQL<CalendarDate | null> {
  return sql<CalendarDate | null>`(select min(${mailingPieces.handedOverOn})::text from ${piecesOf(subscriptionId)} and ${mailingPieces.letter} = 1)`;
}

/** The day of its run; null if letter 1 isn't in a run. */
export function firstLetterDueOn(subscriptionId: PgColumn, today: string | Placeholder): SQL<CalendarDate | null> {
  const { letter, attempt, runId } = mailingPieces;
  return sql<CalendarDate | null>`(select coalesce(${mailingRuns.handOverOn}, ${today}::date)::text from ${mailingPieces}
    left join ${mailingRuns} on ${mailingRuns.id} = ${runId}
    where ${mailingPieces.subscriptionId} = ${subscriptionId} and ${letter} = 1 and ${attempt} = 1)`;
}

/** Whether letter 1's address can no longer change. */
export function isFirstLetterFrozen(subscriptionId: PgColumn): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${piecesOf(subscriptionId)} and ${mailingPieces.letter} = 1 and ${mailingPieces.state} not in ('planned', 'waiting'))`;
}
