import * as z from 'zod/mini';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { audit } from '../audit/audit.ts';
import { lockBearer, refuseOwingSecondStep, requireBearer } from '../session/bearer.ts';
import { clientOf } from '../../platform/http/client.ts';
import { tellFormerAddress } from '../email-change/email-change.ts';
import { AuthError } from '../wire/errors.ts';
import { deleteFlowsOf } from '../session/flow-states.ts';
import { requireLinking } from './authorize.ts';
import type { Call } from '../wire/http.ts';
import { deleteIdentity, listIdentities, recomputeProviders } from '../users/identities.ts';
import type { IdentityRow, UserRow } from '../rows.ts';
import { deleteAllSessions, deleteOtherSessions } from '../session/queries.ts';
import { changeUser, findUserByEmail, type UserChange } from '../users/queries.ts';
import { voidPending } from '../session/void-pending.ts';

/** DELETE /user/identities/{identity_id} (rules/auth-wire 35). */
export async function unlinkIdentity(ctx: IdentityContext, call: Call): Promise<Response> {
  requireLinking(ctx);
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  const identityId = call.req.param('id') ?? '';
  if (!z.uuid().safeParse(identityId).success) {
    throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
  }
  const client = clientOf(ctx.config, call);
  await ctx.db.transaction(async (tx) => {
    const standing = await lockBearer(ctx, tx, bearer);
    refuseOwingSecondStep(standing);
    const { user } = standing;
    const { removed, remaining } = pick(await listIdentities(tx, user.id), identityId);
    await deleteIdentity(tx, removed.identityId);
    const changed = await settle(ctx, tx, user, removed, remaining);
    await deleteOtherSessions(tx, user.id, bearer.session.id);
    // Nor may a session be opened any more by whoever came in by that way a moment ago.
    await deleteFlowsOf(tx, user.id);
    await tellOwner(ctx, tx, user, changed, removed);
    const detail = { provider: removed.provider };
    await audit(tx, { action: 'identity_unlinked', userId: user.id, client, detail }, ctx.clock.now());
  });
  return call.json({});
}

function pick(all: readonly IdentityRow[], identityId: string): { removed: IdentityRow; remaining: IdentityRow[] } {
  if (all.length <= 1) {
    throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
  }
  const removed = all.find((identity) => identity.identityId === identityId);
  if (!removed) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
  return { removed, remaining: all.filter((identity) => identity !== removed) };
}

/** What the account owed to the identity goes with it: its password, and perhaps its address. */
async function settle(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  removed: IdentityRow,
  remaining: readonly IdentityRow[],
): Promise<UserRow> {
  const now = ctx.clock.now();
  const password: UserChange = removed.provider === 'email' ? { passwordHash: null, passwordChangedAt: null } : {};
  const address = remaining.some(({ email }) => email === user.email) ? {} : await promote(tx, remaining, now);
  const appMetadata = await recomputeProviders(tx, user);
  const changed = await changeUser(tx, user.id, { ...password, ...address, appMetadata }, now);
  if (changed.email === user.email) return changed;
  await voidPending(tx, user.id, now);
  // Nobody has proved the new one. Whoever comes back by a mail to it finds nothing of whoever is here now.
  if (changed.emailConfirmedAt === null) await deleteAllSessions(tx, user.id);
  await ctx.accountHooks.emailChanged(ctx, tx, user.id, changed.email);
  return changed;
}

/** Another identity's address takes over, a verified one first. */
async function promote(tx: Transaction, remaining: readonly IdentityRow[], now: Date): Promise<UserChange> {
  const next = remaining.find(isVerified) ?? remaining[0];
  if (!next?.email) return {};
  if (await findUserByEmail(tx, next.email)) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  }
  return { email: next.email, newEmail: null, emailConfirmedAt: isVerified(next) ? now : null };
}

function isVerified({ identityData }: IdentityRow): boolean {
  return identityData['email_verified'] === true;
}

/** Written to the address that the account had until now: whoever loses a key is to hear of it. */
async function tellOwner(
  ctx: IdentityContext,
  tx: Transaction,
  { id: userId, email: to }: UserRow,
  { email: newEmail }: UserRow,
  { provider }: IdentityRow,
): Promise<void> {
  const at = ctx.clock.now().toISOString();
  await queueEmail(ctx, tx, {
    kind: 'sign-in-method-removed',
    dedupeKey: `sign-in-method-removed:${userId}:${provider}:${at}`,
    to,
    userId,
    data: { method: provider === 'google' ? 'Google' : 'your email address and password', removedAt: at },
  });
  if (newEmail !== to) await tellFormerAddress(ctx, tx, { userId, formerly: to, newEmail });
}
