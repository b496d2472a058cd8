import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { NEEDS_ATTENTION, NO_CUSTOMER, type FoundChange, type StripeSeen } from '../../../domain/stripe-change.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { userProfiles } from '../../customers/schema.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { checkouts, subscriptions } from '../schema.ts';
import { stripeChanges, stripeIntents, stripeSeen } from '../stripe-changes-schema.ts';

export type StripeChange = typeof stripeChanges.$inferSelect;
type Intent = typeof stripeIntents.$inferInsert;

export async function findSeen(db: Db, subscriptionId: string) {
  return await findRow(db, stripeSeen, eq(stripeSeen.subscriptionId, subscriptionId));
}

export async function upsertSeen(tx: Transaction, row: typeof stripeSeen.$inferInsert): Promise<void> {
  await tx.insert(stripeSeen).values(row).onConflictDoUpdate({ target: stripeSeen.subscriptionId, set: row });
}

/** Deletes the email of an erased user's Stripe customer from the stored state and from recorded changes. */
export async function forgetCustomerSeen(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId));
  const seen = sql`${stripeSeen.seen} || ${JSON.stringify(NO_CUSTOMER)}::jsonb`;
  await tx.update(stripeSeen).set({ seen }).where(inArray(stripeSeen.subscriptionId, own));
  const isEmail = eq(stripeChanges.kind, 'email_changed');
  await tx.delete(stripeChanges).where(and(inArray(stripeChanges.subscriptionId, own), isEmail));
}

export async function listIntents(db: Db, subscriptionId: string) {
  return await db.select().from(stripeIntents).where(eq(stripeIntents.subscriptionId, subscriptionId));
}

export async function insertIntent(db: Db, intent: Intent): Promise<void> {
  await db.insert(stripeIntents).values(intent).onConflictDoNothing();
}

export async function insertCardIntents(db: Db, stripeIds: readonly string[], card: string, now: Date): Promise<void> {
  if (stripeIds.length === 0) return;
  const rows = await db
    .select({ subscriptionId: subscriptions.id })
    .from(subscriptions)
    .where(inArray(subscriptions.stripeSubscriptionId, [...stripeIds]));
  for (const { subscriptionId } of rows) {
    await insertIntent(db, { subscriptionId, kind: 'card', value: card, reason: 'card update', askedAt: now });
  }
}

export async function findCheckoutCard(db: Db, checkoutId: string): Promise<string | null> {
  return (await findRow(db, checkouts, eq(checkouts.id, checkoutId)))?.paymentMethodId ?? null;
}

export async function insertChange(
  tx: Transaction,
  subscriptionId: string,
  { kind, state }: FoundChange,
  now: Date,
): Promise<boolean> {
  const settledAt = NEEDS_ATTENTION[kind] === undefined ? now : null;
  const rows = await tx
    .insert(stripeChanges)
    .values({ id: randomUUID(), subscriptionId, kind, state, foundAt: now, settledAt })
    .onConflictDoNothing()
    .returning({ id: stripeChanges.id });
  return rows.length > 0;
}

export async function setCancelAt(tx: Transaction, id: string, cancelAt: Date): Promise<void> {
  await tx.update(subscriptions).set({ cancelAt }).where(eq(subscriptions.id, id));
}

export async function listChangesOf(db: Db, subscriptionId: string): Promise<StripeChange[]> {
  return await db
    .select()
    .from(stripeChanges)
    .where(eq(stripeChanges.subscriptionId, subscriptionId))
    .orderBy(desc(stripeChanges.foundAt), desc(stripeChanges.id))
    .limit(200);
}

export async function countOpenChanges(db: Db): Promise<number> {
  const [row] = await db.select({ open: count() }).from(stripeChanges).where(isNull(stripeChanges.settledAt));
  return row?.open ?? 0;
}

export async function listSubscriptionsOfCustomer(db: Db, customer: string): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(userProfiles)
    .innerJoin(subscriptions, eq(subscriptions.userId, userProfiles.id))
    .where(and(eq(userProfiles.stripeCustomerId, customer), eq(subscriptions.stripeCustomerId, customer)))
    .limit(1000);
  return rows.map(({ id }) => id);
}

export async function isEmailTheirs(db: Db, userId: string, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: stripeChanges.id })
    .from(stripeChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, stripeChanges.subscriptionId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(stripeChanges.kind, 'email_changed'),
        sql`split_part(${stripeChanges.state}, ' ', 1) = ${email}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Adds a time to a change's state, since the same change can be made again. */
export function occasion({ kind, state }: FoundChange, since: Date | null): FoundChange {
  return { kind, state: since === null ? state : `${state} ${since.toISOString()}` };
}

export type { StripeSeen };
