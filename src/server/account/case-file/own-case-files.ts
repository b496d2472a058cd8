import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { letterFaults, openedHints, openedLetters, theories } from './schema.ts';

/** Everything a user entered in case files, for the export of their data. */
export async function readOwnCaseFiles(db: Db, userId: string) {
  const own = await Promise.all([
    db.select().from(theories).where(eq(theories.userId, userId)).orderBy(asc(theories.seasonId)),
    db.select().from(openedHints).where(eq(openedHints.userId, userId)).orderBy(asc(openedHints.openedAt)),
    db.select().from(openedLetters).where(eq(openedLetters.userId, userId)).orderBy(asc(openedLetters.openedAt)),
    db.select().from(letterFaults).where(eq(letterFaults.userId, userId)).orderBy(asc(letterFaults.reportedAt)),
  ]);
  const [written, hints, opened, faults] = own;
  return {
    theories: written.map(({ seasonId, who, how, why, words, updatedAt, sealedAt }) => ({
      seasonId,
      who,
      how,
      why,
      words,
      savedAt: updatedAt.toISOString(),
      sealedAt: sealedAt?.toISOString() ?? null,
    })),
    hints: hints.map(({ seasonId, puzzle, rung, openedAt }) => ({
      seasonId,
      puzzle,
      rung,
      openedAt: openedAt.toISOString(),
    })),
    lettersOpened: opened.map(({ seasonId, letter, openedAt }) => ({
      seasonId,
      letter,
      openedAt: openedAt.toISOString(),
    })),
    faultsReported: faults.map(({ seasonId, letter, says, reportedAt, settledAt }) => ({
      seasonId,
      letter,
      says,
      reportedAt: reportedAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  };
}
