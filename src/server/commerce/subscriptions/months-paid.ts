import { type SQL, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { monthsIn, monthsPaid } from '../../../domain/months-paid.ts';
import { MONTHS_PER_SEASON } from '../../../domain/season.ts';
import type { Db } from '../../platform/db/database.ts';
import { preparedStatement } from '../../platform/db/database.ts';
import { invoices, subscriptions } from '../schema.ts';
import { isPaidInvoice, paidInvoices } from '../paid-invoices.sql.ts';

const RENEWS: ReadonlySet<string | null> = new Set(['subscription_create', 'subscription_cycle']);

export function monthsBilled({ billing_reason: reason, lines }: Stripe.Invoice): number {
  // The line of a trial costs nothing.
  const periods = lines.data.filter((line) => isPeriod(line) && (RENEWS.has(reason) || line.amount > 0));
  return Math.max(
    0,
    ...periods.map(({ period }) => monthsIn({ from: instant(period.start), until: instant(period.end) })),
  );
}

export function isPeriod({ parent }: Stripe.InvoiceLineItem): boolean {
  return parent?.subscription_item_details?.proration === false;
}

function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function monthsPaidBy(read: readonly Stripe.Invoice[]): number {
  return monthsPaid(read.filter(({ status }) => status === 'paid').map(monthsBilled));
}

const sumOfMonths = sql.raw(`least(${MONTHS_PER_SEASON}, coalesce(sum(months_billed), 0))::int`);

/** Says the same in SQL as `monthsPaid` of the domain. */
export function monthsPaidOf(subscriptionId: SQL): SQL<number> {
  return sql`(select ${sumOfMonths} from ${paidInvoices} paid where paid.subscription_id = ${subscriptionId})`;
}

export const monthsPaidValue = monthsPaidOf(sql`${subscriptions.id}`);

/** A query with the columns subscription_id and months. */
export function monthsPaidBySubscription(among: SQL): SQL {
  return sql`select subscription_id, ${sumOfMonths} as months from ${paidInvoices} invoices where true ${among} group by subscription_id`;
}

export async function findMonthsPaid(db: Db, subscriptionId: string): Promise<number> {
  const [row] = await paidStatement(db).execute({ subscriptionId });
  return row?.months ?? 0;
}

const paidStatement = preparedStatement((db: Db) =>
  db
    .select({ months: sql<number>`${sumOfMonths}` })
    .from(invoices)
    .where(sql`${invoices.subscriptionId} = ${sql.placeholder('subscriptionId')} and ${isPaidInvoice}`)
    .prepare('months-paid'),
);
