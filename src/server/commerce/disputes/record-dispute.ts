import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { users } from '../../identity/schema.ts';
import { disputes } from '../billing-schema.ts';
import { subscriptions } from '../schema.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { lockSubscriptionOf, type Subscription } from '../subscriptions/queries.ts';
import { type EventStamp, recordEvent } from '../payments/applied-events.ts';
import { SETTLED } from './queries.ts';
import { findPaidInvoice } from '../purchases/find-paid-invoice.ts';

export async function recordDispute(ctx: CommerceContext, disputeId: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const dispute = await askStripe(ctx.stripe.disputes.retrieve(disputeId));
  const paid = await findPaidInvoice(ctx, dispute.payment_intent);
  await ctx.db.transaction(async (tx) => {
    if (event && !(await recordEvent(tx, event, readAt))) return;
    const row = paid && (await lockSubscriptionOf(tx, paid.subscription.stripeSubscriptionId));
    if (row === null) return;
    await upsertDispute(tx, row.id, dispute, readAt);
    await setDisputeHold(tx, row, ctx.clock.now());
  });
  if (paid !== null) {
    const { id, status, reason } = dispute;
    ctx.log.warn({ dispute: id, status, reason, subscriptionId: paid.subscription.id }, 'a charge is disputed');
  }
}

async function upsertDispute(
  tx: Transaction,
  subscriptionId: string,
  { id, amount, reason, status, created }: Stripe.Dispute,
  readAt: Date,
): Promise<void> {
  const said = { amountCents: amount, reason, status, readAt: readAt };
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

async function setDisputeHold(tx: Transaction, { id, userId, disputeHeldAt }: Subscription, now: Date): Promise<void> {
  const [unsettled] = await tx
    .select({ id: disputes.stripeDisputeId })
    .from(disputes)
    .where(and(eq(disputes.subscriptionId, id), notInArray(disputes.status, SETTLED)))
    .limit(1);
  const isReleased = unsettled === undefined && !(await isErased(tx, userId));
  await tx
    .update(subscriptions)
    .set({ disputeHeldAt: isReleased ? null : (disputeHeldAt ?? now) })
    .where(eq(subscriptions.id, id));
}

async function isErased(tx: Transaction, userId: string): Promise<boolean> {
  const [owner] = await tx.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId));
  return owner !== undefined && owner.deletedAt !== null;
}
