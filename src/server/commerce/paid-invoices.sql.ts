import { sql } from 'drizzle-orm';
import { invoices } from './schema.ts';

/** A condition for queries on `invoices`. */
export const isPaidInvoice = sql`${invoices.status} = 'paid'`;

/** The paid rows of `invoices`, for statements that need a table expression. */
export const paidInvoices = sql.raw(`(select * from invoices where status = 'paid')`);
