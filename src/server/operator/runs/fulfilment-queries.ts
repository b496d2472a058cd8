import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { attendedFrom } from '../../../domain/mailing-calendar.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  mailingBatches,
  mailingEvents,
  mailingFiles,
  mailingRuns,
  reships,
  mailingPieces,
} from '../../fulfilment/schema.ts';
import { emailOutbox } from '../../platform/outbox/schema.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import type { Batch, PrintFile } from '../../fulfilment/print/print.ts';
import type { Run } from '../../fulfilment/runs/runs.ts';
import { isOlder, ONE_TOO_MANY, type Place } from '../paging/paging.ts';

export type TroubleState = 'set_aside' | 'lost' | 'returned';

/** A piece with the run that it belongs to; what was posted before there were runs has none. */
export type PieceRow = Awaited<ReturnType<typeof listTroublePieces>>[number];

/** It has left, no later attempt lies anywhere, and none is on its way into a run. */
const MAY_GO_AGAIN = sql<boolean>`${mailingPieces.state} in ('handed_over', 'lost', 'returned')
  and not exists (
    select 1 from mailing_pieces later where later.subscription_id = ${mailingPieces.subscriptionId}
      and later.letter = ${mailingPieces.letter} and later.attempt > ${mailingPieces.attempt})
  and not exists (
    select 1 from reships r where r.subscription_id = ${mailingPieces.subscriptionId}
      and r.letter = ${mailingPieces.letter} and r.attempt = ${mailingPieces.attempt} + 1 and r.state = 'approved')`;

export function selectPieces(db: Db) {
  return db
    .select({ piece: mailingPieces, run: mailingRuns, canReship: MAY_GO_AGAIN })
    .from(mailingPieces)
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId));
}

export async function findPiece(db: Db, id: string) {
  const [row] = await selectPieces(db).where(eq(mailingPieces.id, id));
  return row ?? null;
}

/** Of all runs; what changed last comes first. */
export async function listTroublePieces(db: Db, state: TroubleState, after: Place | null) {
  return await selectPieces(db)
    .where(and(eq(mailingPieces.state, state), isOlder(mailingPieces.updatedAt, mailingPieces.id, after)))
    .orderBy(desc(mailingPieces.updatedAt), desc(mailingPieces.id))
    .limit(ONE_TOO_MANY);
}

/** In the order in which they were printed. */
export async function listBatchPage(db: Db, runId: string, after: number): Promise<Batch[]> {
  return await db
    .select()
    .from(mailingBatches)
    .where(and(eq(mailingBatches.runId, runId), gt(mailingBatches.number, after)))
    .orderBy(asc(mailingBatches.number))
    .limit(ONE_TOO_MANY);
}

export async function listFilePage(
  db: Db,
  { runId, number: batch }: Batch,
  after: string | null,
): Promise<PrintFile[]> {
  const isNext = after === null ? undefined : gt(mailingFiles.name, after);
  return await db
    .select()
    .from(mailingFiles)
    .where(and(eq(mailingFiles.runId, runId), eq(mailingFiles.batch, batch), isNext))
    .orderBy(asc(mailingFiles.name))
    .limit(ONE_TOO_MANY);
}

/** Batches that are still in the house, and how many of their files have no hash yet. */
export async function countUndispatched(db: Db, runId: string): Promise<{ undispatched: number; unhashed: number }> {
  const isFileOf = and(eq(mailingFiles.runId, mailingBatches.runId), eq(mailingFiles.batch, mailingBatches.number));
  const [row] = await db
    .select({ undispatched: countDistinct(mailingBatches.number), unhashed: count(mailingFiles.name) })
    .from(mailingBatches)
    .leftJoin(mailingFiles, and(isFileOf, isNull(mailingFiles.sha256)))
    .where(and(eq(mailingBatches.runId, runId), isNull(mailingBatches.handedOverAt)));
  return row ?? { undispatched: 0, unhashed: 0 };
}

