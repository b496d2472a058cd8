import { sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { refunds } from '../billing-schema.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import { findRecipientName, type Subscription } from '../subscriptions/queries.ts';
import type { EventStamp } from '../payments/applied-events.ts';
import { changePaidSubscription } from '../purchases/change-paid-subscription.ts';
import { insertChange } from '../stripe-changes/queries.ts';
import { claimUnnotified } from './queries.ts';

/**
 * Reads a refund from Stripe and stores it, whether it was made here or in Stripe.
 * @throws ApiError payments_unavailable
 */
export async function recordRefund(ctx: CommerceContext, refundId: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const refund = await askStripe(ctx.stripe.refunds.retrieve(refundId));
  const subscription = await changePaidSubscription(ctx, refund.payment_intent, event, async (tx, row, invoiceId) => {
    await upsertRefund(tx, { subscriptionId: row.id, stripeInvoiceId: invoiceId, readAt }, refund);
    if (!isRefundedInFull(row) && refund.metadata?.['invoice'] === undefined) {
      await insertChange(tx, row.id, { kind: 'refunded', state: refundId }, ctx.clock.now());
    }
    // When a subscription ends, one email reports all its refunds.
    if (row.refundRequestedAt === null) await queueRefundedEmail(ctx, tx, row, refundId);
  });
  if (refund.status === 'failed') {
    ctx.log.error({ refundId, subscriptionId: subscription?.id }, 'a refund has failed: the bank sent it back');
  }
}

function isRefundedInFull({ refundRequestedAt, refundPartCents }: Subscription): boolean {
  return refundRequestedAt !== null && refundPartCents === null;
}

async function upsertRefund(
  tx: Transaction,
  row: { subscriptionId: string; stripeInvoiceId: string; readAt: Date },
  { id, amount, status, created, metadata }: Stripe.Refund,
): Promise<void> {
  const requestId = metadata?.['request'] ?? null;
  const said = { amountCents: amount, status: status ?? 'pending', readAt: row.readAt, requestId };
  await tx
    .insert(refunds)
    .values({ stripeRefundId: id, ...row, ...said, createdAt: new Date(created * 1000) })
    .onConflictDoUpdate({
      target: refunds.stripeRefundId,
      set: said,
      setWhere: sql`${refunds.readAt} <= ${row.readAt}`,
    });
}

async function queueRefundedEmail(ctx: CommerceContext, tx: Transaction, row: Subscription, refundId: string) {
  const claimed = await claimUnnotified(tx, { stripeRefundId: refundId }, ctx.clock.now());
  if (claimed === null) return;
  const giftFor = await findRecipientName(tx, row);
  await queueEmailToUser(ctx, tx, row.userId, {
    kind: 'refunded',
    dedupeKey: claimed.dedupeKey,
    data: { seasonName: row.seasonName, giftFor, amountCents: claimed.amountCents, ended: false },
  });
}
