import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** As `customers/search-text.ts`. */
export function giftSearchText(t: { readonly recipientName: SQLWrapper; readonly recipientEmail: SQLWrapper }): SQL {
  return sql`(' ' || ${t.recipientName} || ' ' || ${t.recipientEmail})`;
}
