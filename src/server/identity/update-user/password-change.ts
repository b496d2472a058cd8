import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { audit } from '../audit/audit.ts';
import type { Bearer } from '../session/bearer.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError } from '../wire/errors.ts';
import { ensureEmailIdentity, recomputeIdentityProviders } from '../users/identities.ts';
import { resetGuesses } from '../limits/limits.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';
import type { UserRow } from '../schema.ts';
import { recordChange } from '../users/security-changes.ts';
import { deleteOtherSessions } from '../session/queries.ts';
import { changeUser } from '../users/queries.ts';
import { voidPending } from '../session/flow-states.ts';

/** @throws AuthError same_password */
export async function hashNewPassword(user: UserRow, next: string): Promise<string> {
  if (user.passwordHash !== null && (await verifyPassword(user.passwordHash, next))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return await hashPassword(next);
}

/** Also ends other sessions and voids emailed links and codes (rules/auth-wire 49). */
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
  await resetGuesses(tx, 'password', user.email);
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
  const appMetadata = await recomputeIdentityProviders(tx, user);
  return await changeUser(tx, user.id, { passwordHash, passwordChangedAt: now, appMetadata }, now);
}
