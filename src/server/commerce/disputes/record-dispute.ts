import { and, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { users } from '../../identity/schema.ts';
import { disputes } from '../billing-schema.ts';
import { subscriptions } from '../schema.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { lockSubscriptionOf, type Subscription } from '../subscriptions/queries.ts';
import type { EventStamp } from '../payments/applied-events.ts';
import { SETTLED } from './queries.ts';
import { changePaidSubscription } from '../purchases/change-paid-subscription.ts';

/** Reads a dispute from Stripe and stores it (decision 032). @throws ApiError payments_unavailable */
export async function recordDispute(ctx: CommerceContext, disputeId: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const dispute = await askStripe(ctx.stripe.disputes.retrieve(disputeId));
  const subscription = await changePaidSubscription(ctx, dispute.payment_intent, event, async (tx, row) => {
    await upsertDispute(tx, row.id, dispute, readAt);
    await setDisputeHold(tx, row, ctx.clock.now());
  });
  if (subscription === null) return;
  const { id, status, reason } = dispute;
  ctx.log.warn({ dispute: id, status, reason, subscriptionId: subscription.id }, 'a charge is disputed');
}

async function upsertDispute(
  tx: Transaction,
  subscriptionId: string,
  { id, amount, reason, status, created }: Stripe.Dispute,
  readAt: Date,
): Promise<void> {
  const said = { amountCents: amount, reason, status, readAt };
  await tx
    .insert(disputes)
    .values({ stripeDisputeId: id, subscriptionId, ...said, createdAt: new Date(created * 1000) })
    .onConflictDoUpdate({
      target: disputes.stripeDisputeId,
      set: said,
      setWhere: sql`${disputes.readAt} <= ${readAt}`,
    });
}

export async function releaseDisputeHold(ctx: CommerceContext, stripeSubscriptionId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockSubscriptionOf(tx, stripeSubscriptionId);
    if (row !== null) await setDisputeHold(tx, row, ctx.clock.now());
  });
}

/** The row's lock serialises disputes of one subscription, and waits for an erasure under way. */
async function setDisputeHold(tx: Transaction, { id, userId, disputeHeldAt }: Subscription, now: Date): Promise<void> {
  const isUnsettled = and(eq(disputes.subscriptionId, id), notInArray(disputes.status, SETTLED));
  const isReleased = (await tx.$count(disputes, isUnsettled)) === 0 && !(await isErased(tx, userId));
  await tx
    .update(subscriptions)
    .set({ disputeHeldAt: isReleased ? null : (disputeHeldAt ?? now) })
    .where(eq(subscriptions.id, id));
}

async function isErased(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))) > 0;
}
