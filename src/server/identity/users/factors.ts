import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { mfaChallenges, mfaFactors, sessionAmr, sessions, type FactorRow, type SessionRow } from '../schema.ts';
import { rememberMethod } from './proved-methods.ts';

export async function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: mfaFactors.id })
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, 'verified')))
    .limit(1);
  return rows.length > 0;
}

export async function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return await db.select().from(mfaFactors).where(eq(mfaFactors.userId, userId)).orderBy(mfaFactors.createdAt);
}

export async function insertFactor(tx: Transaction, factor: typeof mfaFactors.$inferInsert): Promise<void> {
  await tx.insert(mfaFactors).values(factor);
}

/** Null for an unknown factor and for another user's. */
export async function findFactor(db: Db, userId: string, factorId: string): Promise<FactorRow | null> {
  return await findRow(db, mfaFactors, and(eq(mfaFactors.id, factorId), eq(mfaFactors.userId, userId)));
}

export async function changeFactor(
  tx: Transaction,
  factorId: string,
  change: Partial<Pick<FactorRow, 'status' | 'lastUsedStep' | 'lastChallengedAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(mfaFactors)
    .set({ ...change, updatedAt: now })
    .where(eq(mfaFactors.id, factorId));
}

export async function deleteFactor(db: Db, factorId: string): Promise<void> {
  await db.delete(mfaFactors).where(eq(mfaFactors.id, factorId));
}

export async function deleteAllFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(mfaFactors).where(eq(mfaFactors.userId, userId));
}

export async function deleteUnverifiedFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(mfaFactors).where(unverifiedOf(userId));
}

export async function deleteAbandonedFactors(tx: Transaction, userId: string, before: Date): Promise<void> {
  const lastTouched = sql`greatest(${mfaFactors.createdAt}, ${mfaFactors.lastChallengedAt})`;
  await tx.delete(mfaFactors).where(and(unverifiedOf(userId), lt(lastTouched, before)));
}

function unverifiedOf(userId: string) {
  return and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, 'unverified'));
}

export async function insertChallenge(tx: Transaction, challenge: typeof mfaChallenges.$inferInsert): Promise<void> {
  await tx.insert(mfaChallenges).values(challenge);
}

export async function findChallenge(db: Db, factorId: string, challengeId: string) {
  return await findRow(db, mfaChallenges, and(eq(mfaChallenges.id, challengeId), eq(mfaChallenges.factorId, factorId)));
}

export async function deleteChallenge(db: Db, challengeId: string): Promise<void> {
  await db.delete(mfaChallenges).where(eq(mfaChallenges.id, challengeId));
}

const SECOND_STEP_METHODS = ['totp', 'recovery_code'] as const;
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number];

/** Older refresh tokens must not get level aal2 (rules/auth-wire 28). */
export async function raiseSession(
  tx: Transaction,
  session: SessionRow,
  { factorId, method }: { readonly factorId: string; readonly method: SecondStepMethod },
  now: Date,
) {
  const [raised] = await tx
    .update(sessions)
    .set({
      aal: 'aal2',
      factorId,
      byRecoveryCode: method === 'recovery_code',
      refreshCounter: sql`${sessions.refreshCounter} + 2`,
      refreshFloor: sql`${sessions.refreshCounter} + 2`,
      refreshedAt: now,
      updatedAt: now,
    })
    .where(eq(sessions.id, session.id))
    .returning();
  if (!raised) throw new Error('The session ended while its second factor was checked.');
  await rememberMethod(tx, session.id, method, now);
  return raised;
}

export async function deleteOtherSessionsBelowAal2(tx: Transaction, userId: string, exceptId: string): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId), eq(sessions.aal, 'aal1')));
}

export async function lowerSessions(tx: Transaction, factorId: string, now: Date): Promise<void> {
  const lowered = await tx
    .update(sessions)
    .set({ aal: 'aal1', factorId: null, byRecoveryCode: false, updatedAt: now })
    .where(eq(sessions.factorId, factorId))
    .returning({ id: sessions.id });
  for (const { id } of lowered) {
    const isSecondStep = inArray(sessionAmr.method, [...SECOND_STEP_METHODS]);
    await tx.delete(sessionAmr).where(and(eq(sessionAmr.sessionId, id), isSecondStep));
  }
}
