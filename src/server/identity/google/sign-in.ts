import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { confirmAccount, alreadyRegistered } from '../users/accounts.ts';
import { audit } from '../audit.ts';
import { refuseBanned } from '../session/bearer.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError } from '../auth-error.ts';
import { findIdentity, insertIdentity, deleteOtherIdentities, refreshIdentity } from '../users/identities.ts';
import { fullNameIn } from '../users/metadata.ts';
import { deleteAllFactors } from '../users/factors.ts';
import type { UserRow } from '../schema.ts';
import { deleteAllSessions } from '../session/queries.ts';
import { changeUser, insertUser, lockUser, lockUserByEmail } from '../users/queries.ts';
import { voidPending } from '../session/flow-states.ts';
import { isEmailReserved } from '../users/security-changes.ts';
import { attachIdentity } from './linking.ts';
import type { GoogleAccount, GoogleProfile } from './openid.ts';

export interface GoogleSignIn {
  /** Null if another user has the unverified address. */
  readonly user: UserRow | null;
  readonly isConfirmed: boolean;
  /**
   * The account with that address, if Google only saw the address confirmed once. Its owner must then be asked by
   * email.
   */
  readonly owner?: UserRow;
}

interface Attempt {
  readonly ctx: IdentityContext;
  readonly tx: Transaction;
  readonly profile: GoogleProfile;
  readonly client: Client;
  readonly now: Date;
}

/**
 * Finds the account by Google's subject or by an address that Google manages, or opens one (rules/auth-wire 32).
 * @throws AuthError user_banned, signup_disabled, user_already_exists
 */
export async function findOrOpenAccount(ctx: IdentityContext, tx: Transaction, profile: GoogleProfile, client: Client) {
  const attempt = { ctx, tx, profile, client, now: ctx.clock.now() };
  // A sign-up with the same address may happen in between; the second try then finds it.
  const outcome = (await tryFindOrOpenAccount(attempt)) ?? (await tryFindOrOpenAccount(attempt));
  if (!outcome) throw new AuthError(500, 'unexpected_failure', 'Please try again');
  return outcome;
}

async function tryFindOrOpenAccount(attempt: Attempt): Promise<GoogleSignIn | null> {
  const { tx, profile } = attempt;
  const known = await lockOwner(tx, profile.subject);
  if (known) return await signInKnown(attempt, known);
  const owner = await lockUserByEmail(tx, profile.email);
  if (owner === null) return await openAccountFor(attempt);
  const isLinkedByNow = (await findIdentity(tx, 'google', profile.subject))?.userId === owner.id;
  if (isLinkedByNow) return await signInKnown(attempt, owner);
  if (profile.emailVerified) return await linkByEmail(attempt, owner);
  return { user: null, isConfirmed: false, ...(profile.emailWasVerified && { owner }) };
}

/**
 * Connects the Google account after the emailed link is opened. The caller must hold the owner's lock.
 * @throws AuthError user_banned
 */
export async function connectByEmail(
  ctx: IdentityContext,
  tx: Transaction,
  owner: UserRow,
  account: GoogleAccount,
  client: Client,
): Promise<void> {
  const profile = { ...account, emailVerified: true, emailWasVerified: true };
  await linkByEmail({ ctx, tx, profile, client, now: ctx.clock.now() }, owner);
}

async function lockOwner(tx: Transaction, subject: string): Promise<UserRow | null> {
  const identity = await findIdentity(tx, 'google', subject);
  const owner = identity && (await lockUser(tx, identity.userId));
  return owner && (await findIdentity(tx, 'google', subject))?.userId === owner.id ? owner : null;
}

async function signInKnown(attempt: Attempt, user: UserRow): Promise<GoogleSignIn> {
  const { ctx, tx, profile, now } = attempt;
  refuseBanned(ctx, user);
  await refreshIdentity(tx, 'google', profile.subject, profile.identityData, now);
  const userMetadata = { ...user.userMetadata, ...profile.identityData };
  const refreshed = await changeUser(tx, user.id, { userMetadata }, now);
  if (refreshed.emailConfirmedAt) return { user: refreshed, isConfirmed: true };
  if (!profile.emailVerified || profile.email !== user.email) return { user: refreshed, isConfirmed: false };
  return { user: await takeOver(attempt, refreshed), isConfirmed: true };
}

async function linkByEmail(attempt: Attempt, owner: UserRow): Promise<GoogleSignIn> {
  const { ctx, tx, profile, client } = attempt;
  refuseBanned(ctx, owner);
  if (owner.emailConfirmedAt) {
    return { user: await attachIdentity(ctx, tx, owner, profile, client), isConfirmed: true };
  }
  await insertGoogleIdentity(attempt, owner.id);
  return { user: await takeOver(attempt, owner), isConfirmed: true };
}

/** An unconfirmed sign-up may be a stranger's, so all of its data is deleted. */
async function takeOver({ ctx, tx, profile, now }: Attempt, user: UserRow): Promise<UserRow> {
  const { subject: providerId, identityData } = profile;
  await deleteOtherIdentities(tx, user.id, { provider: 'google', providerId });
  await deleteAllSessions(tx, user.id);
  await deleteAllFactors(tx, user.id);
  await voidPending(tx, user.id, now);
  await confirmAccount(ctx, tx, user, { passwordHash: null, metadata: identityData, shippingAddress: null });
  const appMetadata = { ...user.appMetadata, provider: 'google', providers: ['google'] };
  return await changeUser(tx, user.id, { userMetadata: identityData, appMetadata }, now);
}

/** Null if the address was taken in the meantime. */
async function openAccountFor(attempt: Attempt): Promise<GoogleSignIn | null> {
  const { ctx, tx, profile, client, now } = attempt;
  const { email, emailVerified, identityData: userMetadata } = profile;
  if (ctx.config.auth.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const confirmation = { passwordHash: null, emailConfirmedAt: emailVerified ? now : null };
  const account = { id: randomUUID(), email, ...confirmation, provider: 'google', userMetadata } as const;
  const user = await insertUser(tx, account, now);
  if (!user) {
    if (await isEmailReserved(tx, email, null, now)) throw alreadyRegistered();
    return null;
  }
  await insertGoogleIdentity(attempt, user.id);
  await audit(tx, { action: 'user_signedup', userId: user.id, client, detail: { provider: 'google' } }, now);
  if (emailVerified) {
    const fullName = fullNameIn(userMetadata);
    await ctx.accountHooks.confirmed(ctx, tx, { userId: user.id, email, fullName, shippingAddress: null });
  }
  return { user, isConfirmed: emailVerified };
}

async function insertGoogleIdentity({ tx, profile, now }: Attempt, userId: string): Promise<void> {
  const { subject: providerId, email, identityData } = profile;
  await insertIdentity(tx, { userId, provider: 'google', providerId, identityData, email }, now);
}
