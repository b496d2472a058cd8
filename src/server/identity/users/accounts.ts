import { randomUUID } from 'node:crypto';
import type { Address } from '../../../domain/address.ts';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { AuthError } from '../auth-error.ts';
import { insertIdentity, syncEmailIdentity } from './identities.ts';
import { carriesClaims, emailClaims, fullNameIn, type Metadata } from './metadata.ts';
import { hashPassword } from '../passwords/passwords.ts';
import type { UserRow } from '../schema.ts';
import { changeUser, insertUser } from './queries.ts';

export interface Application {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly metadata: Metadata;
  readonly shippingAddress: Address | null;
}

interface Opening {
  readonly confirmed: boolean;
  readonly id?: string;
  readonly demonstration?: boolean;
  /** True for admin calls: the metadata is stored unchanged (rules/auth-wire 56). */
  readonly asGiven?: boolean;
}

/** @returns null if the address has an account */
export async function openAccount(
  ctx: IdentityContext,
  tx: Transaction,
  application: Application,
  { confirmed, id = randomUUID(), demonstration = false, asGiven = false }: Opening,
): Promise<UserRow | null> {
  const { email, passwordHash, metadata, shippingAddress } = application;
  const now = ctx.clock.now();
  const claims = { ...metadata, ...emailClaims(id, email, confirmed) };
  const account = { id, email, passwordHash, emailConfirmedAt: confirmed ? now : null, demonstration };
  const user = await insertUser(tx, { ...account, provider: 'email', userMetadata: asGiven ? metadata : claims }, now);
  if (!user) return null;
  await insertIdentity(tx, { userId: id, provider: 'email', providerId: id, identityData: claims, email }, now);
  if (confirmed) {
    await ctx.accountHooks.confirmed(ctx, tx, { userId: id, email, fullName: fullNameIn(metadata), shippingAddress });
  }
  return user;
}

export async function confirmAccount(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  { passwordHash, metadata, shippingAddress }: Omit<Application, 'email'>,
): Promise<UserRow> {
  const now = ctx.clock.now();
  const userMetadata = { ...metadata, ...(carriesClaims(user) && emailClaims(user.id, user.email, true)) };
  const passwordChangedAt = passwordHash === null ? null : now;
  const credentials = { emailConfirmedAt: now, passwordHash, passwordChangedAt };
  const confirmed = await changeUser(tx, user.id, { ...credentials, userMetadata }, now);
  await syncEmailIdentity(tx, confirmed, now);
  const fullName = fullNameIn(userMetadata);
  await ctx.accountHooks.confirmed(ctx, tx, { userId: user.id, email: user.email, fullName, shippingAddress });
  return confirmed;
}

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly shippingAddress?: Address;
  readonly confirmed: true;
  /** True for a demonstration account, whose password is public. */
  readonly demonstration?: boolean;
}

/**
 * Used by the demonstration's seed.
 * @throws AuthError user_already_exists
 */
export async function createUser(ctx: IdentityContext, { demonstration = false, ...account }: NewAccount) {
  const application: Application = {
    email: account.email.toLowerCase(),
    passwordHash: await hashPassword(account.password),
    metadata: { full_name: account.fullName },
    shippingAddress: account.shippingAddress ?? null,
  };
  const user = await ctx.db.transaction((tx) => openAccount(ctx, tx, application, { confirmed: true, demonstration }));
  if (!user) throw alreadyRegistered();
  return { userId: user.id };
}

export function alreadyRegistered(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered');
}
