import { eq } from 'drizzle-orm';
import { erasedEmail } from '../../domain/email-address.ts';
import { users, type UserRow } from './schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { IdentityContext } from './context.ts';
import { deleteAllIdentities } from './users/identities.ts';
import { deleteAllFactors } from './users/factors.ts';
import { deleteAllSessions } from './session/queries.ts';
import { changeUser } from './users/queries.ts';
import { voidPending } from './session/flow-states.ts';
import { deleteChanges } from './users/security-changes.ts';

/** Deletes the user. A buyer's row is kept without personal data, since purchases must stay in the books. */
export async function eraseUser(ctx: IdentityContext, tx: Transaction, user: UserRow): Promise<void> {
  if (!(await deleteCompletely(ctx, tx, user))) await anonymiseUser(ctx, tx, user);
}

async function deleteCompletely(ctx: IdentityContext, tx: Transaction, user: UserRow): Promise<boolean> {
  try {
    await tx.transaction(async (attempt) => {
      await ctx.accountHooks.deleted(attempt, user.id);
      await attempt.delete(users).where(eq(users.id, user.id));
    });
    return true;
  } catch (error) {
    if (isStillReferred(error)) return false;
    throw error;
  }
}

/** PostgreSQL's error foreign_key_violation. */
function isStillReferred(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === '23503';
}

export async function anonymiseUser(ctx: IdentityContext, tx: Transaction, user: UserRow): Promise<void> {
  const now = ctx.clock.now();
  const email = erasedEmail(user.id);
  await deleteAllSessions(tx, user.id);
  await voidPending(tx, user.id, now);
  await deleteAllIdentities(tx, user.id);
  await deleteAllFactors(tx, user.id);
  await deleteChanges(tx, user.id);
  await ctx.accountHooks.emailRemoved(tx, user.id, email, now);
  const nothing = { passwordHash: null, userMetadata: {}, appMetadata: {} };
  await changeUser(tx, user.id, { ...nothing, email, deletedAt: now }, now);
}
