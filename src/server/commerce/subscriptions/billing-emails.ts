import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { type Profile, findProfile } from '../../customers/profile/queries.ts';
import { queueCancelledEmail } from './ending-emails.ts';
import type { InvoiceRow, Subscription } from './queries.ts';
import type { StripeSnapshot } from './stripe-snapshot.ts';

/** What a reading has brought to light, as far as its subscriber is to hear of it. */
export interface BillingNews {
  /** The row before this reading. */
  readonly before: Subscription;
  /** The status after it. */
  readonly status: Subscription['status'];
  readonly snapshot: StripeSnapshot;
  /** Invoices that are new to us or have changed. */
  readonly changed: readonly InvoiceRow[];
}

/** A payment of long ago that comes to light now needs no receipt any more. */
const NEWS_FOR_MS = 14 * 86_400_000;

/**
 * Receipts of renewals, failed payments, and ends that nobody asked for. Made of what the provider says, not of an event, so that a
 * lost event costs nobody a mail; each occasion has one key, so that nobody gets it twice.
 */
export async function queueBillingEmails(ctx: CommerceContext, tx: Transaction, news: BillingNews): Promise<void> {
  const { before, status, snapshot } = news;
  const receipts = newRenewals(ctx, news);
  const hasEnded = endsUnasked(news);
  if (receipts.length === 0 && snapshot.overdue === null && !hasEnded) return;
  const profile = await findProfile(tx, before.userId);
  if (profile === null) return;
  for (const invoice of receipts) await queueReceipt(ctx, tx, profile, news, invoice);
  if (snapshot.overdue !== null && status === 'past_due') await queueOverdue(ctx, tx, profile, news);
  if (hasEnded) await queueCancelledEmail(ctx, tx, before, isUnpaid(snapshot) ? 'unpaid' : 'ended');
}

/** Nobody has asked for this end. It is news whatever we took it for before: we may never have heard of a charge that failed. */
function endsUnasked({ before, status }: BillingNews): boolean {
  const isAsked = before.cancelRequestedAt !== null || before.refundRequestedAt !== null;
  return before.status !== 'cancelled' && status === 'cancelled' && !isAsked;
}

/** Otherwise somebody has ended it at the provider by hand, or a bank has. */
function isUnpaid({ subscription, invoices }: StripeSnapshot): boolean {
  const last = invoices.at(-1)?.status;
  const isOwed = last === 'open' || last === 'uncollectible';
  return isOwed || subscription.cancellation_details?.reason === 'payment_failed';
}

function newRenewals(ctx: CommerceContext, { changed }: BillingNews): InvoiceRow[] {
  const oldest = ctx.clock.now().getTime() - NEWS_FOR_MS;
  return changed.filter(
    ({ status, billingReason, paidAt }) =>
      status === 'paid' && billingReason === 'subscription_cycle' && paidAt !== null && paidAt.getTime() > oldest,
  );
}

async function queueReceipt(
  ctx: CommerceContext,
  tx: Transaction,
  profile: Profile,
  { before, snapshot }: BillingNews,
  invoice: InvoiceRow,
): Promise<void> {
  await queueEmail(ctx, tx, {
    kind: 'renewal-receipt',
    dedupeKey: `renewal-receipt:${invoice.stripeInvoiceId}`,
    to: profile.email,
    userId: profile.id,
    data: {
      name: profile.fullName,
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

/** At the first failure of a renewal, and once: further attempts at the same invoice have the same key. */
async function queueOverdue(
  ctx: CommerceContext,
  tx: Transaction,
  profile: Profile,
  { before, snapshot: { overdue } }: BillingNews,
): Promise<void> {
  if (overdue === null) return;
  const facts = { name: profile.fullName, seasonName: before.seasonName, amountCents: overdue.amountDueCents };
  const address = { to: profile.email, userId: profile.id };
  if (overdue.needsCardOwner) {
    const dedupeKey = `payment-action-required:${overdue.invoiceId}`;
    await queueEmail(ctx, tx, { kind: 'payment-action-required', dedupeKey, ...address, data: facts });
    return;
  }
  await queueEmail(ctx, tx, {
    kind: 'payment-failed',
    dedupeKey: `payment-failed:${overdue.invoiceId}`,
    ...address,
    data: { ...facts, card: overdue.card, nextAttempt: overdue.nextAttempt?.toISOString() ?? null },
  });
}
