import { and, eq, inArray } from 'drizzle-orm';
import { checkouts, invoices, subscriptions, userSeasons } from '../../src/server/commerce/schema.ts';
import { emailOutbox } from '../../src/server/platform/schema.ts';
import { shippingAddresses } from '../../src/server/customers/schema.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import type { Stripe } from 'stripe';

export type Evidence = Awaited<ReturnType<typeof gatherEvidence>>;

/** Exactly what must exist after a user with one address has bought a monthly season. */
export const ONE_MONTHLY_PURCHASE: Evidence = {
  subscriptions: ['monthly active'],
  seasons: ['season-1 active'],
  checkouts: ['monthly paid'],
  addresses: ['Home (default)'],
  confirmationEmails: 1,
  paidInvoices: [1500],
  stripe: { customers: 1, subscriptions: ['active'], charges: [1500] },
};

type UsersTable = typeof subscriptions | typeof userSeasons | typeof checkouts | typeof shippingAddresses;

/** What our tables and Stripe hold about a user's purchases, oldest first and amounts in cents, in a form to compare. */
export async function gatherEvidence(
  { ctx: { db }, stripe }: { ctx: { db: Database }; stripe: Stripe },
  { userId, email }: { userId: string; email: string },
) {
  const own = async <T extends UsersTable>(table: T): Promise<T['$inferSelect'][]> =>
    await db.select().from<UsersTable>(table).where(eq(table.userId, userId)).orderBy(table.createdAt);
  const bought = await own(subscriptions);
  const purchases = bought.map(({ id }) => id);
  const paid = await db
    .select({ cents: invoices.amountPaidCents })
    .from(invoices)
    .where(inArray(invoices.subscriptionId, purchases))
    .orderBy(invoices.createdAt);
  const isConfirmation = and(eq(emailOutbox.recipient, email), eq(emailOutbox.kind, 'subscription-started'));
  return {
    subscriptions: bought.map(({ status, planType }) => `${planType} ${status}`),
    seasons: (await own(userSeasons)).map(({ seasonId, status }) => `${seasonId} ${status}`),
    checkouts: (await own(checkouts)).map(({ status, planType }) => `${planType} ${status}`),
    addresses: (await own(shippingAddresses)).map(({ label, isDefault }) => (isDefault ? `${label} (default)` : label)),
    confirmationEmails: await db.$count(emailOutbox, isConfirmation),
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
