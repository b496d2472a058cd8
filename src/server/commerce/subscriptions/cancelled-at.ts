import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

type Instant = 'refundRequestedAt' | 'cancelRequestedAt' | 'endedAt' | 'updatedAt';

/** When it was refunded or its end was asked for, else when it ended. */
export function cancelledAt(t: Readonly<Record<Instant, SQLWrapper>>): SQL {
  return sql`(coalesce(${t.refundRequestedAt}, ${t.cancelRequestedAt}, ${t.endedAt}, ${t.updatedAt}))`;
}
