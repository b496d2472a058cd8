import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { letterFaults, openedHints, openedLetters, theories } from './schema.ts';

export interface LetterOpened {
  readonly letter: number;
  readonly opened: number;
  readonly last: number;
}

/** Counted in SQL with one pass over the season's opened letters. */
export async function countOpenedByLetter(db: Db, seasonId: string): Promise<LetterOpened[]> {
  const { rows } = await db.execute<LetterOpened & Record<string, unknown>>(sql`
    select letter, count(*)::int as opened, count(*) filter (where letter = furthest)::int as last
    from (
      select letter, max(letter) over (partition by user_id) as furthest
      from ${openedLetters} where season_id = ${seasonId}
    ) opened
    group by letter order by letter`);
  return rows;
}

export async function countHintsByPuzzle(db: Db, seasonId: string): Promise<{ puzzle: string; hints: number[] }[]> {
  const rows = await db
    .select({ puzzle: openedHints.puzzle, rung: openedHints.rung, opened: sql<number>`count(*)::int` })
    .from(openedHints)
    .where(eq(openedHints.seasonId, seasonId))
    .groupBy(openedHints.puzzle, openedHints.rung);
  return [...new Set(rows.map(({ puzzle }) => puzzle))].map((puzzle) => ({
    puzzle,
    hints: [1, 2, 3].map((rung) => rows.find((row) => row.puzzle === puzzle && row.rung === rung)?.opened ?? 0),
  }));
}

export async function countTheoriesSealed(db: Db, seasonId: string): Promise<number> {
  return await db.$count(theories, and(eq(theories.seasonId, seasonId), isNotNull(theories.sealedAt)));
}

/**
 * Open fault reports, newest first.
 * @param before the last row of the previous page
 */
export async function listOpenFaultPage(
  db: Db,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
) {
  const { reportedAt, settledAt, id } = letterFaults;
  const isOlder =
    before === null ? undefined : or(lt(reportedAt, before.at), and(eq(reportedAt, before.at), lt(id, before.id)));
  return await db
    .select()
    .from(letterFaults)
    .where(and(isNull(settledAt), isOlder))
    .orderBy(desc(reportedAt), desc(id))
    .limit(limit);
}

export async function countOpenFaults(db: Db): Promise<number> {
  return await db.$count(letterFaults, isNull(letterFaults.settledAt));
}

export type LetterFault = typeof letterFaults.$inferSelect;

/** @returns null if the fault is already settled or doesn't exist */
export async function settleFault(db: Db, id: string, now: Date): Promise<LetterFault | null> {
  const [settled] = await db
    .update(letterFaults)
    .set({ settledAt: now })
    .where(and(eq(letterFaults.id, id), isNull(letterFaults.settledAt)))
    .returning();
  return settled ?? null;
}
