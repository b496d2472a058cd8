import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import { type Db, preparedStatement } from '../../platform/db/database.ts';
import { jsonObject } from '../../platform/db/whole-row.ts';
import { refunds } from '../billing-schema.ts';
import { gifts, invoices, subscriptions } from '../schema.ts';
import { invoicedHere } from '../subscriptions/charged-here.ts';
import { isPaidInvoice } from '../paid-invoices.sql.ts';

const SHOWN = ['paid', 'open', 'void', 'uncollectible'];

const isShown = and(inArray(invoices.status, SHOWN), invoicedHere(invoices));

type Row = Awaited<ReturnType<typeof ownInvoices>>[number]['own'];

export type OwnInvoice = Row & { readonly invoice: NonNullable<Row['invoice']> };

export async function listOwnInvoices(
  db: Db,
  userId: string,
  limit: number,
  after: string | null,
): Promise<OwnInvoice[]> {
  const rows =
    after === null ? await newestStatement(db).execute({ userId, limit }) : await listOlder(db, userId, limit, after);
  return rows.map(({ own }) => own).filter(isWhole);
}

function isWhole(row: Row): row is OwnInvoice {
  return row.invoice !== null;
}

async function listOlder(db: Db, userId: string, limit: number, after: string) {
  const position = sql`(${invoices.createdAt}, ${invoices.stripeInvoiceId})`;
  const last = sql`(select i.created_at, i.stripe_invoice_id from ${invoices} i join ${subscriptions} s on s.id = i.subscription_id where i.stripe_invoice_id = ${after} and s.user_id = ${userId})`;
  return await ownInvoices(db)
    .where(and(eq(subscriptions.userId, userId), isShown, sql`${position} < ${last}`))
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
}

const NEWEST_FIRST = [desc(invoices.createdAt), desc(invoices.stripeInvoiceId)];

const newestStatement = preparedStatement((db: Db) =>
  ownInvoices(db)
    .where(and(eq(subscriptions.userId, sql.placeholder('userId')), isShown))
    .orderBy(...NEWEST_FIRST)
    .limit(sql.placeholder('limit'))
    .prepare('newest-invoices'),
);

/** Null for an unknown invoice and for another user's (rules/money 31). */
export async function findOwnInvoice(db: Db, userId: string, id: string): Promise<OwnInvoice | null> {
  const isOwn = and(eq(subscriptions.userId, userId), eq(invoices.stripeInvoiceId, id), isShown);
  const [row] = await ownInvoices(db).where(isOwn);
  return row && isWhole(row.own) ? row.own : null;
}

function ownInvoices(db: Db) {
  return db
    .select({
      own: jsonObject({
        invoice: invoices,
        seasonName: subscriptions.seasonName,
        planType: subscriptions.planType,
        giftFor: sql<string | null>`${gifts.recipientName}`,
        subscriptionStatus: subscriptions.status,
        stripeCustomerId: subscriptions.stripeCustomerId,
        refundedCents: sql<number>`(select coalesce(sum(${refunds.amountCents}), 0)::int from ${refunds} where ${refunds.stripeInvoiceId} = ${invoices.stripeInvoiceId} and ${refunds.status} in ('succeeded', 'pending'))`,
      }),
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .leftJoin(gifts, eq(gifts.id, subscriptions.giftId));
}

export async function hasPaidAs(db: Db, userId: string, stripeCustomerId: string): Promise<boolean> {
  const isPayer = and(eq(subscriptions.userId, userId), eq(subscriptions.stripeCustomerId, stripeCustomerId));
  return (await db.$count(subscriptions, isPayer)) > 0;
}

export async function listRefundsOf(db: Db, stripeInvoiceId: string) {
  return await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.stripeInvoiceId, stripeInvoiceId), inArray(refunds.status, ['succeeded', 'pending'])))
    .orderBy(refunds.createdAt);
}

export async function listPaidInvoices(db: Db, subscriptionId: string): Promise<string[]> {
  const rows = await db
    .select({ stripeInvoiceId: invoices.stripeInvoiceId })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), isPaidInvoice, gt(invoices.amountPaidCents, 0)))
    .orderBy(invoices.createdAt);
  return rows.map(({ stripeInvoiceId }) => stripeInvoiceId);
}

export async function hasNotifiedRefundSince(db: Db, subscriptionId: string, since: Date): Promise<boolean> {
  return (
    (await db.$count(refunds, and(eq(refunds.subscriptionId, subscriptionId), gte(refunds.notifiedAt, since)))) > 0
  );
}

export async function sumRefunds(db: Db, subscriptionId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.subscriptionId, subscriptionId), inArray(refunds.status, ['succeeded', 'pending'])));
  return row?.cents ?? 0;
}