/** Where a pile goes on: its letters lie one after the other, each in the order of its numbers. */
export interface NumberedPlace {
  readonly letter: number;
  readonly number: number;
}

export async function listNumbered(db: Db, runId: string, after: NumberedPlace) {
  return await selectPieces(db)
    .where(
      and(
        eq(mailingPieces.runId, runId),
        isNotNull(mailingPieces.number),
        sql`(${mailingPieces.letter}, ${mailingPieces.number}) > (${after.letter}, ${after.number})`,
      ),
    )
    .orderBy(asc(mailingPieces.letter), asc(mailingPieces.number))
    .limit(ONE_TOO_MANY);
}

const LETTERS = Array.from({ length: LETTERS_PER_SEASON }, (_, index) => index + 1);

/** Pieces of a run that have no number yet. Naming every letter lets the index find them among a million that have one. */
export async function listUnnumbered(db: Db, runId: string, state: 'waiting' | 'set_aside', after: string | null) {
  return await selectPieces(db)
    .where(
      and(
        eq(mailingPieces.runId, runId),
        inArray(mailingPieces.letter, LETTERS),
        isNull(mailingPieces.number),
        eq(mailingPieces.state, state),
        after === null ? undefined : gt(mailingPieces.id, after),
      ),
    )
    .orderBy(asc(mailingPieces.id))
    .limit(ONE_TOO_MANY);
}

/** Where a list of open runs goes on. */
export type PlaceAmongOpen = Pick<Run, 'handOverOn' | 'nominalOn' | 'kind'>;

/** The clock plans, and freezes what nobody has opened again, on its day; the rest is people's. */
function isTodoOn(today: CalendarDate): SQL {
  const { state, kind, nominalOn, reopenedAt } = mailingRuns;
  const isMissed = sql`${nominalOn} < case ${kind} when 'friday' then ${attendedFrom('friday', today)}::date
    else ${attendedFrom('first_letter', today)}::date end`;
  return sql`(${state} <> 'planned' or ${reopenedAt} is not null or ${isMissed})`;
}

export type WhichOpen = 'open' | 'todo' | 'coming';

/** Runs that are not with the post yet, what it takes first coming first. */
export async function listOpenRunPage(
  db: Db,
  which: WhichOpen,
  today: CalendarDate,
  after: PlaceAmongOpen | null,
): Promise<Run[]> {
  const { state, handOverOn, nominalOn, kind } = mailingRuns;
  const isTodo = isTodoOn(today);
  return await db
    .select()
    .from(mailingRuns)
    .where(
      and(
        ne(state, 'handed_over'),
        which === 'open' ? undefined : which === 'todo' ? isTodo : not(isTodo),
        after === null
          ? undefined
          : sql`(${handOverOn}, ${nominalOn}, ${kind}) > (${after.handOverOn}::date, ${after.nominalOn}::date, ${after.kind})`,
      ),
    )
    .orderBy(asc(handOverOn), asc(nominalOn), asc(kind))
    .limit(ONE_TOO_MANY);
}

/** Newest first. `after`: nominal day and kind of the last one seen. */
export async function listRunPage(db: Db, after: { day: string; kind: string } | null) {
  return await db
    .select()
    .from(mailingRuns)
    .where(
      after ? sql`(${mailingRuns.nominalOn}, ${mailingRuns.kind}) < (${after.day}::date, ${after.kind})` : undefined,
    )
    .orderBy(desc(mailingRuns.nominalOn), desc(mailingRuns.kind))
    .limit(ONE_TOO_MANY);
}

export type ReshipRow = Awaited<ReturnType<typeof listAskedReshipPage>>[number];

function selectReships(db: Db) {
  return db
    .select({
      reship: reships,
      recipient: sql<string>`coalesce((select p.address ->> 'fullName' from ${mailingPieces} p
        where p.subscription_id = reships.subscription_id and p.letter = reships.letter
        order by p.attempt desc limit 1), '')`,
    })
    .from(reships);
}

