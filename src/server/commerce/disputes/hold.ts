import { eq } from 'drizzle-orm';
import { monthsBegun } from '../../../domain/subscription.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext } from '../context.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { subscriptions } from '../schema.ts';
import { lockSubscriptionOf, type Subscription, updateStatus } from '../subscriptions/queries.ts';
import { queueDisputeEmail } from './dispute-email.ts';
import { readHolds } from './queries.ts';

const JOB_DELAY_SECONDS = 5;

type Stops = Pick<Subscription, 'disputeHeldAt' | 'chargesPausedAt' | 'disputeLostAt' | 'missedMonths'>;

/**
 * The caller must hold the row's lock (rules/money 50, 52).
 * @returns whether to call Stripe now; if that fails, a job does it
 */
export async function applyHolds(ctx: CommerceContext, tx: Transaction, row: Subscription): Promise<boolean> {
  const now = ctx.clock.now();
  const holds = await readHolds(tx, row.id, row.userId);
  const isDisputed = holds.open.length + holds.lost.length + holds.warnings > 0 || holds.isErased;
  const after: Stops = {
    disputeHeldAt: isDisputed ? (row.disputeHeldAt ?? now) : null,
    chargesPausedAt: holds.open.length > 0 ? (row.chargesPausedAt ?? now) : null,
    disputeLostAt: row.disputeLostAt ?? (holds.lost.length > 0 ? now : null),
    missedMonths: row.missedMonths + missedYearly(row, holds.open.length === 0 && holds.lost.length === 0, now),
  };
  await tx.update(subscriptions).set(after).where(eq(subscriptions.id, row.id));
  await queueDisputeEmail(ctx, tx, { before: row, after, holds });
  const hasLost = row.disputeLostAt === null && after.disputeLostAt !== null;
  if (hasLost && (row.status === 'active' || row.status === 'past_due'))
    await updateStatus(tx, row.id, 'cancelled', now);
  const mustTell = hasLost || (row.chargesPausedAt === null) !== (after.chargesPausedAt === null);
  if (mustTell) {
    const data = { stripeSubscriptionId: row.stripeSubscriptionId };
    await ctx.jobs.enqueue(tx, 'record-subscription', data, { afterSeconds: JOB_DELAY_SECONDS });
  }
  return mustTell;
}

/**
 * Counts the months that an annual plan missed. For a monthly plan, the renewals that Stripe voided are counted
 * instead.
 */
function missedYearly({ planType, chargesPausedAt }: Subscription, isOver: boolean, now: Date): number {
  return planType === 'annual' && chargesPausedAt !== null && isOver ? monthsBegun(chargesPausedAt, now) : 0;
}

export async function tellStripe(ctx: CommerceContext, stripeSubscriptionId: string): Promise<void> {
  try {
    await recordSubscription(ctx, stripeSubscriptionId);
  } catch (error) {
    ctx.log.warn({ err: error, stripeSubscriptionId }, 'Stripe has not been told of a dispute yet; a job will');
  }
}

export async function correctHolds(ctx: CommerceContext, stripeSubscriptionId: string): Promise<void> {
  const mustTell = await ctx.db.transaction(async (tx) => {
    const row = await lockSubscriptionOf(tx, stripeSubscriptionId);
    return row !== null && (await applyHolds(ctx, tx, row));
  });
  if (mustTell) await tellStripe(ctx, stripeSubscriptionId);
}
