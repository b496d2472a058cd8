import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { cardsOnFile, comparedUntil, disputes, paymentWarnings, refunds } from '../billing-schema.ts';
import { invoices, stripeSubscriptions, subscriptions } from '../schema.ts';
import { stripeSeen } from '../stripe-changes-schema.ts';
import { monthsPaidValue } from '../subscriptions/months-paid.ts';
import { userProfiles } from '../../customers/schema.ts';

export type Comparable = Awaited<ReturnType<typeof listComparables>>[number];

export async function listComparables(db: Db, stripeIds: readonly string[]) {
  if (stripeIds.length === 0) return [];
  return await db
    .select({
      row: subscriptions,
      stripe: stripeSubscriptions,
      seen: stripeSeen,
      owner: { email: userProfiles.email, fullName: userProfiles.fullName },
      card: {
        paymentMethodId: cardsOnFile.paymentMethodId,
        expMonth: cardsOnFile.expMonth,
        expYear: cardsOnFile.expYear,
      },
      monthsPaid: monthsPaidValue,
    })
    .from(subscriptions)
    .innerJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .leftJoin(stripeSeen, eq(stripeSeen.subscriptionId, subscriptions.id))
    .leftJoin(cardsOnFile, eq(cardsOnFile.paymentMethodId, stripeSubscriptions.defaultPaymentMethodId))
    .where(inArray(subscriptions.stripeSubscriptionId, [...stripeIds]));
}

const STATUS_COLUMNS = {
  invoices: { table: invoices, id: invoices.stripeInvoiceId, status: invoices.status },
  refunds: { table: refunds, id: refunds.stripeRefundId, status: refunds.status },
  disputes: { table: disputes, id: disputes.stripeDisputeId, status: disputes.status },
  early_fraud_warnings: { table: paymentWarnings, id: paymentWarnings.id, status: paymentWarnings.status },
  reviews: { table: paymentWarnings, id: paymentWarnings.id, status: paymentWarnings.status },
} as const;

export async function listStoredStatuses(
  db: Db,
  list: keyof typeof STATUS_COLUMNS,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { table, id, status } = STATUS_COLUMNS[list];
  const rows = await db
    .select({ id: sql<string>`${id}`, status: sql<string>`${status}` })
    .from(table)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.status]));
}

export type ComparedList = (typeof comparedUntil.$inferSelect)['list'];

export async function findComparedUntil(db: Db, list: ComparedList): Promise<Date | null> {
  const row = await findRow(db, comparedUntil, eq(comparedUntil.list, list));
  return row?.until ?? null;
}

/** Never moves the time back, since another process may have compared further. */
export async function setComparedUntil(db: Db, list: ComparedList, until: Date): Promise<void> {
  await db
    .insert(comparedUntil)
    .values({ list, until })
    .onConflictDoUpdate({
      target: comparedUntil.list,
      set: { until: sql`greatest(${comparedUntil.until}, excluded.until)` },
    });
}
