import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { listBulkActions, type startBulkAction } from '../../../contract/operator/bulk-actions.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { unknownFields } from '../../../domain/operator-email-fields.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { present } from '../../platform/http/present.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, isOlder, matchCursor, pageOf, QUERY_LIMIT, UUID } from '../calls/paging.ts';
import { matches } from '../subscriptions/list-queries.ts';
import { bulkActionRows, bulkActions } from './bulk-schema.ts';

const line = listBulkActions.reply.shape.items.def.element;

export const bulkActionHandlers = {
  async startBulkAction({ ctx: { db, clock, jobs }, body, act }) {
    refuseIncomplete(body);
    const { key: id, action, filter, count, note, tag, resumeOn, subject, text } = body;
    const now = clock.now();
    await db.transaction(async (tx) => {
      const { operator, operatorId = null } = act;
      const row = { id, action, operator, operatorId, note, subscriptions: count, createdAt: now };
      const input = { tag, resumeOn, subject, text };
      const inserted = await tx
        .insert(bulkActions)
        .values({ ...row, input })
        .onConflictDoNothing();
      if (inserted.rowCount === 0) return;
      const { rowCount } = await tx.execute(sql`
        insert into bulk_action_rows (bulk_action_id, subscription_id) select ${id}::uuid, ${subscriptions.id}
        from ${subscriptions} where ${matches(db, filter, newYorkDate(now)) ?? sql`true`}`);
      if (rowCount !== count) {
        throw new ApiError('wrong_state', `The list has changed: ${rowCount ?? 0} subscriptions match now.`);
      }
      await jobs.enqueue(tx, 'work-bulk-action', { bulkActionId: id });
      const entry = { ...act, note, action: 'bulk_action', subject: `bulk:${id}`, subscriptionId: null } as const;
      await writeOperatorLog(tx, { ...entry, detail: { bulk: action, count, tag, resumeOn, subject } }, now);
    });
    const [started] = await readActions(db, eq(bulkActions.id, id));
    return presentAction(orNotFound(started ?? null, 'bulk action'));
  },

  async listBulkActions({ ctx: { db }, query: { after } }) {
    const { createdAt, id } = bulkActions;
    return pageOf(await readActions(db, isOlder(createdAt, id, decodeCursor(after))), presentAction, (row) =>
      encodeCursor({ at: row.createdAt, id: row.id }),
    );
  },

  async listSkipped({ ctx: { db }, params: { id }, query: { after } }) {
    const last = matchCursor(after, UUID)?.[0];
    const rows = await db
      .select({ id: bulkActionRows.subscriptionId, email: userProfiles.email, reason: bulkActionRows.reason })
      .from(bulkActionRows)
      .innerJoin(subscriptions, eq(subscriptions.id, bulkActionRows.subscriptionId))
      .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
      .where(
        and(
          eq(bulkActionRows.bulkActionId, id),
          eq(bulkActionRows.outcome, 'skipped'),
          last === undefined ? undefined : gt(bulkActionRows.subscriptionId, last),
        ),
      )
      .orderBy(bulkActionRows.subscriptionId)
      .limit(QUERY_LIMIT);
    return pageOf(
      rows,
      (row) => ({ ...row, reason: row.reason ?? '' }),
      (row) => row.id,
    );
  },
} satisfies Partial<OperatorHandlers>;

/** @throws ApiError validation_failed */
function refuseIncomplete({ action, tag, resumeOn, subject, text }: BodyOf<typeof startBulkAction>): void {
  const missing: Record<string, string> = {};
  if (action === 'tag' && !tag) missing['tag'] = 'Enter a tag.';
  if (action === 'hold' && !(resumeOn && isCalendarDate(resumeOn))) missing['resumeOn'] = 'Enter a date.';
  if (action === 'email' && !subject) missing['subject'] = 'Enter a subject.';
  if (action === 'email' && !text) missing['text'] = 'Enter a text.';
  for (const [name, written] of Object.entries({ subject, text })) {
    const [unknown] = unknownFields(action === 'email' ? (written ?? '') : '');
    if (unknown !== undefined) missing[name] = `${unknown} isn’t one of the fields that are filled in.`;
  }
  if (Object.keys(missing).length > 0) {
    throw new ApiError('validation_failed', 'Please check the marked fields.', missing);
  }
}

function rowsWith(outcome: 'done' | 'skipped') {
  return sql<number>`(select count(*)::int from ${bulkActionRows} r
  where r.bulk_action_id = ${bulkActions.id} and r.outcome = ${outcome})`;
}

type Row = Awaited<ReturnType<typeof readActions>>[number];

async function readActions(db: Db, which: SQL | undefined) {
  return await db
    .select({
      id: bulkActions.id,
      action: bulkActions.action,
      operator: bulkActions.operator,
      note: bulkActions.note,
      subscriptions: bulkActions.subscriptions,
      done: rowsWith('done'),
      skipped: rowsWith('skipped'),
      createdAt: bulkActions.createdAt,
      finishedAt: bulkActions.finishedAt,
    })
    .from(bulkActions)
    .where(which)
    .orderBy(desc(bulkActions.createdAt), desc(bulkActions.id))
    .limit(QUERY_LIMIT);
}

function presentAction({ createdAt, ...row }: Row) {
  return present(line, { ...row, startedAt: createdAt });
}
