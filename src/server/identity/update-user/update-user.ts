import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { reportChange } from '../emails/account-emails.ts';
import type { LinkOptions } from '../emails/link-emails.ts';
import { limitEmail, limitEmailOfDay } from '../limits/email-limits.ts';
import { resetGuesses } from '../limits/limits.ts';
import { requireStrongPassword, verifyPassword, hashPassword } from '../passwords/passwords.ts';
import {
  type Proof,
  requireSamePassword,
  requirePasswordProof,
  requireReauthentication,
} from '../reauthentication/require-reauthentication.ts';
import type { UserRow } from '../schema.ts';
import { type Bearer, lockBearer, owesSecondStep } from '../session/bearer.ts';
import { voidPending } from '../session/flow-states.ts';
import { deleteOtherSessions, endPasswordReset } from '../session/queries.ts';
import { queueEmailChange } from './email-change.ts';
import { ensureEmailIdentity, recomputeIdentityProviders } from '../users/identities.ts';
import { type Metadata, mergeMetadata, withCleanNames } from '../users/metadata.ts';
import { ownerWords } from '../users/owner-words.ts';
import { changeUser, isOperator } from '../users/queries.ts';
import { type ShownAccount, loadAccount } from '../users/shown-account.ts';

export interface UserChanges extends LinkOptions {
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly data: Metadata | undefined;
  readonly proof: Proof;
}

export async function updateUser(ctx: IdentityContext, bearer: Bearer, asked: UserChanges): Promise<ShownAccount> {
  const { client } = asked;
  const changes = await checkChanges(ctx, bearer, asked);
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    requireSecondFactor(active);
    if (changes.passwordHash) requireSamePassword(bearer, active);
    let { user } = active;
    if (changes.passwordHash) user = await changePassword(ctx, tx, active, changes.passwordHash, client);
    const modified = { action: 'user_modified', userId: user.id, client } as const;
    if (changes.data) {
      await audit(tx, modified, now);
      user = await changeUser(
        tx,
        user.id,
        { userMetadata: mergeMetadata(user.userMetadata, withCleanNames(changes.data)) },
        now,
      );
    }
    if (changes.email) {
      await audit(tx, { ...modified, detail: { emailChange: 'requested' } }, now);
      user = await queueEmailChange(ctx, tx, user, changes.email);
    }
    return await loadAccount(tx, user);
  });
}

async function checkChanges(ctx: IdentityContext, bearer: Bearer, asked: UserChanges) {
  const { user } = bearer;
  const { password, proof, data, redirectTo, codeChallenge, client } = asked;
  const newEmail = asked.email ?? user.email;
  const movesAway = newEmail !== user.email;
  if (password !== undefined) {
    const role = { isOperator: await isOperator(ctx.db, user.id) };
    const name = await ctx.accountHooks.findName(ctx.db, user.id);
    await requireStrongPassword(ctx.config, password, ownerWords({ ...user, name }), role);
    await requirePasswordProof(ctx, bearer, proof);
  } else if (movesAway) await requireReauthentication(ctx, bearer, proof);
  const passwordHash = password === undefined ? undefined : await hashNewPassword(user, password);
  if (movesAway) await limitChangeEmails(ctx, user, newEmail, client);
  return { passwordHash, email: movesAway ? { newEmail, redirectTo, codeChallenge } : undefined, data };
}

async function limitChangeEmails(ctx: IdentityContext, user: UserRow, newEmail: string, client: Client): Promise<void> {
  await limitEmail(ctx, 'email_change', newEmail, client);
  await limitEmailOfDay(ctx, 'email_change', newEmail, client);
  await limitEmailOfDay(ctx, 'reauthentication', user.email, client);
}

/** @throws AuthError insufficient_aal */
export function requireSecondFactor(bearer: Bearer): void {
  if (!owesSecondStep(bearer)) return;
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );
}

/** @throws AuthError same_password */
async function hashNewPassword(user: UserRow, next: string): Promise<string> {
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
  await endPasswordReset(tx, session.id);
  await voidPending(tx, user.id, now);
  await resetGuesses(ctx, tx, 'password', user.email);
  const madeIdentity = await ensureEmailIdentity(tx, user, now);
  const isFirst = user.passwordHash === null;
  const report = { kind: 'password-changed', isFirst, changedAt: now.toISOString() } as const;
  await reportChange(ctx, tx, user, { kind: 'password_changed', madeIdentity }, report);
  await audit(tx, { action: 'user_updated_password', userId: user.id, client }, now);
  const appMetadata = await recomputeIdentityProviders(tx, user);
  return await changeUser(tx, user.id, { passwordHash, passwordChangedAt: now, appMetadata }, now);
}
