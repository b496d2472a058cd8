import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { startsWithText } from '../../account/own-data/own-emails.ts';
import { mfaFactors, sessions, users } from '../../identity/schema.ts';
import { disputes, refunds } from '../../commerce/billing-schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { gifts, invoices, subscriptions } from '../../commerce/schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { isOlder, QUERY_LIMIT, type Cursor } from '../calls/paging.ts';
import { selectPieces } from '../pieces.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { wordOn } from '../subscriptions/list-queries.ts';
import { invoicedHere } from '../../commerce/subscriptions/charged-here.ts';
import { listSubscriptionIds } from '../../commerce/subscriptions/queries.ts';
import { isPaidInvoice } from '../../commerce/paid-invoices.sql.ts';

/** Emails to the customer, and to the recipients of gifts that the customer gave or claimed. */
export async function emailsOf(db: Db, { id, email }: { readonly id: string; readonly email: string }) {
  const own = await db
    .select({ id: gifts.id })
    .from(gifts)
    .where(or(eq(gifts.userId, id), eq(gifts.claimedBy, id)));
  const announcements = own.map((gift) => startsWithText(emailOutbox.dedupeKey, `gift-arrived:${gift.id}:`));
  return or(eq(emailOutbox.recipient, email), ...announcements);
}

export async function findSubscriber(db: Db, id: string, now: Date) {
  const [row] = await db
    .select({
      profile: userProfiles,
      emailConfirmedAt: users.emailConfirmedAt,
      lastSignInAt: users.lastSignInAt,
      bannedUntil: users.bannedUntil,
      authenticators: sql<number>`(select count(*)::int from ${mfaFactors} f where f.user_id = ${users.id} and f.status = 'verified')`,
      openSessions: sql<number>`(select count(*)::int from ${sessions} s where s.user_id = ${users.id} and s.not_after > ${now.toISOString()})`,
    })
    .from(userProfiles)
    .innerJoin(users, eq(users.id, userProfiles.id))
    .where(eq(userProfiles.id, id));
  return row ?? null;
}

export type SummaryRow = Awaited<ReturnType<typeof listSubscriptionsOf>>[number];

function selectSummaries(db: Db, today: CalendarDate) {
  return db
    .select({
      subscription: subscriptions,
      word: wordOn(today),
      lettersMailed: sql<number>`(select count(distinct p.letter)::int from ${mailingPieces} p
        where p.subscription_id = subscriptions.id and p.handed_over_on is not null)`,
      owner: userProfiles.email,
      ownerName: userProfiles.fullName,
    })
    .from(subscriptions)
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId));
}

export async function listSubscriptionsOf(db: Db, userId: string, after: Cursor | null, today: CalendarDate) {
  const { createdAt, id } = subscriptions;
  return await selectSummaries(db, today)
    .where(and(eq(subscriptions.userId, userId), isOlder(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
    .limit(QUERY_LIMIT);
}

export async function findSummary(db: Db, id: string, today: CalendarDate) {
  const [row] = await selectSummaries(db, today).where(eq(subscriptions.id, id));
  return row ?? null;
}

export async function sumMoneyOf(db: Db, userId: string): Promise<{ paidCents: number; refundedCents: number }> {
  const ids = await listSubscriptionIds(db, userId);
  const [paid] = await db
    .select({ cents: sql<number>`coalesce(sum(${invoices.amountPaidCents}), 0)::int` })
    .from(invoices)
    .where(and(inArray(invoices.subscriptionId, ids), isPaidInvoice));
  const [refunded] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int` })
    .from(refunds)
    .where(and(inArray(refunds.subscriptionId, ids), inArray(refunds.status, ['succeeded', 'pending'])));
  return { paidCents: paid?.cents ?? 0, refundedCents: refunded?.cents ?? 0 };
}

export async function listAddressesOf(db: Db, userId: string, after: Cursor | null) {
  const { createdAt, id } = shippingAddresses;
  return await db
    .select()
    .from(shippingAddresses)
    .where(and(eq(shippingAddresses.userId, userId), isOlder(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
    .limit(QUERY_LIMIT);
}

export async function listInvoicesOf(db: Db, subscriptionId: string, after: Cursor | null) {
  const { createdAt, stripeInvoiceId } = invoices;
  return await db
    .select({
      invoice: invoices,
      refundedCents: sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from ${refunds} r
        where r.stripe_invoice_id = invoices.stripe_invoice_id and r.status in ('succeeded', 'pending'))`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        invoicedHere(invoices),
        isOlder(createdAt, stripeInvoiceId, after),
      ),
    )
    .orderBy(desc(createdAt), desc(stripeInvoiceId))
    .limit(QUERY_LIMIT);
}

export async function sumPaid(db: Db, subscriptionId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${invoices.totalCents}), 0)::int` })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), isPaidInvoice));
  return row?.cents ?? 0;
}

export async function listDisputesOf(db: Db, subscriptionId: string, after: Cursor | null) {
  const { createdAt, stripeDisputeId } = disputes;
  return await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.subscriptionId, subscriptionId), isOlder(createdAt, stripeDisputeId, after)))
    .orderBy(desc(createdAt), desc(stripeDisputeId))
    .limit(QUERY_LIMIT);
}

export async function countDisputesOf(db: Db, subscriptionId: string): Promise<number> {
  return await db.$count(disputes, eq(disputes.subscriptionId, subscriptionId));
}

export async function listPiecesOf(db: Db, subscriptionId: string, after: { letter: number; attempt: number } | null) {
  const { letter, attempt } = mailingPieces;
  return await selectPieces(db)
    .where(
      and(
        eq(mailingPieces.subscriptionId, subscriptionId),
        after === null ? undefined : sql`(${letter}, ${attempt}) < (${after.letter}, ${after.attempt})`,
      ),
    )
    .orderBy(desc(letter), desc(attempt))
    .limit(QUERY_LIMIT);
}
