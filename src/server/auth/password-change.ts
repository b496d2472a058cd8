import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { queueEmail } from '../emails-out/queue.ts';
import { audit } from './audit.ts';
import type { Bearer } from './bearer.ts';
import type { Client } from './client.ts';
import { AuthError } from './errors.ts';
import { ensureEmailIdentity, recomputeProviders } from './identities.ts';
import { forgetGuesses, forgive, limitAccount } from './limits.ts';
import { deleteAllTokens } from './one-time-tokens.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { UserRow } from './rows.ts';
import { deleteOtherSessions } from './sessions.ts';
import { changeUser } from './users.ts';

/**
 * The hash of a new password. The current one is compared when it was sent (PRODUCT, Rules: the account's field is checked); whoever came
 * through a reset link does not know it.
 * @throws AuthError current_password_invalid, same_password
 */
export async function hashNewPassword(
  ctx: Context,
  user: UserRow,
  next: string,
  current: string | undefined,
): Promise<string> {
  if (user.passwordHash !== null) {
    if (current !== undefined) await requireCurrentPassword(ctx, user, current);
    if (await verifyPassword(user.passwordHash, next)) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
    }
  }
  return await hashPassword(next);
}

/** Guesses here count with those at the door: a borrowed session is no way to find the password out. */
async function requireCurrentPassword(ctx: Context, user: UserRow, current: string): Promise<void> {
  await limitAccount(ctx, 'password', user.email);
  if (!(await verifyPassword(user.passwordHash, current))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
  }
  await forgive(ctx, 'password', user.email);
}

/**
 * Sets the password, ends every other session, voids every mailed link, and says so by mail (AUTH-CONTRACT §3.12). An owner whom
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
  await deleteAllTokens(tx, user.id);
  await forgetGuesses(tx, 'password', user.email);
  await queueEmail(ctx, tx, {
    kind: 'password-changed',
    dedupeKey: `password-changed:${user.id}:${now.toISOString()}`,
    to: user.email,
    userId: user.id,
    data: { changedAt: now.toISOString() },
  });
  await audit(tx, { action: 'user_updated_password', userId: user.id, client }, now);
  await ensureEmailIdentity(tx, user, now);
  const appMetadata = await recomputeProviders(tx, user);
  return await changeUser(tx, user.id, { passwordHash, passwordChangedAt: now, appMetadata }, now);
}
