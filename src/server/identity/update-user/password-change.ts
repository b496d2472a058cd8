import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { audit } from '../audit/audit.ts';
import type { Bearer } from '../session/bearer.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError } from '../wire/errors.ts';
import { ensureEmailIdentity, recomputeProviders } from '../users/identities.ts';
import { forgetGuesses, forgive, limitAccount } from '../limits/limits.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';
import type { SessionRow, UserRow } from '../rows.ts';
import { deleteOtherSessions } from '../session/queries.ts';
import { changeUser } from '../users/queries.ts';
import { voidPending } from '../session/void-pending.ts';

export interface NewPassword {
  readonly next: string;
  readonly current: string | undefined;
  /** Whether a code from a mail came along, and was right. */
  readonly isProvedByMail: boolean;
}

/**
 * The hash of a new password. An account that has one asks for it (rules/accounts 21): a borrowed session is not to become somebody's own.
 * Whoever has just come by a recovery link, or has a code from a mail at hand, need not know it.
 * @throws AuthError current_password_required, current_password_invalid, same_password
 */
export async function hashNewPassword(
  ctx: IdentityContext,
  { user, session }: Bearer,
  { next, current, isProvedByMail }: NewPassword,
): Promise<string> {
  if (user.passwordHash !== null) {
    if (current !== undefined) await requireCurrentPassword(ctx, user, current);
    else if (!isProvedByMail && !isRecovering(ctx, session)) throw currentPasswordRequired();
    if (await verifyPassword(user.passwordHash, next)) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
    }
  }
  return await hashPassword(next);
}

/** As long as a reset link would have lived. */
const RECOVERY_MS = 3600_000;

function isRecovering({ clock }: IdentityContext, { isRecovery, createdAt }: SessionRow): boolean {
  return isRecovery && clock.now().getTime() - createdAt.getTime() <= RECOVERY_MS;
}

function currentPasswordRequired(): AuthError {
  return new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
}

/** Guesses here count with those at the door: a borrowed session is no way to find the password out. */
async function requireCurrentPassword(ctx: IdentityContext, user: UserRow, current: string): Promise<void> {
  await limitAccount(ctx, 'password', user.email);
  if (!(await verifyPassword(user.passwordHash, current))) {
    throw currentPasswordInvalid();
  }
  await forgive(ctx, 'password', user.email);
}

export function currentPasswordInvalid(): AuthError {
  return new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
}

/**
 * Sets the password, ends every other session, voids every mailed link and code, and says so by mail (rules/auth-wire 49). An owner whom
 * somebody else's guesses keep out gets in again this way.
 */
export async function changePassword(
  ctx: IdentityContext,
  tx: Transaction,
  { user, session }: Bearer,
  passwordHash: string,
  client: Client,
): Promise<UserRow> {
  const now = ctx.clock.now();
  await deleteOtherSessions(tx, user.id, session.id);
  await voidPending(tx, user.id, now);
  await forgetGuesses(tx, 'password', user.email);
  await queueEmail(ctx, tx, {
    kind: 'password-changed',
    dedupeKey: `password-changed:${user.id}:${now.toISOString()}`,
    to: user.email,
    userId: user.id,
    data: { isFirst: user.passwordHash === null, changedAt: now.toISOString() },
  });
  await audit(tx, { action: 'user_updated_password', userId: user.id, client }, now);
  await ensureEmailIdentity(tx, user, now);
  const appMetadata = await recomputeProviders(tx, user);
  return await changeUser(tx, user.id, { passwordHash, passwordChangedAt: now, appMetadata }, now);
}
