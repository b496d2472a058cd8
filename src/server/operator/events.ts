import { and, desc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { EventReply } from '../../contract/operator/fulfilment.ts';
import { eventReply } from '../../contract/operator/replies.ts';
import { userProfiles } from '../customers/schema.ts';
import { mailingEvents } from '../fulfilment/schema.ts';
import type { Db } from '../platform/db/database.ts';
import { present } from '../platform/http/present.ts';
import { decodeNumber, QUERY_LIMIT, type Page, pageOf, UUID } from './calls/paging.ts';

export async function pageOfRunEvents(db: Db, runId: string, after?: string): Promise<Page<EventReply>> {
  return await pageOfEvents(db, after, eq(mailingEvents.runId, runId), isNull(mailingEvents.subscriptionId));
}

export async function pageOfSubscriptionEvents(db: Db, id: string, after?: string): Promise<Page<EventReply>> {
  return await pageOfEvents(db, after, eq(mailingEvents.subscriptionId, id));
}

async function pageOfEvents(db: Db, after: string | undefined, ...which: SQL[]): Promise<Page<EventReply>> {
  const last = decodeNumber(after);
  const rows = await db
    .select()
    .from(mailingEvents)
    .where(and(...which, last === null ? undefined : lt(mailingEvents.id, last)))
    .orderBy(desc(mailingEvents.id))
    .limit(QUERY_LIMIT);
  const users = rows.flatMap(({ actor }) => (actor !== null && UUID.test(actor) ? [actor] : []));
  const emails = await emailsOf(db, [...new Set(users)]);
  return pageOf(
    rows,
    ({ id, actor, ...row }) =>
      present(eventReply, {
        ...row,
        id: String(id),
        actor: actor === null ? 'the clock' : (emails.get(actor) ?? actor),
      }),
    ({ id }) => String(id),
  );
}

export async function emailsOf(db: Db, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const { id, email } = userProfiles;
  const rows = await db.select({ id, email }).from(userProfiles).where(inArray(id, userIds));
  return new Map(rows.map((row) => [row.id, row.email]));
}
