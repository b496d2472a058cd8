import { decideCancel, cancellationInstant } from '../../../domain/ending.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { queueCancelledEmail, queueResumedEmail } from '../subscriptions/ending-emails.ts';
import {
  lastPaymentOf,
  lockOwnSubscription,
  setCancelRequested,
  type Subscription,
  updateStatus,
} from '../subscriptions/queries.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { findResumeDeadlines } from '../subscriptions/resumable.ts';

const SECOND_TRY_SECONDS = 5;

/**
 * Shown at once; letters already paid for go on (rules/subscriptions 8). The request is committed before Stripe is
 * told (decision 004). @throws ApiError not_found, cannot_cancel
 */
export async function cancelSubscription(ctx: CommerceContext, userId: string, id: string): Promise<void> {
  const row = await ctx.db.transaction(async (tx) => {
    const own = await lockOwnSubscription(tx, userId, id);
    if (own === null) throw notFound('subscription');
    const decision = decideCancel(own.status);
    if (decision === 'refuse')
      throw new ApiError('cannot_cancel', 'This season is complete. There is nothing left to cancel.');
    if (decision === 'already') return null;
    const now = ctx.clock.now();
    await setCancelRequested(tx, id, cancellationInstant(now, await lastPaymentOf(tx, id)));
    await updateStatus(tx, id, 'cancelled', now);
    await queueCancelledEmail(ctx, tx, own, 'asked');
    await queueStripeSync(ctx, tx, own);
    return own;
  });
  if (row !== null) await syncStripeNow(ctx, row);
}

/** Possible until the paid period ends. @throws ApiError not_found, cannot_resume */
export async function resumeSubscription(ctx: CommerceContext, userId: string, id: string): Promise<void> {
  const row = await ctx.db.transaction(async (tx) => {
    const own = await lockOwnSubscription(tx, userId, id);
    if (own === null) throw notFound('subscription');
    if (own.status === 'active' || own.status === 'past_due') return null;
    if ((await findResumeDeadlines(ctx, tx, own)).resumableUntil === null) {
      throw new ApiError(
        'cannot_resume',
        'It is too late to resume this subscription. You can begin a new one at any time.',
      );
    }
    const now = ctx.clock.now();
    await setCancelRequested(tx, id, null);
    await updateStatus(tx, id, 'active', now);
    await queueResumedEmail(ctx, tx, own);
    await queueStripeSync(ctx, tx, own);
    return own;
  });
  if (row !== null) await syncStripeNow(ctx, row);
}

async function queueStripeSync(
  ctx: CommerceContext,
  tx: Transaction,
  { stripeSubscriptionId }: Subscription,
): Promise<void> {
  await ctx.jobs.enqueue(tx, 'record-subscription', { stripeSubscriptionId }, { afterSeconds: SECOND_TRY_SECONDS });
}

async function syncStripeNow(ctx: CommerceContext, { stripeSubscriptionId }: Subscription): Promise<void> {
  try {
    await recordSubscription(ctx, stripeSubscriptionId);
  } catch (error) {
    ctx.log.warn({ err: error, stripeSubscriptionId }, 'the provider has not been told yet; a job will');
  }
}
