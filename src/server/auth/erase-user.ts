import { eq } from 'drizzle-orm';
import { users } from '../db/auth-schema.ts';
import type { Transaction } from '../db/database.ts';
import { forgetMember, setMemberEmail } from '../profile/new-member.ts';
import { deleteAllIdentities } from './identities.ts';
import { deleteAllFactors } from './mfa/queries.ts';
import type { UserRow } from './rows.ts';
import { deleteChanges } from './security-changes.ts';
import { deleteAllSessions } from './sessions.ts';
import { changeUser } from './users.ts';
import { voidPending } from './void-pending.ts';

/**
 * Removes the account, with everything by which its owner could come in. Whoever has bought something stays in the books, as
 * nobody in particular: purchases must remain accountable.
 */
export async function eraseUser(tx: Transaction, user: UserRow, now: Date): Promise<void> {
  if (!(await deleteCompletely(tx, user))) await makeNobody(tx, user, now);
}

/** False when a purchase refers to the person; nothing has changed then. */
async function deleteCompletely(tx: Transaction, user: UserRow): Promise<boolean> {
  try {
    await tx.transaction(async (attempt) => {
      await forgetMember(attempt, user.id);
      await attempt.delete(users).where(eq(users.id, user.id));
    });
    return true;
  } catch (error) {
    if (isStillReferred(error)) return false;
    throw error;
  }
}

/** PostgreSQL's foreign_key_violation. */
function isStillReferred(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === '23503';
}

/** The row stays, and with it the key to what was bought; nothing in it tells whose it was. */
export async function makeNobody(tx: Transaction, user: UserRow, now: Date): Promise<void> {
  // `.invalid` is promised never to exist (RFC 2606), so nothing can be mailed to it.
  const email = `${user.id}@deleted.invalid`;
  await deleteAllSessions(tx, user.id);
  await voidPending(tx, user.id, now);
  await deleteAllIdentities(tx, user.id);
  await deleteAllFactors(tx, user.id);
  await deleteChanges(tx, user.id);
  await setMemberEmail(tx, user.id, email, now);
  const nothing = { passwordHash: null, userMetadata: {}, appMetadata: {} };
  await changeUser(tx, user.id, { ...nothing, email, deletedAt: now }, now);
}
