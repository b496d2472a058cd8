import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { hashStrongPassword, userNotFound, bannedUntil, withIdentityProviders } from './users.ts';
import { audit } from '../audit.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { resetGuesses } from '../limits/limits.ts';
import type { UserRow, TokenPayload } from '../schema.ts';
import { voidPending } from '../session/flow-states.ts';
import { deleteAllSessions } from '../session/queries.ts';
import { requireFreeEmail } from '../update-user/email-change.ts';
import { confirmAccount } from '../users/accounts.ts';
import { syncEmailIdentity, ensureEmailIdentity, recomputeIdentityProviders } from '../users/identities.ts';
import { type Metadata, mergeMetadata, metadataMovedTo } from '../users/metadata.ts';
import { findToken, deleteAllTokens, issueToken } from '../users/one-time-tokens.ts';
import { isOperator, lockUser, changeUser } from '../users/queries.ts';
import { deleteChanges } from '../users/security-changes.ts';
import { type ShownAccount, loadAccount } from '../users/shown-account.ts';

export interface UserChange {
  readonly email: string | null;
  readonly password: string | undefined;
  readonly confirmEmail: boolean;
  readonly userMetadata: Metadata;
  readonly appMetadata: Metadata;
  readonly banDuration: string | undefined;
}

type CheckedChange = Omit<UserChange, 'password'> & { readonly passwordHash: string | null };

/** Only a former address gets an email about it (rules/auth-wire 56). */
export async function changeUserAsAdmin(
  ctx: IdentityContext,
  user: UserRow,
  { password, ...change }: UserChange,
  client: Client,
): Promise<ShownAccount> {
  const role = { isOperator: await isOperator(ctx.db, user.id) };
  const userMetadata = mergeMetadata(user.userMetadata, change.userMetadata);
  const name = await ctx.accountHooks.findName(ctx.db, user.id);
  const owner = { email: change.email ?? user.email, userMetadata, name };
  const passwordHash = password ? await hashStrongPassword(ctx, password, owner, role) : null;
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const before = await lockUser(tx, user.id);
    if (before === null) throw userNotFound();
    const changed = await apply(ctx, tx, before, { ...change, passwordHash }, now);
    await audit(tx, { action: 'user_modified', userId: user.id, client, detail: { by: 'service_role' } }, now);
    return await loadAccount(tx, changed);
  });
}

async function apply(ctx: IdentityContext, tx: Transaction, before: UserRow, change: CheckedChange, now: Date) {
  let user = before;
  const { email, banDuration } = change;
  if (email !== null && email !== user.email) user = await changeEmail(ctx, tx, user, email, now);
  if (change.confirmEmail && !user.emailConfirmedAt) user = await confirm(ctx, tx, user);
  if (change.passwordHash !== null) user = await setPassword(ctx, tx, user, change.passwordHash, now);
  const ban = banDuration === undefined ? {} : { bannedUntil: bannedUntil(banDuration, now) };
  const userMetadata = mergeMetadata(user.userMetadata, change.userMetadata);
  const appMetadata = withIdentityProviders(user, change.appMetadata);
  return await changeUser(tx, user.id, { ...ban, userMetadata, appMetadata }, now);
}

async function confirm(ctx: IdentityContext, tx: Transaction, user: UserRow): Promise<UserRow> {
  const { contested = false, shippingAddress = null } = (await findToken(tx, user.id, 'signup'))?.payload ?? {};
  const brought = contested
    ? { passwordHash: null, shippingAddress: null, metadata: {} }
    : { passwordHash: user.passwordHash, shippingAddress, metadata: user.userMetadata };
  return await confirmAccount(ctx, tx, user, brought);
}

export async function changeEmail(ctx: IdentityContext, tx: Transaction, user: UserRow, email: string, now: Date) {
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

/** A password that an operator sets ends every session, since a stranger may know the old password. */
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
