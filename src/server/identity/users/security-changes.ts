import { randomUUID, randomBytes } from 'node:crypto';
import { eq, and, gte, isNull, desc, sql, lt, gt, inArray, ne } from 'drizzle-orm';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { Transaction, Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import type { IdentityContext } from '../context.ts';
import {
  securityChanges,
  type UserRow,
  type SecurityChange,
  type IdentityRow,
  type RemovedIdentity,
  type FactorRow,
  type RemovedFactor,
} from '../schema.ts';
import { hashOf } from './one-time-tokens.ts';

export type SecurityChangeRow = typeof securityChanges.$inferSelect;

export const SEVEN_DAYS_MS = 7 * 24 * 3600 * 1000;

/** The caller must hold the user's lock, and must send the email with the `undoUrl`. */
export async function recordChange(
  ctx: IdentityContext,
  tx: Transaction,
  { id: userId, email: notifiedEmail }: Pick<UserRow, 'id' | 'email'>,
  change: SecurityChange,
) {
  const [id, token, now] = [randomUUID(), randomBytes(32).toString('base64url'), ctx.clock.now()];
  const expiresAt = new Date(now.getTime() + SEVEN_DAYS_MS);
  await tx
    .insert(securityChanges)
    .values({ id, userId, change, notifiedEmail, tokenHash: hashOf(token), expiresAt, createdAt: now });
  return { id, undoUrl: `${ctx.config.siteUrl}${APP_PATHS.undo}?token=${token}` };
}

export async function findChange(db: Db, token: string): Promise<SecurityChangeRow | null> {
  return await findRow(db, securityChanges, eq(securityChanges.tokenHash, hashOf(token)));
}

export async function listChangesSince(db: Db, { userId, position }: Pick<SecurityChangeRow, 'userId' | 'position'>) {
  const { userId: owner, position: place, undoneAt } = securityChanges;
  return await db
    .select()
    .from(securityChanges)
    .where(and(eq(owner, userId), gte(place, position), isNull(undoneAt)))
    .orderBy(desc(place));
}

/** Earlier removals that can still be undone, newest first. */
export async function listRemovedFactors(db: Db, { userId, position }: SecurityChangeRow, now: Date) {
  const { userId: owner, position: place, undoneAt, expiresAt, change } = securityChanges;
  const isRemoval = sql`${change} ->> 'kind' = 'factor_removed'`;
  return await db
    .select()
    .from(securityChanges)
    .where(and(eq(owner, userId), lt(place, position), isRemoval, isNull(undoneAt), gt(expiresAt, now)))
    .orderBy(desc(place));
}

export async function markUndone(tx: Transaction, changes: readonly SecurityChangeRow[], now: Date): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await tx.update(securityChanges).set({ undoneAt: now }).where(inArray(securityChanges.id, ids));
}

export async function deleteChanges(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(securityChanges).where(eq(securityChanges.userId, userId));
}

export async function isEmailReserved(db: Db, email: string, userId: string | null, now: Date): Promise<boolean> {
  const { notifiedEmail, change, undoneAt, expiresAt, userId: owner } = securityChanges;
  const rows = await db
    .select({ id: securityChanges.id })
    .from(securityChanges)
    .where(
      and(
        eq(notifiedEmail, email),
        sql`${change} ->> 'kind' = 'email_changed'`,
        isNull(undoneAt),
        gt(expiresAt, now),
        userId === null ? undefined : ne(owner, userId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether the password was set in the last seven days, so that its owner can still undo that. */
export async function isPasswordUndoable(db: Db, userId: string, now: Date): Promise<boolean> {
  const { change, undoneAt, expiresAt, userId: owner } = securityChanges;
  const isPassword = sql`${change} ->> 'kind' = 'password_changed'`;
  const rows = await db
    .select({ id: securityChanges.id })
    .from(securityChanges)
    .where(and(eq(owner, userId), isPassword, isNull(undoneAt), gt(expiresAt, now)))
    .limit(1);
  return rows.length > 0;
}

export function removedIdentity(row: IdentityRow): RemovedIdentity {
  const { identityId, provider, providerId, identityData, email, createdAt } = row;
  return { identityId, provider, providerId, identityData, email, createdAt: createdAt.toISOString() };
}

export function removedFactor(row: FactorRow): RemovedFactor {
  const { id, friendlyName, secret, lastUsedStep, createdAt } = row;
  return { id, friendlyName, secret: secret.toString('base64'), lastUsedStep, createdAt: createdAt.toISOString() };
}
