import type { CommerceCall } from '../../commerce/context.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { listLog } from '../../../contract/operator/desk.ts';
import type { LogReply } from '../../../contract/operator/subscribers.ts';
import { operatorLog } from '../../platform/audit-log/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { isOlder, ONE_TOO_MANY, type Page, pageOf, type Place, placeIn, placeOf } from '../paging/paging.ts';

export async function handleListLog({
  ctx,
  query: { after, subscription },
}: CommerceCall<typeof listLog>): Promise<ReplyOf<typeof listLog>> {
  return await pageOfLog(ctx.db, subscription ?? null, after);
}

/** Newest first; of one subscription, or of everything. */
export async function pageOfLog(db: Db, subscriptionId: string | null, after?: string): Promise<Page<LogReply>> {
  const rows = await readLog(db, subscriptionId, placeIn(after));
  return pageOf(rows, presentEntry, ({ createdAt, id }) => placeOf({ at: createdAt, id }));
}

async function readLog(db: Db, subscriptionId: string | null, after: Place | null) {
  const { createdAt, id } = operatorLog;
  return await db
    .select()
    .from(operatorLog)
    .where(
      and(
        subscriptionId === null ? undefined : eq(operatorLog.subscriptionId, subscriptionId),
        isOlder(createdAt, id, after),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(ONE_TOO_MANY);
}

function presentEntry(row: typeof operatorLog.$inferSelect): LogReply {
  const { id, operator, action, subject, subscriptionId, detail } = row;
  return { id, at: row.createdAt.toISOString(), operator, action, subject, subscriptionId, detail };
}
