import { and, desc, eq } from 'drizzle-orm';
import { logReply } from '../../contract/operator/replies.ts';
import { present } from '../platform/http/present.ts';
import { operatorLog } from '../platform/schema.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { isOlder, QUERY_LIMIT, pageOf, decodeCursor, encodeCursor } from './calls/paging.ts';

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
    return pageOf(
      rows,
      (row) => present(logReply, { ...row, at: row.createdAt }),
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
    );
  },
} satisfies Partial<OperatorHandlers>;
