import { sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { refunds } from '../billing-schema.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import { lockSubscriptionOf, type Subscription } from '../subscriptions/queries.ts';
import { type EventStamp, recordEvent } from '../payments/applied-events.ts';
import { findPaidInvoice } from '../purchases/find-paid-invoice.ts';
import { claimUnnotified } from './queries.ts';

export async function recordRefund(ctx: CommerceContext, refundId: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const refund = await askStripe(ctx.stripe.refunds.retrieve(refundId));
  const paid = await findPaidInvoice(ctx, refund.payment_intent);
  await ctx.db.transaction(async (tx) => {
    if (event && !(await recordEvent(tx, event, readAt))) return;
    if (paid === null) return;
    const subscription = await lockSubscriptionOf(tx, paid.subscription.stripeSubscriptionId);
    if (subscription === null) return;
    const { stripeInvoiceId } = paid;
    await upsertRefund(tx, { subscriptionId: subscription.id, stripeInvoiceId, readAt }, refund);
    await queueRefundedEmail(ctx, tx, subscription, refund);
  });
  if (refund.status === 'failed') {
    ctx.log.error({ refundId, subscriptionId: paid?.subscription.id }, 'a refund has failed: the bank sent it back');
  }
}

async function upsertRefund(
  tx: Transaction,
  row: { subscriptionId: string; stripeInvoiceId: string; readAt: Date },
  { id, amount, status, created }: Stripe.Refund,
): Promise<void> {
  const said = { amountCents: amount, status: status ?? 'pending', readAt: row.readAt };
  await tx
    .insert(refunds)
    .values({ stripeRefundId: id, ...row, ...said, createdAt: new Date(created * 1000) })
    .onConflictDoUpdate({
      target: refunds.stripeRefundId,
      set: said,
      setWhere: sql`${refunds.readAt} <= ${row.readAt}`,
    });
}

async function queueRefundedEmail(
  ctx: CommerceContext,
  tx: Transaction,
  subscription: Subscription,
  { id }: Stripe.Refund,
): Promise<void> {
  if (subscription.refundRequestedAt !== null) return;
  const claimed = await claimUnnotified(tx, { stripeRefundId: id }, ctx.clock.now());
  if (claimed === null) return;
  await queueEmailToUser(ctx, tx, subscription.userId, {
    kind: 'refunded',
    dedupeKey: claimed.dedupeKey,
    data: { seasonName: subscription.seasonName, amountCents: claimed.amountCents, ended: false },
  });
}
