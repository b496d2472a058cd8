import { and, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { comparedUntil, refunds } from '../billing-schema.ts';
import { invoices, subscriptions } from '../schema.ts';
import { RENEWAL } from '../../../domain/ending.ts';

/** The status we have of each of these refunds. */
export async function knownRefunds(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: refunds.stripeRefundId, status: refunds.status })
    .from(refunds)
    .where(inArray(refunds.stripeRefundId, [...ids]));
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/**
 * Seasons given back whose money has not all been, or not all been told of: the process that did it was killed and its job lost, the
 * provider refused, or somebody has given the rest back there by hand.
 */
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

/** Of an invoice: not all of it has been given back. What a bank has sent back is left to a person (docs/operating.md, refunds). */
const isToBeReturned = sql`${invoices.amountPaidCents} > (select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.stripeInvoiceId} = ${invoices.stripeInvoiceId} and ${refunds.status} in ('succeeded', 'pending')) and not exists (select 1 from ${refunds} where ${refunds.stripeInvoiceId} = ${invoices.stripeInvoiceId} and ${refunds.status} = 'failed')`;

/** Renewals charged after a cancellation that stands, and not given back: `isLateRenewal` of everything that we have. */
export async function listLateRenewals(db: Db, subscriptionId?: string): Promise<string[]> {
  const rows = await db
    .select({ stripeInvoiceId: invoices.stripeInvoiceId })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(
      and(
        subscriptionId === undefined ? undefined : eq(subscriptions.id, subscriptionId),
        isNull(subscriptions.refundRequestedAt),
        eq(invoices.billingReason, RENEWAL),
        eq(invoices.status, 'paid'),
        gte(invoices.paidAt, subscriptions.cancelRequestedAt),
        isToBeReturned,
      ),
    )
    .limit(100);
  return rows.map((row) => row.stripeInvoiceId);
}

/**
 * Takes it upon the caller's transaction to tell of refunds that nobody has told of, so that no two mails tell of the same money.
 * @returns what they come to, and the key of a mail about them; null when there are none to tell of
 */
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

/** Refunds on their way: the bank may still send one back. */
export async function listPendingRefunds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.stripeRefundId })
    .from(refunds)
    .where(eq(refunds.status, 'pending'))
    .limit(1000);
  return rows.map(({ id }) => id);
}

type List = (typeof comparedUntil.$inferSelect)['list'];

/** Until when that list of the provider's has been compared with ours; null: never. */
export async function comparedUntilOf(db: Db, list: List): Promise<Date | null> {
  const [row] = await db.select().from(comparedUntil).where(eq(comparedUntil.list, list));
  return row?.until ?? null;
}

/** Never moves back: another process may have come further. */
export async function markCompared(db: Db, list: List, until: Date): Promise<void> {
  await db
    .insert(comparedUntil)
    .values({ list, until })
    .onConflictDoUpdate({
      target: comparedUntil.list,
      set: { until: sql`greatest(${comparedUntil.until}, excluded.until)` },
    });
}
