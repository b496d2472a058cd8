import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { IdentityContext } from '../context.ts';
import { eraseUser } from '../erase-user.ts';
import {
  type UserRow,
  type SecurityChange,
  type RemovedIdentity,
  identities,
  type RemovedFactor,
  mfaFactors,
} from '../schema.ts';
import { findFactor, deleteFactor } from '../users/factors.ts';
import { syncEmailIdentity, findIdentity, deleteIdentity } from '../users/identities.ts';
import { metadataMovedTo } from '../users/metadata.ts';
import { lockUserByEmail, changeUser } from '../users/queries.ts';
import type { SecurityChangeRow } from '../users/security-changes.ts';

export async function revertChange(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  { change, notifiedEmail }: SecurityChangeRow,
): Promise<UserRow> {
  const now = ctx.clock.now();
  if (change.kind === 'email_changed') return await restoreEmail(ctx, tx, user, notifiedEmail);
  if (change.kind === 'password_changed') return await clearPassword(tx, user, change, now);
  if (change.kind === 'identity_linked') await unlink(tx, user, change.provider, change.providerId);
  if (change.kind === 'identity_unlinked') await restoreIdentity(tx, user, change.identity, now);
  if (change.kind === 'factor_added' && (await findFactor(tx, user.id, change.factorId))) {
    await deleteFactor(tx, change.factorId);
  }
  if (change.kind === 'factor_removed') await restoreFactor(tx, user, change.factor, now);
  return user;
}

async function restoreEmail(ctx: IdentityContext, tx: Transaction, user: UserRow, email: string): Promise<UserRow> {
  const now = ctx.clock.now();
  const occupant = await lockUserByEmail(tx, email);
  if (occupant?.emailConfirmedAt) {
    throw new ApiError(
      'email_taken',
      'Nothing was undone, because another account now uses your old email address. Email us, and we’ll help you.',
    );
  }
  if (occupant) await eraseUser(ctx, tx, occupant);
  const userMetadata = metadataMovedTo(email, user, { email_verified: true });
  const restored = await changeUser(tx, user.id, { email, emailConfirmedAt: now, userMetadata }, now);
  await syncEmailIdentity(tx, restored, now);
  await ctx.accountHooks.emailChanged(ctx, tx, user.id, email);
  return restored;
}

async function clearPassword(
  tx: Transaction,
  user: UserRow,
  { madeIdentity }: Extract<SecurityChange, { kind: 'password_changed' }>,
  now: Date,
): Promise<UserRow> {
  if (madeIdentity) await unlink(tx, user, 'email', user.id);
  return await changeUser(tx, user.id, { passwordHash: null, passwordChangedAt: null }, now);
}

async function unlink(tx: Transaction, user: UserRow, provider: string, providerId: string): Promise<void> {
  const identity = await findIdentity(tx, provider, providerId);
  if (identity?.userId === user.id) await deleteIdentity(tx, identity.identityId);
}

async function restoreIdentity(tx: Transaction, user: UserRow, identity: RemovedIdentity, now: Date): Promise<void> {
  const createdAt = new Date(identity.createdAt);
  await tx
    .insert(identities)
    .values({ ...identity, userId: user.id, lastSignInAt: null, createdAt, updatedAt: now })
    .onConflictDoNothing();
}

async function restoreFactor(tx: Transaction, user: UserRow, factor: RemovedFactor, now: Date): Promise<void> {
  const secret = Buffer.from(factor.secret, 'base64');
  const kind = { factorType: 'totp', status: 'verified' } as const;
  const createdAt = new Date(factor.createdAt);
  await tx
    .insert(mfaFactors)
    .values({ ...factor, ...kind, userId: user.id, secret, createdAt, updatedAt: now })
    .onConflictDoNothing();
}
