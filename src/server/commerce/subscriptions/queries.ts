import { and, desc, eq, gt, inArray, isNull, lte, max, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { RENEWAL } from '../../../domain/ending.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { idOf } from '../payments/stripe-client.ts';
import { gifts, invoices, stripeSubscriptions, subscriptions, userSeasons } from '../schema.ts';
import { monthsBilled } from './months-paid.ts';
import { instant, paidAt, type StripeSnapshot } from './stripe-snapshot.ts';
import { isPaidInvoice } from '../paid-invoices.sql.ts';

export type Subscription = typeof subscriptions.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type NewSubscription = Omit<typeof subscriptions.$inferInsert, 'id'>;

/** Nothing more is charged or mailed: it was refunded and ended, or a dispute was lost. */
export function hasEndedForGood(row: Pick<Subscription, 'refundRequestedAt' | 'disputeLostAt'>): boolean {
  return row.refundRequestedAt !== null || row.disputeLostAt !== null;
}

export function lettersHeldBy(row: Pick<Subscription, 'disputeHeldAt' | 'chargesPausedAt' | 'disputeLostAt'>) {
  if (row.disputeLostAt !== null) return 'lost';
  if (row.chargesPausedAt !== null) return 'dispute';
  return row.disputeHeldAt === null ? null : 'payment_check';
}

export async function findSubscriptionOf(db: Db, stripeSubscriptionId: string): Promise<Subscription | null> {
  return await findRow(db, subscriptions, eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId));
}

export async function findSubscriptionOfCheckout(db: Db, checkoutId: string): Promise<Subscription | null> {
  return await findRow(db, subscriptions, eq(subscriptions.checkoutId, checkoutId));
}

export async function findSubscription(db: Db, id: string): Promise<Subscription | null> {
  return await findRow(db, subscriptions, eq(subscriptions.id, id));
}

export async function findOwnSubscription(db: Db, userId: string, id: string): Promise<Subscription | null> {
  return await findRow(db, subscriptions, and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)));
}

/** The reader of a gift is the user who claimed it (rules/gifts 36). */
export function isReadBy(db: Db, userId: string | Placeholder): SQL | undefined {
  const claimed = db.select({ id: gifts.id }).from(gifts).where(eq(gifts.claimedBy, userId));
  // Written as an array, because PostgreSQL uses no index for an `or` with a subquery.
  const isClaimed = sql`${subscriptions.giftId} = any(array(${claimed}))`;
  return or(and(isNull(subscriptions.giftId), eq(subscriptions.userId, userId)), isClaimed);
}

/** The recipient's name for emails to a giver; null for the user's own season. */
export async function findRecipientName(db: Db, { giftId }: Pick<Subscription, 'giftId'>): Promise<string | null> {
  const gift = giftId === null ? null : await findRow(db, gifts, eq(gifts.id, giftId));
  return gift?.recipientName ?? null;
}

export async function lockSubscriptionOf(tx: Transaction, stripeSubscriptionId: string): Promise<Subscription | null> {
  return await lockWhere(tx, eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId));
}

export async function lockOwnSubscription(tx: Transaction, userId: string, id: string): Promise<Subscription | null> {
  return await lockWhere(tx, and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)));
}

export async function lockReadSubscription(tx: Transaction, userId: string, id: string): Promise<Subscription | null> {
  return await lockWhere(tx, and(eq(subscriptions.id, id), isReadBy(tx, userId)));
}

/** Never locks a gift that the user gave away. */
export async function lockOwnSeason(tx: Transaction, userId: string, id: string): Promise<Subscription | null> {
  const own = await lockOwnSubscription(tx, userId, id);
  return own?.giftId === null ? own : null;
}

export async function lockSubscription(tx: Transaction, id: string): Promise<Subscription | null> {
  return await lockWhere(tx, eq(subscriptions.id, id));
}

/** Rows that only refer to the subscription don't wait for this lock (decision 032). */
async function lockWhere(tx: Transaction, which: SQL | undefined): Promise<Subscription | null> {
  return await findRow(tx, subscriptions, which, 'no key update');
}

export type StripeState = typeof stripeSubscriptions.$inferSelect;

export async function findStripeState(db: Db, subscriptionId: string): Promise<StripeState | null> {
  return await findRow(db, stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptionId));
}

