import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/auth-schema.ts';
import { disputes } from '../db/billing-schema.ts';
import { subscriptions } from '../db/schema.ts';
import { askStripe } from '../payments/stripe.ts';
import { type EventStamp, rememberEvent } from '../webhooks/queries.ts';
import { SETTLED } from './dispute-queries.ts';
import { paidBy } from './paid-by.ts';

/**
 * A cardholder has gone to their bank, or the bank has answered: reads the dispute from the provider and makes our row say the same,
 * whichever event or comparison led to it. While one is open or lost no mail goes out (PRODUCT, 30-day guarantee). The newest reading
 * has the last word, by our clock alone: the provider's, in the stamps of its events, may be another.
 * @throws ApiError payments_unavailable
 */
export async function recordDispute(ctx: Context, disputeId: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const dispute = await askStripe(ctx.stripe.disputes.retrieve(disputeId));
  const paid = await paidBy(ctx, dispute.payment_intent);
  await ctx.db.transaction(async (tx) => {
    if (event && !(await rememberEvent(tx, event, readAt))) return;
    if (paid === null) return;
    await upsertDispute(tx, paid.subscription.id, dispute, readAt);
    await holdOrReleaseMail(tx, paid.subscription.id, ctx.clock.now());
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
  const said = { amountCents: amount, reason, status, toldAt: readAt };
  await tx
    .insert(disputes)
    .values({ stripeDisputeId: id, subscriptionId, ...said, createdAt: new Date(created * 1000) })
    .onConflictDoUpdate({
      target: disputes.stripeDisputeId,
      set: said,
      setWhere: sql`${disputes.toldAt} <= ${readAt}`,
    });
}

async function holdOrReleaseMail(tx: Transaction, subscriptionId: string, now: Date): Promise<void> {
  const [unsettled] = await tx
    .select({ id: disputes.stripeDisputeId })
    .from(disputes)
    .where(and(eq(disputes.subscriptionId, subscriptionId), notInArray(disputes.status, SETTLED)))
    .limit(1);
  const isReleased = unsettled === undefined && !(await isOwnerErased(tx, subscriptionId));
  const heldSince = sql`coalesce(${subscriptions.mailHeldAt}, ${now.toISOString()}::timestamptz)`;
  await tx
    .update(subscriptions)
    .set({ mailHeldAt: isReleased ? null : heldSince })
    .where(eq(subscriptions.id, subscriptionId));
}

/** Whoever deleted their account gets no more mail, whatever the bank says; an erasure under way is waited for. */
async function isOwnerErased(tx: Transaction, subscriptionId: string): Promise<boolean> {
  const [own] = await tx
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
    .for('no key update');
  if (own === undefined) return false;
  const [owner] = await tx.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, own.userId));
  return owner !== undefined && owner.deletedAt !== null;
}
