import { and, eq } from 'drizzle-orm';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { paymentWarnings } from '../billing-schema.ts';
import type { CommerceContext } from '../context.ts';
import { lockSubscription } from '../subscriptions/queries.ts';
import { applyHolds } from './hold.ts';
import { IS_OPEN_WARNING } from './queries.ts';

/**
 * An open dispute still keeps the letters back.
 * @throws ApiError not_found, wrong_state
 */
export async function releaseLetters(ctx: CommerceContext, id: string, act: OperatorAct): Promise<{ held: boolean }> {
  return await ctx.db.transaction(async (tx) => {
    const row = orNotFound(await lockSubscription(tx, id), 'subscription');
    const now = ctx.clock.now();
    const released = await tx
      .update(paymentWarnings)
      .set({ releasedAt: now })
      .where(and(eq(paymentWarnings.subscriptionId, id), IS_OPEN_WARNING))
      .returning({ warning: paymentWarnings.id });
    if (released.length === 0) throw new ApiError('wrong_state', 'No warning and no review holds these letters.');
    const warnings = released.map(({ warning }) => warning);
    await writeOperatorLog(tx, { ...act, action: 'release_letters', subscriptionId: id, detail: { warnings } }, now);
    await applyHolds(ctx, tx, row);
    const after = orNotFound(await lockSubscription(tx, id), 'subscription');
    return { held: after.disputeHeldAt !== null };
  });
}
