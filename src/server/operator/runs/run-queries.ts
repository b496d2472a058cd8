import { and, asc, count, countDistinct, desc, eq, gt, inArray, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { attendedFrom } from '../../../domain/mailing-calendar.ts';
import type { Batch } from '../../fulfilment/print/print.ts';
import type { Run } from '../../fulfilment/runs/runs.ts';
import { letterEditions, mailingBatches, mailingEvents, mailingFiles, mailingRuns } from '../../fulfilment/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { QUERY_LIMIT } from '../calls/paging.ts';

export async function listRunPage(db: Db, after: Pick<Run, 'nominalOn' | 'kind'> | null): Promise<Run[]> {
  const { nominalOn, kind } = mailingRuns;
  return await db
    .select()
    .from(mailingRuns)
    .where(after === null ? undefined : sql`(${nominalOn}, ${kind}) < (${after.nominalOn}::date, ${after.kind})`)
    .orderBy(desc(nominalOn), desc(kind))
    .limit(QUERY_LIMIT);
}

export async function listOpenRunPage(
  db: Db,
  which: 'open' | 'todo' | 'coming',
  today: CalendarDate,
  after: Pick<Run, 'handOverOn' | 'nominalOn' | 'kind'> | null,
): Promise<Run[]> {
  const { state, handOverOn, nominalOn, kind } = mailingRuns;
  const isTodo = isTodoOn(today);
  const isNext =
    after &&
    sql`(${handOverOn}, ${nominalOn}, ${kind}) > (${after.handOverOn}::date, ${after.nominalOn}::date, ${after.kind})`;
  return await db
    .select()
    .from(mailingRuns)
    .where(
      and(
        ne(state, 'handed_over'),
        which === 'open' ? undefined : which === 'todo' ? isTodo : not(isTodo),
        isNext ?? undefined,
      ),
    )
    .orderBy(asc(handOverOn), asc(nominalOn), asc(kind))
    .limit(QUERY_LIMIT);
}

/** Leaves out planned runs, which jobs freeze, unless they were reopened or missed. */
function isTodoOn(today: CalendarDate): SQL {
  const { state, kind, nominalOn, reopenedAt } = mailingRuns;
  const isMissed = sql`${nominalOn} < case ${kind} when 'friday' then ${attendedFrom('friday', today)}::date
    else ${attendedFrom('first_letter', today)}::date end`;
  return sql`(${state} <> 'planned' or ${reopenedAt} is not null or ${isMissed})`;
}

export async function listBatchPage(db: Db, runId: string, after: number): Promise<Batch[]> {
  return await db
    .select()
    .from(mailingBatches)
    .where(and(eq(mailingBatches.runId, runId), gt(mailingBatches.number, after)))
    .orderBy(asc(mailingBatches.number))
    .limit(QUERY_LIMIT);
}

export async function listFilePage(db: Db, { runId, number }: Batch, after: string | null) {
  const { name, batch } = mailingFiles;
  const isNext = after === null ? undefined : gt(name, after);
  return await db
    .select({ file: mailingFiles, paper: { sheets: letterEditions.sheets, pages: letterEditions.pages } })
    .from(mailingFiles)
    .leftJoin(letterEditions, eq(letterEditions.edition, mailingFiles.edition))
    .where(and(eq(mailingFiles.runId, runId), eq(batch, number), isNext))
    .orderBy(asc(name))
    .limit(QUERY_LIMIT);
}

export async function countNotHandedOver(db: Db, runId: string): Promise<{ undispatched: number; unhashed: number }> {
  const isFileOf = and(eq(mailingFiles.runId, mailingBatches.runId), eq(mailingFiles.batch, mailingBatches.number));
  const [row] = await db
    .select({ undispatched: countDistinct(mailingBatches.number), unhashed: count(mailingFiles.name) })
    .from(mailingBatches)
    .leftJoin(mailingFiles, and(isFileOf, isNull(mailingFiles.sha256)))
    .where(and(eq(mailingBatches.runId, runId), isNull(mailingBatches.handedOverAt)));
  return row ?? { undispatched: 0, unhashed: 0 };
}

export async function lastHandOversOf(db: Db, runIds: readonly string[]): Promise<Map<string, string>> {
  if (runIds.length === 0) return new Map();
  const { runId, detail, event } = mailingEvents;
  const rows = await db
    .select({ runId, day: sql<string | null>`max(${detail} ->> 'on')` })
    .from(mailingEvents)
    .where(and(inArray(runId, [...runIds]), eq(event, 'batch_handed_over')))
    .groupBy(runId);
  return new Map(rows.flatMap((row) => (row.runId === null || row.day === null ? [] : [[row.runId, row.day]])));
}

export async function ownersOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { email: string; fullName: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: subscriptions.id, email: userProfiles.email, fullName: userProfiles.fullName })
    .from(subscriptions)
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(inArray(subscriptions.id, [...ids]));
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}
