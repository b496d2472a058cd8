import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { queueEmail } from '../emails-out/queue.ts';
import { audit } from './audit.ts';
import type { Bearer } from './bearer.ts';
import type { Client } from './client.ts';
import { AuthError } from './errors.ts';
import { ensureEmailIdentity, recomputeProviders } from './identities.ts';
import { forgetGuesses } from './limits.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { UserRow } from './rows.ts';
import { recordChange } from './security-changes.ts';
import { deleteOtherSessions } from './sessions.ts';
import { changeUser } from './users.ts';
import { voidPending } from './void-pending.ts';

/** The hash of a new password. @throws AuthError same_password */
export async function hashNewPassword(user: UserRow, next: string): Promise<string> {
  if (user.passwordHash !== null && (await verifyPassword(user.passwordHash, next))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return await hashPassword(next);
}

/**
 * Sets the password, ends every other session, voids every mailed link and code, and says so by mail (AUTH-CONTRACT §3.12). An owner whom
 * somebody else's guesses keep out gets in again this way.
 */
export async function changePassword(
  ctx: Context,
  tx: Transaction,
  { user, session }: Bearer,
  passwordHash: string,
  client: Client,
): Promise<UserRow> {
  const now = ctx.clock.now();
  await deleteOtherSessions(tx, user.id, session.id);
  await voidPending(tx, user.id, now);
  await forgetGuesses(tx, 'password', user.email);
  const madeIdentity = await ensureEmailIdentity(tx, user, now);
  const { id, undoUrl } = await recordChange(ctx, tx, user, { kind: 'password_changed', madeIdentity });
  await queueEmail(ctx, tx, {
    kind: 'password-changed',
    dedupeKey: `password-changed:${id}`,
    to: user.email,
    userId: user.id,
    data: { isFirst: user.passwordHash === null, changedAt: now.toISOString(), undoUrl },
  });
  await audit(tx, { action: 'user_updated_password', userId: user.id, client }, now);
  const appMetadata = await recomputeProviders(tx, user);
  return await changeUser(tx, user.id, { passwordHash, passwordChangedAt: now, appMetadata }, now);
}
