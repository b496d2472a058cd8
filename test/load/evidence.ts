import { eq } from 'drizzle-orm';
import { checkouts, invoices, subscriptions, userSeasons } from '../../src/server/commerce/schema.ts';
import { emailOutbox } from '../../src/server/platform/schema.ts';
import { shippingAddresses } from '../../src/server/customers/schema.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import type { Stripe } from 'stripe';

export type Evidence = Awaited<ReturnType<typeof gatherEvidence>>;

/** What there must be after a user with one address has bought a monthly season: nothing less, and nothing twice. */
export const ONE_MONTHLY_PURCHASE: Evidence = {
  subscriptions: ['monthly active'],
  seasons: ['season-1 active'],
  checkouts: ['monthly paid'],
  addresses: ['Home (default)'],
  confirmationEmails: 1,
  paidInvoices: [1500],
  stripe: { customers: 1, subscriptions: ['active'], charges: [1500] },
};

/** What our tables and Stripe hold about a user's purchases, oldest first and amounts in cents, in a form to compare. */
export async function gatherEvidence(
  { ctx: { db }, stripe }: { ctx: { db: Database }; stripe: Stripe },
  { userId, email }: { userId: string; email: string },
) {
  const bought = await oldestFirst(db, subscriptions, userId);
  const seasons = await oldestFirst(db, userSeasons, userId);
  const opened = await oldestFirst(db, checkouts, userId);
  const addresses = await oldestFirst(db, shippingAddresses, userId);
  const emails = await db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email));
  const paid = await db
    .select({ cents: invoices.amountPaidCents })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(invoices.createdAt);
  return {
    subscriptions: bought.map(({ status, planType }) => `${planType} ${status}`),
    seasons: seasons.map(({ seasonId, status }) => `${seasonId} ${status}`),
    checkouts: opened.map(({ status, planType }) => `${planType} ${status}`),
    addresses: addresses.map(({ label, isDefault }) => (isDefault ? `${label} (default)` : label)),
    confirmationEmails: emails.filter(({ kind }) => kind === 'subscription-started').length,
    paidInvoices: paid.map(({ cents }) => cents),
    stripe: await stripeEvidence(stripe, userId),
  };
}

/** Only charges that went through. */
async function stripeEvidence(stripe: Stripe, userId: string) {
  const all = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const own = all.filter(({ metadata }) => metadata['user_id'] === userId);
  const made: Stripe.Subscription[] = [];
  const payments: Stripe.PaymentIntent[] = [];
  for (const { id: customer } of own) {
    made.push(...(await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data);
    payments.push(...(await stripe.paymentIntents.list({ customer, limit: 100 })).data);
  }
  const charged = payments.filter(({ status }) => status === 'succeeded');
  return {
    customers: own.length,
    subscriptions: made.toReversed().map(({ status }) => status),
    charges: charged.toReversed().map(({ amount_received }) => amount_received),
  };
}

type UsersTable = typeof subscriptions | typeof userSeasons | typeof checkouts | typeof shippingAddresses;

/** What a table holds of that user. */
async function oldestFirst<T extends UsersTable>(db: Database, table: T, userId: string): Promise<T['$inferSelect'][]> {
  return await db.select().from<UsersTable>(table).where(eq(table.userId, userId)).orderBy(table.createdAt);
}