export async function listAskedReshipPage(db: Db, after: Place | null) {
  return await selectReships(db)
    .where(
      and(
        eq(reships.state, 'asked'),
        after === null
          ? undefined
          : sql`(${reships.askedAt}, ${reships.id}) > (${after.at.toISOString()}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(reships.askedAt), asc(reships.id))
    .limit(ONE_TOO_MANY);
}

export async function findReship(db: Db, id: string): Promise<ReshipRow | null> {
  const [row] = await selectReships(db).where(eq(reships.id, id));
  return row ?? null;
}

export const IS_OVERDUE = eq(subscriptions.status, 'past_due');
/** Their payment is disputed, and nothing has ended them. */
export const IS_HELD = and(
  isNotNull(subscriptions.disputeHeldAt),
  inArray(subscriptions.status, ['active', 'past_due']),
);

/** How much of everything waits for somebody to look at it; `since` bounds what the post has lost. */
export async function countWaiting(db: Db, since: Date) {
  const pieces = async (state: TroubleState, from?: SQL) =>
    await db.$count(mailingPieces, and(eq(mailingPieces.state, state), from));
  const recent = gte(mailingPieces.updatedAt, since);
  const [setAside, lost, returned, reshipsAsked, emailsFailed, pastDue, disputed] = await Promise.all([
    pieces('set_aside'),
    pieces('lost', recent),
    pieces('returned', recent),
    db.$count(reships, eq(reships.state, 'asked')),
    db.$count(emailOutbox, and(eq(emailOutbox.status, 'failed'), gte(emailOutbox.createdAt, since))),
    db.$count(subscriptions, IS_OVERDUE),
    db.$count(subscriptions, IS_HELD),
  ]);
  return { setAside, lost, returned, reshipsAsked, emailsFailed, pastDue, disputed };
}

/** Pieces by run and state, of runs that are still open. */
export async function countPiecesOf(db: Db, runIds: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>(runIds.map((id) => [id, {}]));
  if (runIds.length === 0) return counts;
  const rows = await db
    .select({ runId: mailingPieces.runId, state: mailingPieces.state, pieces: count() })
    .from(mailingPieces)
    .where(inArray(mailingPieces.runId, [...runIds]))
    .groupBy(mailingPieces.runId, mailingPieces.state);
  for (const { runId, state, pieces } of rows) {
    const ofRun = runId === null ? undefined : counts.get(runId);
    if (ofRun) ofRun[state] = pieces;
  }
  return counts;
}

/** The day on which the post took the last batch of each run, as operators said it. */
export async function lastHandOversOf(db: Db, runIds: readonly string[]): Promise<Map<string, string>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .select({ runId: mailingEvents.runId, day: sql<string | null>`max(${mailingEvents.detail} ->> 'on')` })
    .from(mailingEvents)
    .where(and(inArray(mailingEvents.runId, [...runIds]), eq(mailingEvents.event, 'batch_handed_over')))
    .groupBy(mailingEvents.runId);
  return new Map(rows.flatMap(({ runId, day }) => (runId === null || day === null ? [] : [[runId, day]])));
}

/** What happened to the run as a whole, newest first. */
export async function listEventsOfRun(db: Db, runId: string, after: number | null) {
  return await listEvents(db, after, eq(mailingEvents.runId, runId), isNull(mailingEvents.subscriptionId));
}

/** What happened to the letters of a subscription, newest first. */
export async function listEventsOfSubscription(db: Db, subscriptionId: string, after: number | null) {
  return await listEvents(db, after, eq(mailingEvents.subscriptionId, subscriptionId));
}

async function listEvents(db: Db, after: number | null, ...which: SQL[]) {
  return await db
    .select()
    .from(mailingEvents)
    .where(and(...which, after === null ? undefined : lt(mailingEvents.id, after)))
    .orderBy(desc(mailingEvents.id))
    .limit(ONE_TOO_MANY);
}

/** What the people of these ids are called. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: userProfiles.id, email: userProfiles.email })
    .from(userProfiles)
    .where(inArray(userProfiles.id, [...ids]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}
