import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** Begins with a space, as each word in it does, so that the search finds beginnings of words. */
export function giftSearchText(t: { readonly recipientName: SQLWrapper; readonly recipientEmail: SQLWrapper }): SQL {
  return sql`(' ' || ${t.recipientName} || ' ' || ${t.recipientEmail})`;
}

type Instant = 'refundRequestedAt' | 'cancelRequestedAt' | 'endedAt' | 'updatedAt';

/** When it was refunded or its end was asked for, else when it ended. */
export function cancelledAt(t: Readonly<Record<Instant, SQLWrapper>>): SQL {
  return sql`(coalesce(${t.refundRequestedAt}, ${t.cancelRequestedAt}, ${t.endedAt}, ${t.updatedAt}))`;
}