export async function setCancelRequested(tx: Transaction, id: string, at: Date | null): Promise<void> {
  await tx.update(subscriptions).set({ cancelRequestedAt: at }).where(eq(subscriptions.id, id));
}

/** `partCents`: the amount to refund instead of all payments. */
export async function setRefundRequested(
  tx: Transaction,
  id: string,
  at: Date,
  partCents: number | null = null,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ refundRequestedAt: at, refundPartCents: partCents })
    .where(eq(subscriptions.id, id));
}

export async function setMissedMonths(tx: Transaction, id: string, missedMonths: number): Promise<void> {
  await tx.update(subscriptions).set({ missedMonths }).where(eq(subscriptions.id, id));
}

export async function hasUnpaidRenewal(db: Db, subscriptionId: string): Promise<boolean> {
  return (await db.$count(invoices, and(eq(invoices.subscriptionId, subscriptionId), isUnpaidRenewal))) > 0;
}

/** Also true if the latest renewal was voided, since the current period is then unpaid too. */
export const isUnpaidRenewal = sql`${invoices.billingReason} = ${RENEWAL} and (${invoices.status} in ('draft', 'open') or (${invoices.status} = 'void' and not exists (select 1 from ${invoices} later where later.subscription_id = ${invoices.subscriptionId} and later.months_billed > 0 and later.created_at > ${invoices.createdAt})))`;

/** In Stripe's time. */
export async function lastPaymentOf(db: Db, subscriptionId: string): Promise<Date | null> {
  const [row] = await db
    .select({ paidAt: max(invoices.paidAt) })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), isPaidInvoice));
  return row?.paidAt ?? null;
}

export async function findNewestSubscription(db: Db, userId: string): Promise<Subscription | null> {
  const isOwn = eq(subscriptions.userId, userId);
  const [row] = await db.select().from(subscriptions).where(isOwn).orderBy(desc(subscriptions.createdAt)).limit(1);
  return row ?? null;
}

export async function insertSubscription(tx: Transaction, values: NewSubscription): Promise<Subscription> {
  const [row] = await tx
    .insert(subscriptions)
    .values({ id: randomUUID(), ...values })
    .returning();
  if (row === undefined) throw new Error('The insert of a subscription returned no row.');
  return row;
}

export async function insertUserSeason(tx: Transaction, subscription: Subscription, now: Date): Promise<void> {
  const { id, userId, seasonId, seasonName, serviceStart } = subscription;
  await tx.insert(userSeasons).values({
    id: randomUUID(),
    userId,
    subscriptionId: id,
    seasonId,
    seasonName,
    status: 'active',
    startDate: serviceStart,
    createdAt: now,
    updatedAt: now,
  });
}

/** `shownAt` is set if the status that users see changes (rules/subscriptions 3). */
export async function updateStatus(
  tx: Transaction,
  id: string,
  status: Subscription['status'],
  shownAt: Date | null,
  endedAt = shownAt,
): Promise<void> {
  const hasEnded = status === 'cancelled' || status === 'completed';
  await tx
    .update(subscriptions)
    .set({ status, ...(shownAt && { updatedAt: shownAt, endedAt: hasEnded ? endedAt : null }) })
    .where(eq(subscriptions.id, id));
  if (shownAt === null) return;
  const shown = status === 'past_due' ? 'active' : status;
  await tx.update(userSeasons).set({ status: shown, updatedAt: shownAt }).where(eq(userSeasons.subscriptionId, id));
}

/**
 * The state of an invoice never goes back (decision 032).
 * @returns new and changed invoices
 */
export async function upsertInvoices(
  tx: Transaction,
  subscriptionId: string,
  read: readonly Stripe.Invoice[],
  newest: boolean,
): Promise<InvoiceRow[]> {
  if (read.length === 0) return [];
  const [before, after] = [stageOf(sql`${invoices.status}`), stageOf(sql`excluded.status`)];
  const figures = sql`(${invoices.number}, ${invoices.totalCents}, ${invoices.amountPaidCents}) is distinct from (excluded.number, excluded.total_cents, excluded.amount_paid_cents)`;
  return await tx
    .insert(invoices)
    .values(read.map((invoice) => invoiceRow(subscriptionId, invoice)))
    .onConflictDoUpdate({
      target: invoices.stripeInvoiceId,
      set: {
        number: sql`excluded.number`,
        status: sql`excluded.status`,
        totalCents: sql`excluded.total_cents`,
        amountPaidCents: sql`excluded.amount_paid_cents`,
        paidAt: sql`excluded.paid_at`,
        monthsBilled: sql`excluded.months_billed`,
      },
      setWhere: sql`${before} < coalesce(${after}, 4) or (${newest} and ${before} = ${after} and ${figures})`,
    })
    .returning();
}

