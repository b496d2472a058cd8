import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { findRow } from '../../../platform/db/find-row.ts';
import { theories, theorySteps } from '../schema.ts';

export type StoredTheory = typeof theories.$inferSelect;
export type TheoryStep = Pick<StoredTheory, 'letters' | 'who' | 'how' | 'why'>;

interface Key {
  readonly userId: string;
  readonly seasonId: string;
}

export async function findTheory(db: Db, { userId, seasonId }: Key): Promise<StoredTheory | null> {
  return await findRow(db, theories, and(eq(theories.userId, userId), eq(theories.seasonId, seasonId)));
}

export async function listTheorySteps(db: Db, { userId, seasonId }: Key): Promise<TheoryStep[]> {
  const { letters, who, how, why } = theorySteps;
  return await db
    .select({ letters, who, how, why })
    .from(theorySteps)
    .where(and(eq(theorySteps.userId, userId), eq(theorySteps.seasonId, seasonId)))
    .orderBy(asc(letters));
}

/** Lets only one transaction change a theory at a time, even before its row exists. */
async function lockTheory(tx: Transaction, { userId, seasonId }: Key): Promise<StoredTheory | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`theory ${userId} ${seasonId}`}, 0))`);
  return await findTheory(tx, { userId, seasonId });
}

/** @returns false if the theory is sealed and therefore wasn't changed */
export async function storeTheory(tx: Transaction, theory: StoredTheory): Promise<boolean> {
  const before = await lockTheory(tx, theory);
  if (before !== null && before.sealedAt !== null) return false;
  const { userId, seasonId, letters, who, how, why, words, updatedAt, sealedAt } = theory;
  await tx
    .insert(theorySteps)
    .values({ userId, seasonId, letters, who, how, why })
    .onConflictDoUpdate({
      target: [theorySteps.userId, theorySteps.seasonId, theorySteps.letters],
      set: { who, how, why },
    });
  await tx
    .insert(theories)
    .values(theory)
    .onConflictDoUpdate({
      target: [theories.userId, theories.seasonId],
      set: { letters, who, how, why, words, updatedAt, sealedAt },
    });
  return true;
}

export interface SealedAlike extends Omit<TheoryStep, 'letters'> {
  readonly count: number;
}

/** What the first `first` sealed theories of a season chose. Equal theories are counted together. */
export async function readSealedChoices(db: Db, seasonId: string, first: number): Promise<SealedAlike[]> {
  const sealed = db
    .select({ who: theories.who, how: theories.how, why: theories.why })
    .from(theories)
    .where(and(eq(theories.seasonId, seasonId), isNotNull(theories.sealedAt)))
    .orderBy(asc(theories.sealedAt), asc(theories.userId))
    .limit(first)
    .as('sealed');
  const { who, how, why } = sealed;
  return await db
    .select({ who, how, why, count: sql<number>`count(*)::int` })
    .from(sealed)
    .groupBy(who, how, why);
}

export async function countSealed(db: Db, seasonId: string): Promise<number> {
  return await db.$count(theories, and(eq(theories.seasonId, seasonId), isNotNull(theories.sealedAt)));
}

/** The trigger allows deleting a sealed theory only while this setting is on. */
export async function deleteTheories(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select set_config('case_file.erasing', 'on', true)`);
  await tx.delete(theorySteps).where(eq(theorySteps.userId, userId));
  await tx.delete(theories).where(eq(theories.userId, userId));
  await tx.execute(sql`select set_config('case_file.erasing', 'off', true)`);
}
