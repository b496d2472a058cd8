import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { confirmAccount, alreadyRegistered } from '../users/accounts.ts';
import { audit } from '../audit/audit.ts';
import { refuseBanned } from '../session/bearer.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError } from '../wire/errors.ts';
import { findIdentity, insertIdentity, deleteOtherIdentities, refreshIdentity } from '../users/identities.ts';
import { fullNameIn } from '../users/metadata.ts';
import { deleteAllFactors } from '../users/factors.ts';
import type { UserRow } from '../schema.ts';
import { deleteAllSessions } from '../session/queries.ts';
import { changeUser, insertUser, lockUser, lockUserByEmail } from '../users/queries.ts';
import { voidPending } from '../session/flow-states.ts';
import { isEmailReserved } from '../users/security-changes.ts';
import { attachIdentity } from './linking.ts';
import type { GoogleProfile } from './openid.ts';

export interface GoogleSignIn {
  /** Null when another user has the unverified address. */
  readonly user: UserRow | null;
  readonly isConfirmed: boolean;
}

/** rules/auth-wire 32. @throws AuthError user_banned, signup_disabled, user_already_exists */
export async function findOrOpenAccount(
  ctx: IdentityContext,
  tx: Transaction,
  profile: GoogleProfile,
  client: Client,
): Promise<GoogleSignIn> {
  // A sign-up of the same address may come in between; the second look finds it.
  const outcome =
    (await tryFindOrOpenAccount(ctx, tx, profile, client)) ?? (await tryFindOrOpenAccount(ctx, tx, profile, client));
  if (!outcome) throw new AuthError(500, 'unexpected_failure', 'Please try again');
  return outcome;
}

async function tryFindOrOpenAccount(ctx: IdentityContext, tx: Transaction, profile: GoogleProfile, client: Client) {
  const known = await lockOwner(tx, profile.subject);
  if (known) return await returning(ctx, tx, known, profile);
  const owner = await lockUserByEmail(tx, profile.email);
  const hasCome = owner !== null && (await findIdentity(tx, 'google', profile.subject))?.userId === owner.id;
  if (hasCome) return await returning(ctx, tx, owner, profile);
  if (!profile.emailVerified)
    return owner ? { user: null, isConfirmed: false } : await newcomer(ctx, tx, profile, client);
  return owner ? await adopt(ctx, tx, owner, profile, client) : await newcomer(ctx, tx, profile, client);
}

async function lockOwner(tx: Transaction, subject: string): Promise<UserRow | null> {
  const identity = await findIdentity(tx, 'google', subject);
  const owner = identity && (await lockUser(tx, identity.userId));
  return owner && (await findIdentity(tx, 'google', subject))?.userId === owner.id ? owner : null;
}

async function returning(ctx: IdentityContext, tx: Transaction, user: UserRow, profile: GoogleProfile) {
  refuseBanned(ctx, user);
  const now = ctx.clock.now();
  await refreshIdentity(tx, 'google', profile.subject, profile.identityData, now);
  const userMetadata = { ...user.userMetadata, ...profile.identityData };
  const refreshed = await changeUser(tx, user.id, { userMetadata }, now);
  if (refreshed.emailConfirmedAt) return { user: refreshed, isConfirmed: true };
  if (!profile.emailVerified || profile.email !== user.email) return { user: refreshed, isConfirmed: false };
  return { user: await takeOver(ctx, tx, refreshed, profile), isConfirmed: true };
}

async function adopt(ctx: IdentityContext, tx: Transaction, owner: UserRow, profile: GoogleProfile, client: Client) {
  refuseBanned(ctx, owner);
  if (owner.emailConfirmedAt) {
    return { user: await attachIdentity(ctx, tx, owner, profile, client), isConfirmed: true };
  }
  await insertGoogleIdentity(ctx, tx, owner.id, profile);
  return { user: await takeOver(ctx, tx, owner, profile), isConfirmed: true };
}

/** An unconfirmed sign-up may belong to a stranger: nothing of it remains. */
async function takeOver(ctx: IdentityContext, tx: Transaction, user: UserRow, profile: GoogleProfile) {
  await deleteOtherIdentities(tx, user.id, { provider: 'google', providerId: profile.subject });
  await deleteAllSessions(tx, user.id);
  await deleteAllFactors(tx, user.id);
  const now = ctx.clock.now();
  await voidPending(tx, user.id, now);
  await confirmAccount(ctx, tx, user, { passwordHash: null, metadata: profile.identityData, shippingAddress: null });
  return await changeUser(
    tx,
    user.id,
    {
      userMetadata: profile.identityData,
      appMetadata: { ...user.appMetadata, provider: 'google', providers: ['google'] },
    },
    now,
  );
}

/** Null when the address has just been taken. */
async function newcomer(ctx: IdentityContext, tx: Transaction, profile: GoogleProfile, client: Client) {
  if (ctx.config.auth.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const { email, emailVerified, identityData } = profile;
  const now = ctx.clock.now();
  const emailConfirmedAt = emailVerified ? now : null;
  const user = await insertUser(
    tx,
    { id: randomUUID(), email, passwordHash: null, emailConfirmedAt, provider: 'google', userMetadata: identityData },
    now,
  );
  if (!user) {
    if (await isEmailReserved(tx, email, null, now)) throw alreadyRegistered();
    return null;
  }
  await insertGoogleIdentity(ctx, tx, user.id, profile);
  await audit(tx, { action: 'user_signedup', userId: user.id, client, detail: { provider: 'google' } }, now);
  if (emailVerified) {
    const fullName = fullNameIn(identityData);
    await ctx.accountHooks.confirmed(ctx, tx, { userId: user.id, email, fullName, shippingAddress: null });
  }
  return { user, isConfirmed: emailVerified };
}

async function insertGoogleIdentity(
  ctx: IdentityContext,
  tx: Transaction,
  userId: string,
  { subject, email, identityData }: GoogleProfile,
): Promise<void> {
  await insertIdentity(tx, { userId, provider: 'google', providerId: subject, identityData, email }, ctx.clock.now());
}
