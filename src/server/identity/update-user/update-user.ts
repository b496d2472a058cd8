import * as z from 'zod/mini';
import { lockBearer, owesSecondStep, requireBearerAtAnyStep, type Bearer } from '../session/bearer.ts';
import type { Client } from '../../platform/http/client.ts';
import { queueEmailChange, withoutExpiredChange } from './email-change.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { limitEmail, limitEmailOfDay } from '../limits/email-limits.ts';
import { limitCaller, resetGuesses } from '../limits/limits.ts';
import { mergeMetadata, withCleanNames } from '../users/metadata.ts';
import { ownerWords } from '../users/owner-words.ts';
import { requireStrongPassword, hashPassword, verifyPassword } from '../passwords/passwords.ts';
import { codeChallengeIn, pkceFields } from '../wire/pkce.ts';
import { requestedRedirect } from '../wire/redirects.ts';
import { metadataField } from '../wire/signup-data.ts';
import { replyBeforeSecondStep, userReply } from '../wire/user-reply.ts';
import {
  requirePasswordProof,
  requireReauthentication,
  requireSamePassword,
} from '../reauthentication/require-reauthentication.ts';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { reportChange } from '../emails/account-emails.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import { ensureEmailIdentity, recomputeIdentityProviders } from '../users/identities.ts';
import type { UserRow } from '../schema.ts';
import { deleteOtherSessions, endPasswordReset } from '../session/queries.ts';
import { changeUser, isOperator } from '../users/queries.ts';
import { voidPending } from '../session/flow-states.ts';

const updateUserBody = z.object({
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  current_password: z.optional(z.string()),
  nonce: z.optional(z.string()),
  data: metadataField,
  app_metadata: z.optional(z.unknown()),
  ...pkceFields,
});

/** GET /user (rules/auth-wire 46). */
export async function showUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  const reply = await userReply(ctx.db, withoutExpiredChange(ctx, bearer.user));
  return call.json(owesSecondStep(bearer) ? replyBeforeSecondStep(reply) : reply);
}

/** PUT /user (rules/auth-wire 47). */
export async function updateUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  requireSecondFactor(bearer);
  const { client } = call.var;
  await limitCaller(ctx, 'account', client);
  const changes = await checkChanges(ctx, bearer, await readBody(call, updateUserBody), call);
  const now = ctx.clock.now();
  const reply = await ctx.db.transaction(async (tx) => {
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
    return await userReply(tx, user);
  });
  return call.json(reply);
}

async function checkChanges(ctx: IdentityContext, bearer: Bearer, body: z.output<typeof updateUserBody>, call: Call) {
  const { user } = bearer;
  const { password, current_password: current, nonce, data } = body;
  const newEmail = body.email ? parseEmail(body.email) : user.email;
  const codeChallenge = codeChallengeIn(body);
  const movesAway = newEmail !== user.email;
  if (password !== undefined) {
    const role = { isOperator: await isOperator(ctx.db, user.id) };
    const name = await ctx.accountHooks.findName(ctx.db, user.id);
    await requireStrongPassword(ctx.config, password, ownerWords({ ...user, name }), role);
  }
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const proof = { password: current, nonce };
  if (password !== undefined) await requirePasswordProof(ctx, bearer, proof);
  else if (movesAway) await requireReauthentication(ctx, bearer, proof);
  const passwordHash = password === undefined ? undefined : await hashNewPassword(user, password);
  if (movesAway) await limitChangeEmails(ctx, user, newEmail, call.var.client);
  const email = movesAway ? { newEmail, redirectTo: requestedRedirect(ctx.config, call), codeChallenge } : undefined;
  return { passwordHash, email, data };
}

async function limitChangeEmails(ctx: IdentityContext, user: UserRow, newEmail: string, client: Client): Promise<void> {
  await limitEmail(ctx, 'email_change', newEmail, client);
  await limitEmailOfDay(ctx, 'email_change', newEmail, client);
  await limitEmailOfDay(ctx, 'reauthentication', user.email, client);
}

function requireSecondFactor(bearer: Bearer): void {
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
