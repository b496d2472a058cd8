import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { disputes, paymentWarnings } from '../billing-schema.ts';
import { idOf, nullIfMissing } from '../payments/stripe-client.ts';
import type { EventStamp } from '../payments/applied-events.ts';
import { changePaidSubscription } from '../purchases/change-paid-subscription.ts';
import { applyHolds, tellStripe } from './hold.ts';

/** Reads a dispute from Stripe and stores it (decision 032). @throws ApiError payments_unavailable */
export async function recordDispute(ctx: CommerceContext, disputeId: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const dispute = await nullIfMissing(ctx.stripe.disputes.retrieve(disputeId));
  if (dispute === null) return await noteUnknown(ctx, disputeId);
  let mustTell = false;
  const subscription = await changePaidSubscription(ctx, dispute.payment_intent, event, async (tx, row, invoiceId) => {
    await upsertDispute(tx, { subscriptionId: row.id, stripeInvoiceId: invoiceId }, dispute, readAt);
    mustTell = await applyHolds(ctx, tx, row);
  });
  if (subscription === null) return;
  const { id, status, reason } = dispute;
  ctx.log.warn({ dispute: id, status, reason, subscriptionId: subscription.id }, 'a charge is disputed');
  if (mustTell) await tellStripe(ctx, subscription.stripeSubscriptionId);
}

/** Logs it once, since each comparison with Stripe asks again. */
async function noteUnknown(ctx: CommerceContext, id: string): Promise<void> {
  const isNews = and(eq(disputes.stripeDisputeId, id), isNull(disputes.unknownSince));
  const noted = await ctx.db.update(disputes).set({ unknownSince: ctx.clock.now() }).where(isNews);
  if (noted.rowCount === 1) ctx.log.warn({ dispute: id }, 'Stripe does not know this dispute');
}

async function upsertDispute(
  tx: Transaction,
  paid: { readonly subscriptionId: string; readonly stripeInvoiceId: string },
  { id, amount, reason, status, created, charge, evidence_details: { due_by: dueBy } }: Stripe.Dispute,
  readAt: Date,
): Promise<void> {
  const { subscriptionId, stripeInvoiceId } = paid;
  const said = {
    stripeInvoiceId,
    amountCents: amount,
    reason,
    status,
    dueBy: dueBy === null ? null : new Date(dueBy * 1000),
    readAt,
    unknownSince: null,
  };
  await tx
    .insert(disputes)
    .values({ stripeDisputeId: id, subscriptionId, ...said, createdAt: new Date(created * 1000) })
    .onConflictDoUpdate({
      target: disputes.stripeDisputeId,
      set: said,
      setWhere: sql`${disputes.readAt} <= ${readAt}`,
    });
  // A dispute replaces the warning about the same charge.
  const ofCharge = eq(paymentWarnings.stripeChargeId, idOf(charge) ?? '');
  await tx
    .update(paymentWarnings)
    .set({ status: 'disputed' })
    .where(and(eq(paymentWarnings.subscriptionId, subscriptionId), ofCharge, eq(paymentWarnings.status, 'open')));
}
