import { firstRow, type Db, type Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { and, eq, exists, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { mfaFactors, sessions, users, type SessionRow } from '../schema.ts';

/** Null if the user was deleted. */
export async function findSessionWithUser(db: Db, userId: string, sessionId: string) {
  return await firstRow(
    db
      .select({ user: users, session: sessions, hasSecondFactor: exists(verifiedFactorOf(db)).mapWith(Boolean) })
      .from(users)
      .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, sessionId)))
      .where(eq(users.id, userId)),
  );
}

/** A date after the end of every session. */
const NO_END = '9999-12-31T00:00:00Z';

/** Null if at `now` the session has ended or its user is banned. */
export async function findEndOfSession(
  db: Db,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  now: Date,
): Promise<Date | null> {
  const end = sql`coalesce(${sessions.notAfter}, ${NO_END}::timestamptz)`.mapWith(sessions.notAfter);
  const found = await firstRow(
    db
      .select({ end })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.id, sessionId),
          eq(sessions.userId, userId),
          or(isNull(sessions.notAfter), gt(sessions.notAfter, now)),
          or(isNull(users.bannedUntil), lte(users.bannedUntil, now)),
        ),
      ),
  );
  return found?.end ?? null;
}

function verifiedFactorOf(db: Db) {
  return db
    .select({ id: mfaFactors.id })
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, users.id), eq(mfaFactors.status, 'verified')));
}

export async function findSession(db: Db, sessionId: string): Promise<SessionRow | null> {
  return await findRow(db, sessions, eq(sessions.id, sessionId));
}

/** The lock makes refreshes of one session run one at a time. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<SessionRow | null> {
  return await findRow(tx, sessions, eq(sessions.id, sessionId), 'update');
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** @returns how many sessions were deleted */
export async function deleteAllSessions(db: Db, userId: string): Promise<number> {
  return (await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })).length;
}

/** A reset link allows only one new password. */
export async function endPasswordReset(db: Db, sessionId: string): Promise<void> {
  await db.update(sessions).set({ passwordResetUntil: null }).where(eq(sessions.id, sessionId));
}

export async function deleteOtherSessions(db: Db, userId: string, exceptSessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptSessionId)));
}
