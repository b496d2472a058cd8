import { and, desc, eq, isNull, lt, type SQL } from 'drizzle-orm';
import type { EventReply } from '../../contract/operator/fulfilment.ts';
import { eventReply } from '../../contract/operator/replies.ts';
import { mailingEvents } from '../fulfilment/schema.ts';
import { listEmails } from '../identity/users/queries.ts';
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
  const emails = await listEmails(db, [...new Set(users)]);
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
