import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { audit } from '../audit/audit.ts';
import type { Client } from '../../platform/http/client.ts';
import { identityExists } from '../wire/errors.ts';
import { findIdentity, insertIdentity, recomputeIdentityProviders } from '../users/identities.ts';
import type { UserRow } from '../schema.ts';
import { changeUser } from '../users/queries.ts';
import { recordChange } from '../users/security-changes.ts';
import type { GoogleProfile } from './openid.ts';

/** rules/auth-wire 34. @throws AuthError identity_already_exists */
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
  const { id, undoUrl } = await recordChange(ctx, tx, user, {
    kind: 'identity_linked',
    provider: 'google',
    providerId: subject,
  });
  await queueEmail(ctx, tx, {
    kind: 'new-sign-in-method',
    dedupeKey: `new-sign-in-method:${id}`,
    to: user.email,
    userId: user.id,
    data: { method: 'Google', addedAt: now.toISOString(), undoUrl },
  });
  await audit(tx, { action: 'identity_linked', userId: user.id, client, detail: { provider: 'google' } }, now);
  const appMetadata = await recomputeIdentityProviders(tx, user);
  const userMetadata = { ...identityData, ...user.userMetadata };
  return await changeUser(tx, user.id, { appMetadata, userMetadata }, now);
}
