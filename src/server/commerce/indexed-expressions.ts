import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** Every word has a space before it, the first one too, so that a search can match the beginnings of words. */
export function giftSearchText(t: { readonly recipientName: SQLWrapper; readonly recipientEmail: SQLWrapper }): SQL {
  return sql`(' ' || ${t.recipientName} || ' ' || ${t.recipientEmail})`;
}

type Instant = 'refundRequestedAt' | 'cancelRequestedAt' | 'endedAt' | 'updatedAt';

/** When it was refunded or cancelled; otherwise when it ended. */
export function cancelledAt(t: Readonly<Record<Instant, SQLWrapper>>): SQL {
  return sql`(coalesce(${t.refundRequestedAt}, ${t.cancelRequestedAt}, ${t.endedAt}, ${t.updatedAt}))`;
}

/** An imported monthly subscription that Stripe doesn't know ends as it begins, and its customer cancelled nothing. */
export function isNotEndedByImport(t: Readonly<Record<'cancelRequestedAt' | 'createdAt', SQLWrapper>>): SQL {
  return sql`(${t.cancelRequestedAt} is distinct from ${t.createdAt})`;
}
