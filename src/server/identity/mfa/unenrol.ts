import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import type { IdentityContext } from '../context.ts';
import { reportChange } from '../emails/account-emails.ts';
import { requireFactor } from './verify-factor.ts';
import { requireRecentProof } from '../reauthentication/require-reauthentication.ts';
import type { UserRow, FactorRow } from '../schema.ts';
import { type Bearer, lockBearer, refuseOwingSecondStep } from '../session/bearer.ts';
import { lowerSessions, deleteFactor, hasVerifiedFactor } from '../users/factors.ts';
import { removedFactor } from '../users/security-changes.ts';

export async function unenrolFactor(ctx: IdentityContext, bearer: Bearer, factorId: string, client: Client) {
  return await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    refuseOwingSecondStep(active);
    const factor = await requireFactor(tx, active, factorId);
    if (factor.status === 'verified') requireRecentProof(ctx, active.session);
    await removeFactor(ctx, tx, active.user, factor, client);
    return factor.id;
  });
}

export async function removeFactor(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  factor: FactorRow,
  client: Client | null,
): Promise<void> {
  const now = ctx.clock.now();
  await lowerSessions(tx, factor.id, now);
  await deleteFactor(tx, factor.id);
  if (factor.status === 'verified') {
    const change = (await hasVerifiedFactor(tx, user.id)) ? 'app-removed' : 'turned-off';
    const report = { kind: 'two-step-changed', change, changedAt: now.toISOString() } as const;
    await reportChange(ctx, tx, user, { kind: 'factor_removed', factor: removedFactor(factor) }, report);
  }
  const detail = { factor_id: factor.id, factor_status: factor.status };
  await audit(tx, { action: 'factor_unenrolled', userId: user.id, client, detail }, now);
}
