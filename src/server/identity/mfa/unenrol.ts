import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { reportChange } from '../emails/account-emails.ts';
import { audit } from '../audit.ts';
import { lockBearer, refuseOwingSecondStep, requireBearer } from '../session/bearer.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Call } from '../wire/http.ts';
import { requireRecentProof } from '../reauthentication/require-reauthentication.ts';
import { removedFactor } from '../undo/revert-change.ts';
import type { FactorRow, UserRow } from '../schema.ts';
import { requireFactor } from './verify-factor.ts';
import { deleteFactor, hasVerifiedFactor, lowerSessions } from '../users/factors.ts';

/** DELETE /factors/{id} (rules/auth-wire 51). */
export async function unenrolFactor(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  const { client } = call.var;
  const id = await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    refuseOwingSecondStep(active);
    const factor = await requireFactor(tx, active, call.req.param('id'));
    if (factor.status === 'verified') requireRecentProof(ctx, active.session);
    await removeFactor(ctx, tx, active.user, factor, client);
    return factor.id;
  });
  return call.json({ id });
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
