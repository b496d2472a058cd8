import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, ne, or } from 'drizzle-orm';
import { identities, type IdentityRow, type UserRow } from '../schema.ts';
import { emailClaims, type Metadata } from './metadata.ts';

export type IdentityProvider = 'email' | 'google';

export async function insertIdentity(
  tx: Transaction,
  identity: Pick<IdentityRow, 'userId' | 'providerId' | 'identityData' | 'email'> & { provider: IdentityProvider },
  now: Date,
): Promise<void> {
  const stamps = { lastSignInAt: now, createdAt: now, updatedAt: now };
  await tx.insert(identities).values({ identityId: randomUUID(), ...identity, ...stamps });
}

export async function findIdentity(db: Db, provider: string, providerId: string): Promise<IdentityRow | null> {
  return await findRow(db, identities, and(eq(identities.provider, provider), eq(identities.providerId, providerId)));
}

export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return await db.select().from(identities).where(eq(identities.userId, userId)).orderBy(identities.createdAt);
}

export async function refreshIdentity(
  tx: Transaction,
  provider: IdentityProvider,
  providerId: string,
  identityData: Metadata,
  now: Date,
): Promise<void> {
  const email = typeof identityData['email'] === 'string' ? identityData['email'] : null;
  await tx
    .update(identities)
    .set({ identityData, email, lastSignInAt: now, updatedAt: now })
    .where(and(eq(identities.provider, provider), eq(identities.providerId, providerId)));
}

export async function deleteIdentity(tx: Transaction, identityId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.identityId, identityId));
}

export async function deleteAllIdentities(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId));
}

export async function deleteOtherIdentities(
  tx: Transaction,
  userId: string,
  { provider, providerId }: { provider: IdentityProvider; providerId: string },
): Promise<void> {
  const isOther = or(ne(identities.provider, provider), ne(identities.providerId, providerId));
  await tx.delete(identities).where(and(eq(identities.userId, userId), isOther));
}

/** @returns true if the identity is new */
export async function ensureEmailIdentity(tx: Transaction, user: UserRow, now: Date): Promise<boolean> {
  if (await findIdentity(tx, 'email', user.id)) return false;
  const identityData = emailClaims(user.id, user.email, user.emailConfirmedAt !== null);
  await insertIdentity(
    tx,
    { userId: user.id, provider: 'email', providerId: user.id, identityData, email: user.email },
    now,
  );
  return true;
}

export async function syncEmailIdentity(tx: Transaction, user: UserRow, now: Date): Promise<void> {
  const existing = await findIdentity(tx, 'email', user.id);
  if (!existing) return;
  const claims = emailClaims(user.id, user.email, user.emailConfirmedAt !== null);
  await tx
    .update(identities)
    .set({ email: user.email, identityData: { ...existing.identityData, ...claims }, updatedAt: now })
    .where(eq(identities.identityId, existing.identityId));
}

export async function recomputeIdentityProviders(tx: Transaction, user: UserRow): Promise<Metadata> {
  const providers = [...new Set((await listIdentities(tx, user.id)).map(({ provider }) => provider))];
  const { provider } = user.appMetadata;
  const stays = typeof provider === 'string' && providers.includes(provider);
  return { ...user.appMetadata, provider: stays ? provider : providers[0], providers };
}
