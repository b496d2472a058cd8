import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { cardsOnFile } from '../billing-schema.ts';
import { invoices, stripeSubscriptions, subscriptions } from '../schema.ts';
import { userProfiles } from '../../customers/schema.ts';

/** Everything we keep of a subscription that the provider could contradict. */
export type Comparable = Awaited<ReturnType<typeof listComparables>>[number];

/** Our side of a page of the provider's list. */
export async function listComparables(db: Db, stripeIds: readonly string[]) {
  if (stripeIds.length === 0) return [];
  // Counted row by row: grouped in a join, the invoices of everybody would be counted for each page.
  const paid = db
    .select({ paid: count() })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptions.id), eq(invoices.status, 'paid')));
  return await db
    .select({
      row: subscriptions,
      stripe: stripeSubscriptions,
      owner: { email: userProfiles.email, fullName: userProfiles.fullName },
      card: {
        paymentMethodId: cardsOnFile.paymentMethodId,
        expMonth: cardsOnFile.expMonth,
        expYear: cardsOnFile.expYear,
      },
      paidInvoices: sql<number>`(${paid})::int`,
    })
    .from(subscriptions)
    .innerJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .leftJoin(cardsOnFile, eq(cardsOnFile.paymentMethodId, stripeSubscriptions.defaultPaymentMethodId))
    .where(inArray(subscriptions.stripeSubscriptionId, [...stripeIds]));
}

/** The status we have of each of these invoices. */
export async function invoiceStatuses(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: invoices.stripeInvoiceId, status: invoices.status })
    .from(invoices)
    .where(inArray(invoices.stripeInvoiceId, [...ids]));
  return new Map(rows.map(({ id, status }) => [id, status]));
}
