import type { Stripe } from 'stripe';
import { RENEWAL } from '../../../domain/ending.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext } from '../context.ts';
import type { Overdue } from '../payments/overdue-renewal.ts';
import { queueCancelledEmail } from './ending-emails.ts';
import type { InvoiceRow, Subscription } from './queries.ts';
import type { StripeSnapshot } from './stripe-snapshot.ts';

export interface SnapshotChanges {
  readonly before: Subscription;
  readonly status: Subscription['status'];
  readonly snapshot: StripeSnapshot;
  readonly changed: readonly InvoiceRow[];
}

const RECEIPT_WINDOW_MS = 14 * 86_400_000;

/** Receipts of renewals, failed payments and ends without a request, each under a key of its occasion (rules/money 25). */
export async function queueBillingEmails(
  ctx: CommerceContext,
  tx: Transaction,
  changes: SnapshotChanges,
): Promise<void> {
  const { before, status, snapshot } = changes;
  for (const invoice of newRenewals(ctx, changes)) await queueReceipt(ctx, tx, changes, invoice);
  if (snapshot.overdue !== null && status === 'past_due') await queueOverdue(ctx, tx, before, snapshot.overdue);
  if (hasEndedUnasked(changes)) await queueCancelledEmail(ctx, tx, before, isUnpaid(snapshot) ? 'unpaid' : 'ended');
}

function newRenewals(ctx: CommerceContext, { changed }: SnapshotChanges): InvoiceRow[] {
  const oldest = ctx.clock.now().getTime() - RECEIPT_WINDOW_MS;
  return changed.filter(
    ({ status, billingReason, paidAt }) =>
      status === 'paid' && billingReason === RENEWAL && paidAt !== null && paidAt.getTime() > oldest,
  );
}

async function queueReceipt(
  ctx: CommerceContext,
  tx: Transaction,
  { before, snapshot }: SnapshotChanges,
  invoice: InvoiceRow,
): Promise<void> {
  await queueEmailToUser(ctx, tx, before.userId, {
    kind: 'renewal-receipt',
    dedupeKey: `renewal-receipt:${invoice.stripeInvoiceId}`,
    data: {
      seasonName: before.seasonName,
      amountCents: invoice.amountPaidCents,
      paidAt: (invoice.paidAt ?? ctx.clock.now()).toISOString(),
      invoiceNumber: invoice.number,
      charge: numberOfCharge(snapshot.invoices, invoice.stripeInvoiceId),
    },
  });
}

function numberOfCharge(invoices: readonly Stripe.Invoice[], id: string): number {
  return invoices.filter(({ status }) => status === 'paid').findIndex((invoice) => invoice.id === id) + 1;
}

/** Once per invoice: a further attempt to charge it has the same key. */
async function queueOverdue(
  ctx: CommerceContext,
  tx: Transaction,
  { userId, seasonName }: Subscription,
  { invoiceId, amountDueCents: amountCents, needsCardOwner, card, nextAttempt }: Overdue,
): Promise<void> {
  if (needsCardOwner) {
    const dedupeKey = `payment-action-required:${invoiceId}`;
    const data = { seasonName, amountCents };
    return await queueEmailToUser(ctx, tx, userId, { kind: 'payment-action-required', dedupeKey, data });
  }
  await queueEmailToUser(ctx, tx, userId, {
    kind: 'payment-failed',
    dedupeKey: `payment-failed:${invoiceId}`,
    data: { seasonName, amountCents, card, nextAttempt: nextAttempt?.toISOString() ?? null },
  });
}

/** An end without a request is news whatever the status was before: the failed charge may have passed unseen. */
function hasEndedUnasked({ before, status }: SnapshotChanges): boolean {
  const isAsked = before.cancelRequestedAt !== null || before.refundRequestedAt !== null;
  return before.status !== 'cancelled' && status === 'cancelled' && !isAsked;
}

function isUnpaid({ subscription, invoices }: StripeSnapshot): boolean {
  const last = invoices.at(-1)?.status;
  const isOwed = last === 'open' || last === 'uncollectible';
  return isOwed || subscription.cancellation_details?.reason === 'payment_failed';
}
