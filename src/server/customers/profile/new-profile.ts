import { type Address, SIGNUP_ADDRESS_LABEL } from '../../../domain/address.ts';
import { eq } from 'drizzle-orm';
import { insertAddress } from '../addresses/queries.ts';
import type { ConfirmedAccount, IdentityContext } from '../../identity/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { shippingAddresses, userProfiles } from '../schema.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';

/** Makes the profile, the address 'Home' and one welcome email (rules/accounts 10). A repeated call changes nothing. */
export async function welcomeNewUser(ctx: IdentityContext, tx: Transaction, profile: ConfirmedAccount): Promise<void> {
  const { userId, email, fullName, shippingAddress } = profile;
  const now = ctx.clock.now();
  const inserted = await tx
    .insert(userProfiles)
    .values({ id: userId, email, fullName, preferences: { emailNotifications: true }, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: userProfiles.id });
  if (inserted.length === 0) return;
  if (shippingAddress) {
    await insertAddress(tx, { ...shippingAddress, userId, label: SIGNUP_ADDRESS_LABEL, isDefault: true }, now);
  }
  await queueWelcome(ctx, tx, profile);
}

export async function queueWelcome(
  ctx: IdentityContext,
  tx: Transaction,
  { userId, email, fullName }: Pick<ConfirmedAccount, 'userId' | 'email' | 'fullName'>,
): Promise<void> {
  await queueEmail(ctx, tx, {
    kind: 'welcome',
    dedupeKey: `welcome:${userId}`,
    to: email,
    userId,
    data: { name: fullName },
  });
}

export async function changeProfileEmail(ctx: IdentityContext, tx: Transaction, userId: string, email: string) {
  await setProfileEmail(tx, userId, email, ctx.clock.now());
  await ctx.jobs.enqueue(tx, 'sync-customer', { userId });
}

export async function setProfileEmail(tx: Transaction, userId: string, email: string, now: Date): Promise<void> {
  await tx.update(userProfiles).set({ email, updatedAt: now }).where(eq(userProfiles.id, userId));
}

export async function deleteProfile(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(shippingAddresses).where(eq(shippingAddresses.userId, userId));
  await tx.delete(userProfiles).where(eq(userProfiles.id, userId));
}

/**
 * Sends no welcome email, since the customer comes from another shop.
 * @returns the id of the address
 */
export async function addImportedProfile(
  tx: Transaction,
  { userId, email, fullName, address, stripeCustomerId }: ImportedProfile,
  now: Date,
): Promise<string> {
  const preferences = { emailNotifications: true };
  const times = { createdAt: now, updatedAt: now };
  await tx.insert(userProfiles).values({ id: userId, email, fullName, preferences, stripeCustomerId, ...times });
  return (await insertAddress(tx, { ...address, userId, label: SIGNUP_ADDRESS_LABEL, isDefault: true }, now)).id;
}

interface ImportedProfile {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly address: Address;
  readonly stripeCustomerId: string | null;
}
