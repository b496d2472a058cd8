import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import type { CaseFile } from './letters-at-hand.ts';
import { openedLetters } from './schema.ts';

export async function listOpenedLetters(db: Db, { userId, season }: CaseFile): Promise<Map<number, Date>> {
  const rows = await db
    .select({ letter: openedLetters.letter, openedAt: openedLetters.openedAt })
    .from(openedLetters)
    .where(and(eq(openedLetters.userId, userId), eq(openedLetters.seasonId, season.product)));
  return new Map(rows.map(({ letter, openedAt }) => [letter, openedAt]));
}

export async function listOpenings(db: Db, userId: string, seasonId: string) {
  const { letter, openedAt } = openedLetters;
  return await db
    .select({ letter, openedAt })
    .from(openedLetters)
    .where(and(eq(openedLetters.userId, userId), eq(openedLetters.seasonId, seasonId)))
    .orderBy(letter);
}

export async function recordOpenedLetter(
  db: Db,
  { userId, season }: CaseFile,
  letter: number,
  openedAt: Date,
): Promise<void> {
  await db.insert(openedLetters).values({ userId, seasonId: season.product, letter, openedAt }).onConflictDoNothing();
}
