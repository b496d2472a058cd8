import { asc, desc, eq, sql } from 'drizzle-orm';
import { users } from '../db/auth-schema.ts';
import { disputes, refunds } from '../db/billing-schema.ts';
import type { Db } from '../db/database.ts';
import { mailHolds, mailingEvents, mailingRuns } from '../db/mailing-schema.ts';
import {
  invoices,
  mailingPieces,
  providerSubscriptions,
  shippingAddresses,
  subscriptions,
  userProfiles,
} from '../db/schema.ts';

/** Nobody has more of anything; what a test or a mistake might make is cut off there. */
const MANY = 200;
const EVENTS = 500;

export async function findPerson(db: Db, id: string) {
  const [row] = await db
    .select({
      profile: userProfiles,
      emailConfirmedAt: users.emailConfirmedAt,
      lastSignInAt: users.lastSignInAt,
    })
    .from(userProfiles)
    .innerJoin(users, eq(users.id, userProfiles.id))
    .where(eq(userProfiles.id, id));
  return row ?? null;
}

export type SummaryRow = Awaited<ReturnType<typeof listSubscriptionsOf>>[number];

function selectSummaries(db: Db) {
  return db
    .select({
      subscription: subscriptions,
      lettersMailed: sql<number>`(select count(distinct p.letter)::int from ${mailingPieces} p
        where p.subscription_id = subscriptions.id and p.handed_over_on is not null)`,
    })
    .from(subscriptions);
}

/** Newest first. */
export async function listSubscriptionsOf(db: Db, userId: string) {
  return await selectSummaries(db)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.createdAt))
    .limit(MANY);
}

export async function findSummary(db: Db, id: string) {
  const [row] = await selectSummaries(db).where(eq(subscriptions.id, id));
  return row ?? null;
}

export async function listAddressesOf(db: Db, userId: string) {
  return await db
    .select()
    .from(shippingAddresses)
    .where(eq(shippingAddresses.userId, userId))
    .orderBy(desc(shippingAddresses.isDefault), asc(shippingAddresses.createdAt))
    .limit(MANY);
}

export async function findAddressOf(db: Db, id: string) {
  const [row] = await db.select().from(shippingAddresses).where(eq(shippingAddresses.id, id));
  return row ?? null;
}

export async function findProvider(db: Db, subscriptionId: string) {
  const [row] = await db
    .select()
    .from(providerSubscriptions)
    .where(eq(providerSubscriptions.subscriptionId, subscriptionId));
  return row ?? null;
}

/** Newest first, each with what was given back of it. */
export async function listInvoicesOf(db: Db, subscriptionId: string) {
  return await db
    .select({
      invoice: invoices,
      refundedCents: sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from ${refunds} r
        where r.stripe_invoice_id = invoices.stripe_invoice_id and r.status = 'succeeded')`,
    })
    .from(invoices)
    .where(eq(invoices.subscriptionId, subscriptionId))
    .orderBy(desc(invoices.createdAt))
    .limit(MANY);
}

export async function listDisputesOf(db: Db, subscriptionId: string) {
  return await db.select().from(disputes).where(eq(disputes.subscriptionId, subscriptionId)).limit(MANY);
}

export async function listPiecesOf(db: Db, subscriptionId: string) {
  return await db
    .select({ piece: mailingPieces, run: mailingRuns })
    .from(mailingPieces)
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(eq(mailingPieces.subscriptionId, subscriptionId))
    .orderBy(asc(mailingPieces.letter), asc(mailingPieces.attempt))
    .limit(MANY);
}

export async function listHoldsOf(db: Db, subscriptionId: string) {
  return await db
    .select()
    .from(mailHolds)
    .where(eq(mailHolds.subscriptionId, subscriptionId))
    .orderBy(desc(mailHolds.createdAt))
    .limit(MANY);
}

/** Newest first. */
export async function listEventsOf(db: Db, subscriptionId: string) {
  return await db
    .select()
    .from(mailingEvents)
    .where(eq(mailingEvents.subscriptionId, subscriptionId))
    .orderBy(desc(mailingEvents.id))
    .limit(EVENTS);
}
