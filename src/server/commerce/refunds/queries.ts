import { and, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { refunds } from '../billing-schema.ts';
import { invoices, subscriptions } from '../schema.ts';
import { RENEWAL } from '../../../domain/ending.ts';
import { stripeChanges } from '../stripe-changes-schema.ts';

export async function listUnfinishedRefunds(db: Db): Promise<string[]> {
  const unreturned = sql`exists (select 1 from ${invoices} where ${invoices.subscriptionId} = ${subscriptions.id} and ${invoices.status} = 'paid' and ${isToBeReturned})`;
  const unnotified = sql`exists (select 1 from ${refunds} where ${refunds.subscriptionId} = ${subscriptions.id} and ${refunds.status} in ('succeeded', 'pending') and ${refunds.notifiedAt} is null)`;
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.refundRequestedAt), or(unreturned, unnotified)))
    .limit(100);
  return rows.map(({ id }) => id);
}

/** A refund that a bank sent back is left to an operator (docs/operating.md, refunds). */
const isToBeReturned = sql`${invoices.amountPaidCents} > (select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.stripeInvoiceId} = ${invoices.stripeInvoiceId} and ${refunds.status} in ('succeeded', 'pending')) and not exists (select 1 from ${refunds} where ${refunds.stripeInvoiceId} = ${invoices.stripeInvoiceId} and ${refunds.status} = 'failed')`;

const isBeyondTerm = sql`exists (select 1 from ${stripeChanges} where ${stripeChanges.subscriptionId} = ${subscriptions.id} and ${stripeChanges.kind} = 'charged_beyond_term' and ${stripeChanges.state} = ${invoices.stripeInvoiceId})`;

/** `isLateRenewal` in SQL: renewals charged after a standing cancellation request. */
export async function listLateRenewals(db: Db, subscriptionId?: string): Promise<string[]> {
  const rows = await db
    .select({ stripeInvoiceId: invoices.stripeInvoiceId })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(
      and(
        subscriptionId === undefined ? undefined : eq(subscriptions.id, subscriptionId),
        isNull(subscriptions.refundRequestedAt),
        eq(invoices.status, 'paid'),
        or(
          and(eq(invoices.billingReason, RENEWAL), gte(invoices.paidAt, subscriptions.cancelRequestedAt)),
          isBeyondTerm,
        ),
        isToBeReturned,
      ),
    )
    .limit(100);
  return rows.map((row) => row.stripeInvoiceId);
}

/** Claims refunds for one email, so that no two emails tell of the same money (decision 032). */
export async function claimUnnotified(
  tx: Transaction,
  which: { subscriptionId: string } | { stripeRefundId: string },
  now: Date,
): Promise<{ amountCents: number; dedupeKey: string } | null> {
  const theirs =
    'subscriptionId' in which
      ? eq(refunds.subscriptionId, which.subscriptionId)
      : eq(refunds.stripeRefundId, which.stripeRefundId);
  const notified = await tx
    .update(refunds)
    .set({ notifiedAt: now })
    .where(and(theirs, isNull(refunds.notifiedAt), inArray(refunds.status, ['succeeded', 'pending'])))
    .returning({ id: refunds.stripeRefundId, cents: refunds.amountCents });
  const [first] = notified;
  if (first === undefined) return null;
  return { amountCents: notified.reduce((sum, { cents }) => sum + cents, 0), dedupeKey: `refunded:${first.id}` };
}

export async function listPendingRefunds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.stripeRefundId })
    .from(refunds)
    .where(eq(refunds.status, 'pending'))
    .limit(1000);
  return rows.map(({ id }) => id);
}
