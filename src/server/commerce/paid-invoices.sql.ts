import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '../platform/db/database.ts';
import { invoices } from './schema.ts';

/** A condition for queries on `invoices`. */
export const isPaidInvoice = sql`${invoices.status} = 'paid'`;

/** Says whether the customer has paid anything here: free and imported orders have nothing to refund (rules/money 32). */
export function hasPaid(subscriptionId: SQLWrapper): SQL<boolean> {
  return sql`exists (select from ${invoices} i where i.subscription_id = ${subscriptionId} and i.status = 'paid' and i.amount_paid_cents > 0)`;
}

export async function findHasPaid(db: Db, subscriptionId: string): Promise<boolean> {
  const { rows } = await db.execute<{ paid: boolean }>(sql`select ${hasPaid(sql`${subscriptionId}`)} as paid`);
  return rows[0]?.paid === true;
}

/** The paid rows of `invoices`, for statements that need a table expression. */
export const paidInvoices = sql.raw(`(select * from invoices where status = 'paid')`);
