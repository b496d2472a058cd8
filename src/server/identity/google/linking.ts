import { isUuid } from '../../../contract/fields.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { identityExists, AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { reportChange } from '../emails/account-emails.ts';
import type { GoogleProfile } from './openid.ts';
import { requireRecentProof } from '../reauthentication/require-reauthentication.ts';
import type { UserRow, IdentityRow } from '../schema.ts';
import { type Bearer, lockBearer, refuseOwingSecondStep } from '../session/bearer.ts';
import { deleteFlowsOf } from '../session/flow-states.ts';
import { deleteOtherSessions } from '../session/queries.ts';
import {
  findIdentity,
  insertIdentity,
  recomputeIdentityProviders,
  listIdentities,
  deleteIdentity,
} from '../users/identities.ts';
import { changeUser } from '../users/queries.ts';
import { removedIdentity } from '../users/security-changes.ts';

/**
 * Connects a Google account to a signed-in user (rules/auth-wire 34).
 * @throws AuthError identity_already_exists
 */
export async function linkIdentity(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  profile: GoogleProfile,
  client: Client,
): Promise<UserRow> {
  const existing = await findIdentity(tx, 'google', profile.subject);
  if (existing) throw identityExists(existing.userId === user.id ? '' : ' to another user');
  return await attachIdentity(ctx, tx, user, profile, client);
}

export async function attachIdentity(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  { subject, email, identityData }: GoogleProfile,
  client: Client,
): Promise<UserRow> {
  const now = ctx.clock.now();
  await insertIdentity(tx, { userId: user.id, provider: 'google', providerId: subject, identityData, email }, now);
  const change = { kind: 'identity_linked', provider: 'google', providerId: subject } as const;
  const report = { kind: 'new-sign-in-method', method: 'Google', addedAt: now.toISOString() } as const;
  await reportChange(ctx, tx, user, change, report);
  await audit(tx, { action: 'identity_linked', userId: user.id, client, detail: { provider: 'google' } }, now);
  const appMetadata = await recomputeIdentityProviders(tx, user);
  const userMetadata = { ...identityData, ...user.userMetadata };
  return await changeUser(tx, user.id, { appMetadata, userMetadata }, now);
}

export async function unlinkIdentity(ctx: IdentityContext, bearer: Bearer, identityId: string, client: Client) {
  if (!isUuid(identityId)) {
    throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
  }
  await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    refuseOwingSecondStep(active);
    requireRecentProof(ctx, active.session);
    const { user } = active;
    const now = ctx.clock.now();
    const removed = pick(await listIdentities(tx, user.id), identityId);
    await deleteIdentity(tx, removed.identityId);
    await changeUser(tx, user.id, { appMetadata: await recomputeIdentityProviders(tx, user) }, now);
    await deleteOtherSessions(tx, user.id, bearer.session.id);
    await deleteFlowsOf(tx, user.id);
    const change = { kind: 'identity_unlinked', identity: removedIdentity(removed) } as const;
    const method = removed.provider === 'google' ? 'Google' : removed.provider;
    const report = { kind: 'sign-in-method-removed', method, removedAt: now.toISOString() } as const;
    await reportChange(ctx, tx, user, change, report);
    const detail = { provider: removed.provider };
    await audit(tx, { action: 'identity_unlinked', userId: user.id, client, detail }, now);
  });
}

function pick(all: readonly IdentityRow[], identityId: string): IdentityRow {
  if (all.length <= 1) {
    throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
  }
  const removed = all.find((identity) => identity.identityId === identityId);
  if (!removed) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
  if (removed.provider === 'email') {
    const message = 'The email address of the account cannot be unlinked. Change the address instead.';
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message);
  }
  return removed;
}
