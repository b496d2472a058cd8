import { isUuid } from '../../../contract/fields.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { emailExists, AuthError, invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { removeFactor } from '../mfa/unenrol.ts';
import { requireStrongPassword, hashPassword } from '../passwords/passwords.ts';
import type { UserRow } from '../schema.ts';
import { openAccount } from '../users/accounts.ts';
import { findFactor } from '../users/factors.ts';
import { type Metadata, givenMetadata, mergeMetadata } from '../users/metadata.ts';
import { ownerWords } from '../users/owner-words.ts';
import { findUser, changeUser, lockUser } from '../users/queries.ts';
import { type ShownAccount, loadAccount } from '../users/shown-account.ts';

export interface AdminUser {
  readonly id: string | undefined;
  readonly email: string;
  readonly password: string | undefined;
  readonly isConfirmed: boolean;
  readonly userMetadata: Metadata;
  readonly appMetadata: Metadata;
  readonly banDuration: string | undefined;
}

export async function createUserAsAdmin(ctx: IdentityContext, given: AdminUser, client: Client): Promise<ShownAccount> {
  const { id, email, password, userMetadata, banDuration } = given;
  const passwordHash = password ? await hashStrongPassword(ctx, password, { email, userMetadata }) : null;
  const application = { email, passwordHash, metadata: givenMetadata(userMetadata), shippingAddress: null };
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const place = { confirmed: given.isConfirmed, asGiven: true, ...(id !== undefined && { id }) };
    const user = await openAccount(ctx, tx, application, place);
    if (!user) throw id !== undefined && (await findUser(tx, id)) ? idExists() : emailExists();
    const appMetadata = withIdentityProviders(user, given.appMetadata);
    const ban = banDuration === undefined ? {} : { bannedUntil: bannedUntil(banDuration, now) };
    const changed = await changeUser(tx, user.id, { appMetadata, ...ban }, now);
    const detail = { by: 'service_role' };
    await audit(tx, { action: 'user_signedup', userId: user.id, client, detail }, now);
    return await loadAccount(tx, changed);
  });
}

function idExists(): AuthError {
  return new AuthError(422, 'user_already_exists', 'A user with this id has already been registered');
}

export async function hashStrongPassword(
  ctx: IdentityContext,
  password: string,
  owner: Parameters<typeof ownerWords>[0],
  role?: { readonly isOperator: boolean },
): Promise<string> {
  await requireStrongPassword(ctx.config, password, ownerWords(owner), role);
  return await hashPassword(password);
}

export function withIdentityProviders(user: UserRow, changes: Metadata = {}): Metadata {
  const { provider, providers } = user.appMetadata;
  return { ...mergeMetadata(user.appMetadata, changes), provider, providers };
}

/** @throws AuthError validation_failed, user_not_found */
export async function requireUser(ctx: IdentityContext, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(ctx.db, id);
  if (!user) throw userNotFound();
  return user;
}

export function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found');
}

/** Deletes a user, but keeps a buyer's records without a name (rules/auth-wire 57). */
export async function deleteUserAsAdmin(ctx: IdentityContext, id: string, { soft }: { readonly soft: boolean }) {
  await ctx.db.transaction(async (tx) => {
    const erased = await ctx.accountHooks.erase(ctx, tx, id, { retainRow: soft });
    if (erased === 'gone') throw userNotFound();
    if (erased === 'in use') throw new AuthError(422, 'validation_failed', 'A subscription of theirs is still running');
    await audit(tx, { action: 'user_deleted', userId: id, client: null, detail: { soft } }, ctx.clock.now());
  });
}

export async function deleteFactorOfUser(ctx: IdentityContext, user: UserRow, factorId: string, client: Client) {
  const factor = isUuid(factorId) ? await findFactor(ctx.db, user.id, factorId) : null;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await removeFactor(ctx, tx, user, factor, client);
  });
  return factor;
}

/** The longest duration in Go, 292 years. PostgreSQL can't store dates beyond that. */
const LONGEST_MS = 2 ** 63 / 1e6;
const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `duration`: a Go duration such as `1h30m`, or `none`. @throws AuthError validation_failed */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g)];
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  if (duration === '' || parts.map(([part]) => part).join('') !== duration || ms > LONGEST_MS) {
    throw invalid('invalid format for ban duration: expected a duration such as 24h, or none');
  }
  return new Date(now.getTime() + ms);
}
