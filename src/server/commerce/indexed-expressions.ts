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

type CancelFact = 'refundRequestedAt' | 'disputeLostAt' | 'cancelRequestedAt';

type CancelKind = 'refunded' | 'dispute_lost' | 'asked' | 'payment_failed';

/** All other cancellations were made by Stripe, because payments failed. */
export function cancelKind(t: Readonly<Record<CancelFact, SQLWrapper>>): SQL<CancelKind> {
  return sql<CancelKind>`(case
    when ${t.refundRequestedAt} is not null then 'refunded'
    when ${t.disputeLostAt} is not null then 'dispute_lost'
    when ${t.cancelRequestedAt} is not null then 'asked'
    else 'payment_failed' end)`;
}
