import { decideCancel, cancellationInstant } from '../../domain/ending.ts';
import type { CommerceContext } from './context.ts';
import type { Transaction } from '../platform/db/database.ts';
import { type OperatorAct, writeOperatorLog } from '../platform/operator-log.ts';
import { ApiError, orNotFound } from '../platform/api-error.ts';
import { queueCancelledEmail, queueResumedEmail } from './subscriptions/ending-emails.ts';
import { isChargedHere } from './subscriptions/charged-here.ts';
import { type CancelAnswer, deleteCancelReason, saveCancelReason } from './subscriptions/cancel-reasons.ts';
import {
  lastPaymentOf,
  lockOwnSubscription,
  setCancelRequested,
  type Subscription,
  updateStatus,
} from './subscriptions/queries.ts';
import { recordSubscription } from './purchases/record-subscription.ts';
import { findResumeDeadlines } from './subscriptions/resumable.ts';

const JOB_DELAY_SECONDS = 5;

/**
 * Letters already paid for are still mailed (rules/subscriptions 8).
 * @returns false if it was already cancelled
 * @throws ApiError not_found, cannot_cancel
 */
export async function cancelSubscription(
  ctx: CommerceContext,
  userId: string,
  id: string,
  answer: CancelAnswer = { reason: null, comment: null },
  act: OperatorAct | null = null,
): Promise<boolean> {
  return await changeEnding(ctx, { userId, id, act, action: 'cancel' }, async (tx, own) => {
    if (!isChargedHere(own)) {
      throw new ApiError('cannot_cancel', 'We charge nothing for this subscription, so there’s nothing to cancel.');
    }
    const decision = decideCancel(own.status);
    if (decision === 'refuse')
      throw new ApiError('cannot_cancel', 'This season is complete. There’s nothing left to cancel.');
    if (decision === 'already') return null;
    const now = ctx.clock.now();
    const cancelRequestedAt = cancellationInstant(now, await lastPaymentOf(tx, id));
    await setCancelRequested(tx, id, cancelRequestedAt);
    await updateStatus(tx, id, 'cancelled', now);
    await saveCancelReason(tx, id, answer, now);
    await queueCancelledEmail(ctx, tx, own, act === null ? 'asked' : 'by_us');
    return { cancelRequestedAt };
  });
}

/**
 * Possible until the paid period ends.
 * @returns false if it wasn't cancelled
 * @throws ApiError not_found, cannot_resume
 */
export async function resumeSubscription(
  ctx: CommerceContext,
  userId: string,
  id: string,
  act: OperatorAct | null = null,
): Promise<boolean> {
  return await changeEnding(ctx, { userId, id, act, action: 'resume' }, async (tx, own) => {
    if (own.status === 'active' || own.status === 'past_due') return null;
    if ((await findResumeDeadlines(ctx, tx, own)).resumableUntil === null) {
      throw new ApiError(
        'cannot_resume',
        'It’s too late to resume this subscription. You can place a new order at any time.',
      );
    }
    await setCancelRequested(tx, id, null);
    await deleteCancelReason(tx, id);
    await updateStatus(tx, id, 'active', ctx.clock.now());
    await queueResumedEmail(ctx, tx, own);
    return {};
  });
}

interface Asked {
  readonly userId: string;
  readonly id: string;
  /** Null if the customer did it. */
  readonly act: OperatorAct | null;
  readonly action: 'cancel' | 'resume';
}

/** The detail for the operators' log; null if nothing was changed. */
type Change = Readonly<Record<string, Date>> | null;

/** Commits the change before calling Stripe. If that call fails, a job or the reconciler repeats it (decision 004). */
async function changeEnding(
  ctx: CommerceContext,
  { userId, id, act, action }: Asked,
  change: (tx: Transaction, own: Subscription) => Promise<Change>,
): Promise<boolean> {
  const stripeSubscriptionId = await ctx.db.transaction(async (tx) => {
    const own = orNotFound(await lockOwnSubscription(tx, userId, id), 'subscription');
    const detail = await change(tx, own);
    if (detail === null) return null;
    if (act !== null) {
      await writeOperatorLog(tx, { ...act, action, subscriptionId: id, detail }, ctx.clock.now());
    }
    const data = { stripeSubscriptionId: own.stripeSubscriptionId };
    await ctx.jobs.enqueue(tx, 'record-subscription', data, { afterSeconds: JOB_DELAY_SECONDS });
    return own.stripeSubscriptionId;
  });
  if (stripeSubscriptionId === null) return false;
  try {
    await recordSubscription(ctx, stripeSubscriptionId);
  } catch (error) {
    ctx.log.warn({ err: error, stripeSubscriptionId }, 'Stripe has not been told yet; a job will');
  }
  return true;
}
