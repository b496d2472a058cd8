import { eq } from 'drizzle-orm';
import { formatUsd } from '../../../domain/money.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import type { CommerceContext } from '../context.ts';
import { disputeResponses } from '../disputes-schema.ts';
import { askStripe, isRefusal, nullIfMissing } from '../payments/stripe-client.ts';
import { recordDispute } from './record-dispute.ts';
import { isUnsent, JOB_DELAY_SECONDS, leftToJob, requireAnswerable } from './submit-evidence.ts';

/** @throws ApiError not_found, wrong_state */
export async function acceptDispute(ctx: CommerceContext, id: string, act: OperatorAct): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const { status, subscriptionId, amountCents } = await requireAnswerable(tx, id, now, 'update');
    if (!isAcceptable(status)) {
      throw new ApiError('wrong_state', 'An inquiry can’t be accepted. Refund the payment, or submit evidence.');
    }
    const { operator } = act;
    await tx.insert(disputeResponses).values({ stripeDisputeId: id, subscriptionId, operator, askedAt: now });
    const detail = { dispute: id, amount: formatUsd(amountCents) };
    const entry = { ...act, action: 'dispute_accepted' as const, subject: `dispute:${id}`, subscriptionId, detail };
    await writeOperatorLog(tx, entry, now);
    await ctx.jobs.enqueue(tx, 'accept-dispute', { stripeDisputeId: id }, { afterSeconds: JOB_DELAY_SECONDS });
  });
  await closeDispute(ctx, id).catch(leftToJob(ctx, id));
}

export function isAcceptable(status: string): boolean {
  return status === 'needs_response';
}

/**
 * Can be repeated.
 * @throws ApiError payments_unavailable, wrong_state
 */
export async function closeDispute(ctx: CommerceContext, id: string): Promise<void> {
  const response = await findRow(ctx.db, disputeResponses, eq(disputeResponses.stripeDisputeId, id));
  if (response === null || response.submittedAt !== null || response.stripeFileId !== null) return;
  try {
    await askStripe(ctx.stripe.disputes.close(id, {}, { idempotencyKey: `dispute-accepted:${id}` }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const dispute = await nullIfMissing(ctx.stripe.disputes.retrieve(id));
    if (dispute?.status !== 'lost') {
      await ctx.db.delete(disputeResponses).where(isUnsent(id));
      throw new ApiError('wrong_state', `Stripe refuses: ${error.message}`);
    }
  }
  await ctx.db.update(disputeResponses).set({ submittedAt: ctx.clock.now() }).where(isUnsent(id));
  await recordDispute(ctx, id);
}
