import type { QueryOf, ReplyOf } from '../../../contract/endpoint.ts';
import type {
  BatchReply,
  FileReply,
  freezeRunNow,
  getRun,
  getToday,
  EnvelopeReply,
  handOverRun,
  HandOverReply,
  listBatchFiles,
  listEnvelopesToPull,
  listRunBatches,
  listRunEvents,
  listRunPieces,
  listRuns,
  openRunAhead,
  PieceReply,
  planRunNow,
  printRunNow,
  reopenRun,
  RunDetailReply,
  TodayReply,
  undoPrintNow,
} from '../../../contract/operator/fulfilment.ts';
import { type CalendarDate, isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { freezeRun } from '../../fulfilment/freeze/freeze.ts';
import { endOf, handOver } from '../../fulfilment/dispatch/hand-over.ts';
import { type RecalledPiece, listRecalledPieces } from '../../fulfilment/pieces/open-pieces.ts';
import { planRun } from '../../fulfilment/planning/plan.ts';
import { pieceCode } from '../../fulfilment/print/print-job.ts';
import { findBatch, printRun, undoPrint } from '../../fulfilment/print/print.ts';
import { undoFreeze } from '../../fulfilment/freeze/reopen.ts';
import { findRun, type Run, type RunKind } from '../../fulfilment/runs/runs.ts';
import { planMailing } from '../../fulfilment/schedule/timetable.ts';
import { actOf } from '../paging/act.ts';
import { existingDay } from '../calendar/days.ts';
import type { OperatorAct } from '../../platform/audit-log/operator-log.ts';
import { UUID } from '../../../contract/fields.ts';
import { batchAt, eventIn, notAPlace, ONE_TOO_MANY, type Page, pageOf } from '../paging/paging.ts';
import {
  countWaiting,
  listBatchPage,
  listEventsOfRun,
  listFilePage,
  listOpenRunPage,
  listNumbered,
  listRunPage,
  listUnnumbered,
  type PieceRow,
  type PlaceAmongOpen,
  type NumberedPlace,
} from './fulfilment-queries.ts';
import {
  pageOfEvents,
  presentBatch,
  presentFile,
  presentPiece,
  presentRunDetail,
  presentRunPage,
} from './present-fulfilment.ts';

const DAY_MS = 86_400_000;
/** What was lost longer ago is history. */
const TROUBLE_DAYS = 30;

export async function handleGetToday({ ctx }: CommerceCall<typeof getToday>): Promise<TodayReply> {
  return await readToday(ctx);
}

export async function readToday({ db, clock }: Pick<CommerceContext, 'db' | 'clock'>): Promise<TodayReply> {
  const now = clock.now();
  const waiting = await countWaiting(db, new Date(now.getTime() - TROUBLE_DAYS * DAY_MS));
  return { today: newYorkDate(now), waiting };
}

export async function handleListRuns({
  ctx,
  query: { which, after },
}: CommerceCall<typeof listRuns>): Promise<ReplyOf<typeof listRuns>> {
  return await presentRunPage(ctx.db, await pageOfRuns(ctx, which, after));
}

type WhichRuns = QueryOf<typeof listRuns>['which'];

/** Newest first; of those that are not with the post yet, what it takes first comes first. */
export async function pageOfRuns(
  { db, clock }: Pick<CommerceContext, 'db' | 'clock'>,
  which: WhichRuns,
  after?: string,
): Promise<Page<Run>> {
  if (which === 'all') return pageOf(await listRunPage(db, runPlaceIn(after)), itself, runPlaceOf);
  const placeOf = (run: Run) => `${run.handOverOn}_${runPlaceOf(run)}`;
  return pageOf(await listOpenRunPage(db, which, newYorkDate(clock.now()), openRunPlaceIn(after)), itself, placeOf);
}

const itself = (run: Run): Run => run;

function runPlaceOf({ nominalOn, kind }: Run): string {
  return `${nominalOn}_${kind}`;
}

function runPlaceIn(cursor: string | undefined): { day: CalendarDate; kind: RunKind } | null {
  if (cursor === undefined) return null;
  const [, day = '', kind] = /^(2.{9})_(friday|first_letter)$/.exec(cursor) ?? [];
  if (!isCalendarDate(day)) throw notAPlace();
  return { day, kind: kind as RunKind };
}

function openRunPlaceIn(cursor: string | undefined): PlaceAmongOpen | null {
  if (cursor === undefined) return null;
  const [, handOverOn = '', rest = ''] = /^(2.{9})_(.+)$/.exec(cursor) ?? [];
  const place = runPlaceIn(rest);
  if (!isCalendarDate(handOverOn) || place === null) throw notAPlace();
  return { handOverOn, nominalOn: place.day, kind: place.kind };
}

export async function handleGetRun({ ctx, params }: CommerceCall<typeof getRun>): Promise<RunDetailReply> {
  return await presentRunDetail(ctx.db, params.id);
}

export async function handleListRunBatches({
  ctx: { db },
  params,
  query: { after },
}: CommerceCall<typeof listRunBatches>): Promise<ReplyOf<typeof listRunBatches>> {
  const { id } = await findRun(db, params.id);
  return await pageOfBatches(db, id, after);
}

/** What was printed of a run, in that order. */
export async function pageOfBatches(db: Db, runId: string, after?: string): Promise<Page<BatchReply>> {
  const rows = await listBatchPage(db, runId, batchAt(after));
  return pageOf(rows, presentBatch, ({ number }) => String(number));
}

export async function handleListBatchFiles({
  ctx: { db },
  params: { id, batch },
  query: { after },
}: CommerceCall<typeof listBatchFiles>): Promise<ReplyOf<typeof listBatchFiles>> {
  return await pageOfFiles(db, { runId: id, batch: Number(batch) }, after);
}

/**
 * The files of a batch, by name.
 * @throws ApiError not_found, validation_failed
 */
export async function pageOfFiles(
  db: Db,
  { runId, batch: number }: { readonly runId: string; readonly batch: number },
  after?: string,
): Promise<Page<FileReply>> {
  const batch = await findBatch(db, runId, number);
  const rows = await listFilePage(db, batch, after === undefined ? null : fileNameIn(after));
  return pageOf(rows, presentFile, ({ name }) => name);
}

function fileNameIn(cursor: string): string {
  if (!/^[\w.-]{1,100}$/.test(cursor)) throw notAPlace();
  return cursor;
}

export async function handleListRunPieces({
  ctx,
  params,
  query: { which, after },
}: CommerceCall<typeof listRunPieces>): Promise<ReplyOf<typeof listRunPieces>> {
  const { id } = await findRun(ctx.db, params.id);
  return await pageOfNumbered(ctx.db, id, which, after);
}

export type WhichPieces = QueryOf<typeof listRunPieces>['which'];

export async function pageOfNumbered(
  db: Db,
  runId: string,
  which: WhichPieces,
  after?: string,
): Promise<Page<PieceReply>> {
  if (which !== 'pile') {
    const rows = await listUnnumbered(db, runId, which, after === undefined ? null : pieceIdIn(after));
    return pageOf(rows, presentPiece, ({ piece }) => piece.id);
  }
  return pageOf(await listNumbered(db, runId, numberedPlaceIn(after)), presentPiece, numberedPlaceOf);
}

function numberedPlaceOf({ piece: { letter, number } }: PieceRow): string {
  return `${letter}_${number ?? 0}`;
}

function numberedPlaceIn(cursor: string | undefined): NumberedPlace {
  if (cursor === undefined) return { letter: 0, number: 0 };
  const [, letter, number] = /^(\d{1,2})_(\d{1,9})$/.exec(cursor) ?? [];
  if (letter === undefined || number === undefined) throw notAPlace();
  return { letter: Number(letter), number: Number(number) };
}

function pieceIdIn(cursor: string): string {
  if (!UUID.test(cursor)) throw notAPlace();
  return cursor;
}

export async function handleListRunEvents({
  ctx: { db },
  params,
  query,
}: CommerceCall<typeof listRunEvents>): Promise<ReplyOf<typeof listRunEvents>> {
  const { id } = await findRun(db, params.id);
  return await pageOfEvents(db, await listEventsOfRun(db, id, eventIn(query.after)));
}

export async function handleOpenRun({
  ctx,
  user,
  body: { kind, nominalOn },
}: CommerceCall<typeof openRunAhead>): Promise<ReplyOf<typeof openRunAhead>> {
  const { id } = await planMailing(ctx, { kind, nominalOn: existingDay(nominalOn, 'nominalOn') }, actOf(user));
  return { id };
}

type RunCall = CommerceCall<typeof freezeRunNow>;

export const handlePlanRun = (call: CommerceCall<typeof planRunNow>) => attend(call, planRun);
export const handleFreezeRun = (call: RunCall) => attend(call, freezeRun);
export const handleReopenRun = (call: CommerceCall<typeof reopenRun>) => attend(call, undoFreeze);
export const handlePrintRun = (call: CommerceCall<typeof printRunNow>) => attend(call, printRun);

export async function handleUndoPrint({
  ctx,
  params: { id },
  user,
  body,
}: CommerceCall<typeof undoPrintNow>): Promise<RunDetailReply> {
  await undoPrint(ctx, id, actOf(user), body.batch);
  return await presentRunDetail(ctx.db, id);
}

/** The post writes down itself, in the transaction of the work, which operator did it. */
async function attend(
  { ctx, params: { id }, user }: RunCall,
  work: (ctx: CommerceContext, runId: string, actor: OperatorAct) => Promise<unknown>,
): Promise<RunDetailReply> {
  await work(ctx, id, actOf(user));
  return await presentRunDetail(ctx.db, id);
}

export async function handleListEnvelopesToPull({
  ctx,
  params: { id },
  query: { batch, on, after },
}: CommerceCall<typeof listEnvelopesToPull>): Promise<ReplyOf<typeof listEnvelopesToPull>> {
  const run = await findRun(ctx.db, id);
  return await pageOfEnvelopesToPull(ctx, run, {
    batch: batch === undefined ? null : Number(batch),
    on: on === undefined ? null : existingDay(on, 'on'),
    after,
  });
}

/** What a hand-over would take out of the pile if the post took it on that day: today unless given. */
export async function pageOfEnvelopesToPull(
  { db, clock }: Pick<CommerceContext, 'db' | 'clock'>,
  run: Run,
  { batch, on, after }: { batch: number | null; on: CalendarDate | null; after: string | undefined },
): Promise<Page<EnvelopeReply>> {
  const until = endOf(on ?? newYorkDate(clock.now()));
  const rows = await listRecalledPieces(db, run.id, { batch, until, after: numberIn(after), limit: ONE_TOO_MANY });
  return pageOf(
    rows,
    (envelope) => presentEnvelope(run, envelope),
    ({ number }) => String(number),
  );
}

function numberIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw notAPlace();
  return Number(cursor);
}

function presentEnvelope(run: Run, { letter, number }: RecalledPiece): EnvelopeReply {
  return { letter, code: pieceCode(run, { letter, number }) };
}

export async function handleHandOver({
  ctx,
  params: { id },
  user,
  body,
}: CommerceCall<typeof handOverRun>): Promise<HandOverReply> {
  const order = {
    runId: id,
    batch: body.batch,
    newest: body.newest,
    on: body.on === null ? null : existingDay(body.on, 'on'),
  };
  const { run, pieces, pull } = await handOver(ctx, order, actOf(user));
  return {
    detail: await presentRunDetail(ctx.db, id),
    pieces,
    pull: pull.map((envelope) => presentEnvelope(run, envelope)),
  };
}
