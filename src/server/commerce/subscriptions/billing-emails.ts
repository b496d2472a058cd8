import { chargedAt } from '../../../domain/ending.ts';
import { MONTHS_PER_SEASON } from '../../../domain/season.ts';
import { type ChargeNumber, chargeNumber } from '../../../domain/term.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import type { Overdue } from '../payments/overdue-renewal.ts';
import { queueCancelledEmail } from './ending-emails.ts';
import { monthsPaidBy } from './months-paid.ts';
import { findRecipientName, hasEndedForGood, type InvoiceRow, type Subscription } from './queries.ts';
import type { Recording, StripeSnapshot } from './stripe-snapshot.ts';

interface Changes {
  readonly before: Subscription;
  readonly status: Subscription['status'];
  readonly changed: readonly InvoiceRow[];
}

const RECEIPT_WINDOW_MS = 14 * 86_400_000;

/**
 * Queues emails for renewal receipts, failed payments and ends that the user didn't request. Each has its own key
 * (rules/money 25).
 */
export async function queueBillingEmails(recording: Recording, changes: Changes): Promise<void> {
  const { ctx, tx, snapshot } = recording;
  const { before, status, changed } = changes;
  const oldest = ctx.clock.now().getTime() - RECEIPT_WINDOW_MS;
  for (const invoice of changed) {
    if (paysAnotherMonth(invoice) && invoice.paidAt !== null && invoice.paidAt.getTime() > oldest)
      await queueReceipt(recording, before, invoice, invoice.paidAt);
  }
  if (snapshot.overdue !== null && status === 'past_due') await queueOverdue(recording, before, snapshot.overdue);
  if (hasEndedUnasked(changes)) await queueCancelledEmail(ctx, tx, before, isUnpaid(snapshot) ? 'unpaid' : 'ended');
}

function paysAnotherMonth({ status, billingReason, monthsBilled }: InvoiceRow): boolean {
  return status === 'paid' && billingReason !== 'subscription_create' && monthsBilled !== null && monthsBilled > 0;
}

/** Null for a charge beyond the twelve (rules/subscriptions 46). */
function chargeOf({ invoices }: StripeSnapshot, stripeInvoiceId: string): ChargeNumber | null {
  const at = invoices.findIndex(({ id }) => id === stripeInvoiceId);
  const isBeyondTerm = monthsPaidBy(invoices.slice(0, at)) >= MONTHS_PER_SEASON;
  return isBeyondTerm ? null : chargeNumber(monthsPaidBy(invoices.slice(0, at + 1)));
}

async function queueReceipt(
  { ctx, tx, snapshot }: Recording,
  row: Subscription,
  { stripeInvoiceId, amountPaidCents: amountCents, number: invoiceNumber, ...invoice }: InvoiceRow,
  paidAt: Date,
): Promise<void> {
  const { userId, seasonName } = row;
  const giftFor = await findRecipientName(tx, row);
  const charge = chargeOf(snapshot, stripeInvoiceId);
  if (charge === null) return;
  await queueEmailToUser(ctx, tx, userId, {
    kind: 'renewal-receipt',
    dedupeKey: `renewal-receipt:${stripeInvoiceId}`,
    data: {
      seasonName,
      giftFor,
      amountCents,
      paidAt: chargedAt({ ...invoice, paidAt }).toISOString(),
      invoiceNumber,
      charge,
    },
  });
}

/** One email per invoice: further attempts to charge it have the same key. */
async function queueOverdue(
  { ctx, tx }: Recording,
  row: Subscription,
  { invoiceId, amountDueCents: amountCents, needsCardOwner, card, nextAttempt }: Overdue,
): Promise<void> {
  const { userId, seasonName } = row;
  const giftFor = await findRecipientName(tx, row);
  if (needsCardOwner) {
    const dedupeKey = `payment-action-required:${invoiceId}`;
    const data = { seasonName, giftFor, amountCents };
    return await queueEmailToUser(ctx, tx, userId, { kind: 'payment-action-required', dedupeKey, data });
  }
  await queueEmailToUser(ctx, tx, userId, {
    kind: 'payment-failed',
    dedupeKey: `payment-failed:${invoiceId}`,
    data: { seasonName, giftFor, amountCents, card, nextAttempt: nextAttempt?.toISOString() ?? null },
  });
}

/** An end that the user didn't request always gets an email, since the user may not have noticed the failed charge. */
function hasEndedUnasked({ before, status }: Changes): boolean {
  const isAsked = before.cancelRequestedAt !== null || hasEndedForGood(before);
  return before.status !== 'cancelled' && status === 'cancelled' && !isAsked;
}

function isUnpaid({ subscription, invoices }: StripeSnapshot): boolean {
  const last = invoices.at(-1)?.status;
  const isOwed = last === 'open' || last === 'uncollectible';
  return isOwed || subscription.cancellation_details?.reason === 'payment_failed';
}
