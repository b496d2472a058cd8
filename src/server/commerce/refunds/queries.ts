import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { refundRequests, refunds } from '../billing-schema.ts';
import type { InvoiceRow } from '../subscriptions/queries.ts';
import { invoices, subscriptions } from '../schema.ts';
import { RENEWAL } from '../../../domain/ending.ts';
import { stripeChanges } from '../stripe-changes-schema.ts';
import { isPaidInvoice } from '../paid-invoices.sql.ts';

export async function listUnfinishedRefunds(db: Db): Promise<string[]> {
  const unreturned = sql`exists (select 1 from ${invoices} where ${invoices.subscriptionId} = ${subscriptions.id} and ${isPaidInvoice} and ${isToBeReturned})`;
  const unnotified = sql`exists (select 1 from ${refunds} where ${refunds.subscriptionId} = ${subscriptions.id} and ${refunds.status} in ('succeeded', 'pending') and ${refunds.notifiedAt} is null)`;
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      or(
        and(
          isNotNull(subscriptions.refundRequestedAt),
          or(and(isNull(subscriptions.refundPartCents), unreturned), unnotified),
        ),
        inArray(subscriptions.id, openRequests(db)),
      ),
    )
    .limit(100);
  return rows.map(({ id }) => id);
}

/** Leaves out refunds that the bank sent back, which an operator must settle (docs/operating.md, refunds). */
const isToBeReturned = sql`${invoices.amountPaidCents} > (select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.stripeInvoiceId} = ${invoices.stripeInvoiceId} and ${refunds.status} in ('succeeded', 'pending')) and not exists (select 1 from ${refunds} where ${refunds.stripeInvoiceId} = ${invoices.stripeInvoiceId} and ${refunds.status} = 'failed')`;

const isBeyondTerm = sql`exists (select 1 from ${stripeChanges} where ${stripeChanges.subscriptionId} = ${subscriptions.id} and ${stripeChanges.kind} = 'charged_beyond_term' and ${stripeChanges.state} = ${invoices.stripeInvoiceId})`;

/** `isLateRenewal` in SQL: renewals that Stripe charged after a cancellation. */
export async function listLateRenewals(db: Db, subscriptionId?: string): Promise<string[]> {
  const rows = await db
    .select({ stripeInvoiceId: invoices.stripeInvoiceId })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(
      and(
        subscriptionId === undefined ? undefined : eq(subscriptions.id, subscriptionId),
        isNull(subscriptions.refundRequestedAt),
        isPaidInvoice,
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

/** Claims refunds for one email, so that no two emails report the same refund (decision 032). */
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

export type RefundRequest = typeof refundRequests.$inferSelect;

const hasRefund = sql`exists (select 1 from ${refunds} where ${refunds.requestId} = ${refundRequests.id})`;

function openRequests(db: Db) {
  return db
    .select({ id: refundRequests.subscriptionId })
    .from(refundRequests)
    .where(sql`not ${hasRefund}`);
}

export async function listOpenRefundRequests(db: Db, subscriptionId: string): Promise<RefundRequest[]> {
  const isOpen = notExists(db.select().from(refunds).where(eq(refunds.requestId, refundRequests.id)));
  return await db
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.subscriptionId, subscriptionId), isOpen))
    .orderBy(refundRequests.askedAt, refundRequests.id);
}

export async function findRefundRequest(db: Db, invoice: string, beforeCents: number): Promise<RefundRequest | null> {
  const { stripeInvoiceId, refundedBeforeCents } = refundRequests;
  return await findRow(db, refundRequests, and(eq(stripeInvoiceId, invoice), eq(refundedBeforeCents, beforeCents)));
}

export async function insertRefundRequest(tx: Transaction, request: RefundRequest): Promise<void> {
  await tx.insert(refundRequests).values(request);
}

/** @returns false if it was already deleted */
export async function deleteRefundRequest(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.delete(refundRequests).where(eq(refundRequests.id, id))).rowCount === 1;
}

/** Includes refunds that are requested but not made yet. */
export async function sumRefundedOf(db: Db, stripeInvoiceId: string): Promise<number> {
  const made = sql`select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.stripeInvoiceId} = ${stripeInvoiceId} and ${refunds.status} in ('succeeded', 'pending')`;
  const asked = sql`select coalesce(sum(${refundRequests.amountCents}), 0) from ${refundRequests} where ${refundRequests.stripeInvoiceId} = ${stripeInvoiceId} and not ${hasRefund}`;
  const { rows } = await db.execute<{ cents: number }>(sql`select ((${made}) + (${asked}))::int as cents`);
  return rows[0]?.cents ?? 0;
}

export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | null> {
  return await findRow(db, invoices, eq(invoices.stripeInvoiceId, id));
}

/** Newest first. */
export async function listPaidRows(db: Db, subscriptionId: string): Promise<InvoiceRow[]> {
  const isPaid = and(isPaidInvoice, gt(invoices.amountPaidCents, 0));
  return await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), isPaid))
    .orderBy(desc(invoices.createdAt), desc(invoices.stripeInvoiceId));
}
