import * as z from 'zod/mini';
import type { IdentityContext } from '../context.ts';
import type { TokenPayload, UserRow } from '../schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { confirmAccount } from '../users/accounts.ts';
import { audit } from '../audit.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { requireFreeEmail } from '../update-user/email-change.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { ensureEmailIdentity, recomputeIdentityProviders, syncEmailIdentity } from '../users/identities.ts';
import { mergeMetadata, metadataMovedTo } from '../users/metadata.ts';
import { resetGuesses } from '../limits/limits.ts';
import { deleteAllTokens, findToken, issueToken } from '../users/one-time-tokens.ts';
import { deleteAllSessions } from '../session/queries.ts';
import { metadataField } from '../wire/signup-data.ts';
import { userReply } from '../wire/user-reply.ts';
import { changeUser, isOperator, lockUser } from '../users/queries.ts';
import { voidPending } from '../session/flow-states.ts';
import { deleteChanges } from '../users/security-changes.ts';
import { bannedUntil, hashStrongPassword, requireUser, userNotFound, withIdentityProviders } from './users.ts';

const changeUserBody = z.object({
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  email_confirm: z.optional(z.boolean()),
  user_metadata: metadataField,
  app_metadata: metadataField,
  ban_duration: z.optional(z.string()),
});

interface AdminChange extends z.output<typeof changeUserBody> {
  readonly newEmail: string | null;
  readonly passwordHash: string | null;
}

/** PUT /admin/users/{id}: only an address that is left behind is notified (rules/auth-wire 56). */
export async function changeUserAsAdmin(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await requireUser(ctx, call);
  const body = await readBody(call, changeUserBody);
  const newEmail = body.email ? parseEmail(body.email) : null;
  const role = { isOperator: await isOperator(ctx.db, user.id) };
  const userMetadata = mergeMetadata(user.userMetadata, body.user_metadata ?? {});
  const name = await ctx.accountHooks.findName(ctx.db, user.id);
  const owner = { email: newEmail ?? user.email, userMetadata, name };
  const passwordHash = body.password ? await hashStrongPassword(ctx, body.password, owner, role) : null;
  const now = ctx.clock.now();
  const reply = await ctx.db.transaction(async (tx) => {
    const before = await lockUser(tx, user.id);
    if (before === null) throw userNotFound();
    const changed = await apply(ctx, tx, before, { ...body, newEmail, passwordHash }, now);
    const { client } = call.var;
    await audit(tx, { action: 'user_modified', userId: user.id, client, detail: { by: 'service_role' } }, now);
    return await userReply(tx, changed);
  });
  return call.json(reply);
}

async function apply(ctx: IdentityContext, tx: Transaction, before: UserRow, change: AdminChange, now: Date) {
  let user = before;
  const { newEmail } = change;
  if (newEmail !== null && newEmail !== user.email) user = await changeEmail(ctx, tx, user, newEmail, now);
  if (change.email_confirm && !user.emailConfirmedAt) {
    user = await confirm(ctx, tx, user);
  }
  if (change.passwordHash !== null) user = await setPassword(ctx, tx, user, change.passwordHash, now);
  const ban = change.ban_duration === undefined ? {} : { bannedUntil: bannedUntil(change.ban_duration, now) };
  const userMetadata = mergeMetadata(user.userMetadata, change.user_metadata ?? {});
  const appMetadata = withIdentityProviders(user, change.app_metadata);
  return await changeUser(tx, user.id, { ...ban, userMetadata, appMetadata }, now);
}

async function confirm(ctx: IdentityContext, tx: Transaction, user: UserRow): Promise<UserRow> {
  const { contested = false, shippingAddress = null } = (await findToken(tx, user.id, 'signup'))?.payload ?? {};
  const brought = contested
    ? { passwordHash: null, shippingAddress: null, metadata: {} }
    : { passwordHash: user.passwordHash, shippingAddress, metadata: user.userMetadata };
  return await confirmAccount(ctx, tx, user, brought);
}

async function changeEmail(ctx: IdentityContext, tx: Transaction, user: UserRow, email: string, now: Date) {
  await requireFreeEmail(ctx, tx, email, user.id);
  const userMetadata = metadataMovedTo(email, user);
  const settled = { newEmail: null, emailChangeConfirmStatus: 0 };
  const moved = await changeUser(tx, user.id, { email, ...settled, userMetadata }, now);
  await syncEmailIdentity(tx, moved, now);
  await ctx.accountHooks.emailChanged(ctx, tx, user.id, email);
  await deleteChanges(tx, user.id);
  const waiting = await findToken(tx, user.id, 'signup');
  await deleteAllTokens(tx, user.id);
  await retainPendingChange(tx, moved, waiting?.payload, now);
  if (user.emailConfirmedAt) {
    const changedAt = now.toISOString();
    const data = { newEmail: email, changedAt, undoUrl: null };
    await queueEmailToOwner(ctx, tx, user, { kind: 'email-changed', occasion: `${user.id}:${changedAt}`, data });
  }
  return moved;
}

/** An operator's new password ends every session: the old one may be in the wrong hands. */
async function setPassword(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  passwordHash: string,
  now: Date,
): Promise<UserRow> {
  await deleteAllSessions(tx, user.id);
  const {
    contested: _settled,
    googleSubject: _notTheirs,
    ...waiting
  } = (await findToken(tx, user.id, 'signup'))?.payload ?? {};
  await voidPending(tx, user.id, now);
  await retainPendingChange(tx, user, { ...waiting, passwordHash }, now);
  await resetGuesses(ctx, tx, 'password', user.email);
  await ensureEmailIdentity(tx, user, now);
  const appMetadata = await recomputeIdentityProviders(tx, user);
  return await changeUser(tx, user.id, { passwordHash, passwordChangedAt: now, appMetadata }, now);
}

async function retainPendingChange(tx: Transaction, user: UserRow, waiting: TokenPayload | undefined, now: Date) {
  if (waiting === undefined || user.emailConfirmedAt) return;
  const { codeHash: _code, codeChallenge: _challenge, ...payload } = waiting;
  await issueToken(tx, { userId: user.id, purpose: 'signup', email: user.email, payload, lifetimeSeconds: 0 }, now);
}