export async function markFailed(tx: Transaction, stripeInvoiceId: string, at: Date): Promise<void> {
  const isNew = and(eq(invoices.stripeInvoiceId, stripeInvoiceId), isNull(invoices.failedAt));
  await tx.update(invoices).set({ failedAt: at }).where(isNew);
}

/** Null for paid and void, so that the comparison is never true and the row isn't changed. */
function stageOf(status: SQL): SQL {
  return sql`array_position(array['draft', 'open', 'uncollectible'], ${status})`;
}

function invoiceRow(subscriptionId: string, invoice: Stripe.Invoice): typeof invoices.$inferInsert {
  return {
    stripeInvoiceId: invoice.id ?? '',
    subscriptionId,
    number: invoice.number,
    status: invoice.status ?? 'draft',
    billingReason: invoice.billing_reason,
    subtotalCents: invoice.subtotal,
    totalCents: invoice.total,
    amountPaidCents: invoice.amount_paid,
    paidAt: paidAt(invoice),
    monthsBilled: monthsBilled(invoice),
    createdAt: instant(invoice.created),
  };
}

export async function upsertStripeState(tx: Transaction, subscriptionId: string, snapshot: StripeSnapshot) {
  const { subscription, period, nextChargeCents, overdue, readAt } = snapshot;
  const unpaid = {
    overdueCents: overdue?.amountDueCents ?? null,
    nextAttemptAt: overdue?.nextAttempt ?? null,
    overdueAttempts: overdue?.attempts ?? null,
    declineCode: overdue?.declineCode ?? null,
  };
  const state = { ...stripeStateOf(subscription, period), nextChargeCents, ...unpaid, readAt };
  const written = await tx
    .insert(stripeSubscriptions)
    .values({ subscriptionId, ...state })
    .onConflictDoUpdate({
      target: stripeSubscriptions.subscriptionId,
      set: state,
      setWhere: lte(stripeSubscriptions.readAt, sql`excluded.read_at`),
    })
    .returning({ id: stripeSubscriptions.subscriptionId });
  return written.length > 0;
}

export function stripeStateOf(subscription: Stripe.Subscription, period: StripeSnapshot['period']) {
  return {
    rawStatus: subscription.status,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    billingCycleAnchor: instant(subscription.billing_cycle_anchor),
    stripeCancelAt: subscription.cancel_at === null ? null : instant(subscription.cancel_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    defaultPaymentMethodId: idOf(subscription.default_payment_method),
  };
}

export async function listOverdueSubscriptions(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.status, 'past_due')))
    .orderBy(subscriptions.createdAt);
  return rows.map((row) => row.id);
}

export async function listLiveSubscriptions(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .innerJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptions.id))
    .where(and(gt(subscriptions.stripeSubscriptionId, after), ne(stripeSubscriptions.rawStatus, 'canceled')))
    .orderBy(subscriptions.stripeSubscriptionId)
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function listEndedOwing(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: subscriptions.stripeSubscriptionId })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .innerJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptions.id))
    .where(and(eq(invoices.status, 'open'), eq(stripeSubscriptions.rawStatus, 'canceled')))
    .limit(1000);
  return rows.map((row) => row.id);
}

export async function listSubscriptionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId));
  return rows.map(({ id }) => id);
}

export async function listOwnersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, userId } = subscriptions;
  const rows = await db
    .select({ id, userId })
    .from(subscriptions)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.userId]));
}

export async function setSubscriptionAddress(tx: Transaction, id: string, shippingAddressId: string): Promise<void> {
  await tx.update(subscriptions).set({ shippingAddressId }).where(eq(subscriptions.id, id));
}
