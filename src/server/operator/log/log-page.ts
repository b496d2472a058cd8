import { and, desc, eq } from 'drizzle-orm';
import { operatorLog } from '../../platform/schema.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { isOlder, QUERY_LIMIT, pageOf, decodeCursor, encodeCursor } from '../calls/paging.ts';

export const logHandlers = {
  async listLog({ ctx: { db }, query: { after, subscription } }) {
    const { createdAt, id, subscriptionId } = operatorLog;
    const isOfSubscription = subscription === undefined ? undefined : eq(subscriptionId, subscription);
    const rows = await db
      .select()
      .from(operatorLog)
      .where(and(isOfSubscription, isOlder(createdAt, id, decodeCursor(after))))
      .orderBy(desc(createdAt), desc(id))
      .limit(QUERY_LIMIT);
    return pageOf(rows, presentEntry, (row) => encodeCursor({ at: row.createdAt, id: row.id }));
  },
} satisfies Partial<OperatorHandlers>;

function presentEntry(row: typeof operatorLog.$inferSelect) {
  const { id, operator, action, subject, subscriptionId, detail } = row;
  return { id, at: row.createdAt.toISOString(), operator, action, subject, subscriptionId, detail };
}
