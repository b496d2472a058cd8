import type { QueryOf, ReplyOf } from '../../contract/endpoint.ts';
import type {
  freezeRunNow,
  getRun,
  getToday,
  handOverRun,
  HandOverReply,
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
} from '../../contract/operator/post.ts';
import { isCalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { SignedInCall } from '../http/serve.ts';
import { freezeRun } from '../mailing/freeze.ts';
import { handOver } from '../mailing/hand-over.ts';
import { planRun } from '../mailing/plan.ts';
import { pieceCode } from '../mailing/print/print-job.ts';
import { printRun, undoPrint } from '../mailing/print.ts';
import { undoFreeze } from '../mailing/reopen.ts';
import { findRun, listOpenRuns } from '../mailing/runs.ts';
import { planMailing } from '../mailing/timetable.ts';
import { actOf } from './act.ts';
import { existingDay } from './days.ts';
import type { OperatorAct } from './log.ts';
import { eventIn, notAPlace, type Page, pageOf, UUID } from './paging.ts';
import {
  countWaiting,
  listEventsOfRun,
  listPile,
  listRunPage,
  listUnnumbered,
  type PieceRow,
  type PlaceInPile,
} from './post-queries.ts';
import { pageOfEvents, presentPiece, presentRunDetail, presentRuns } from './present-post.ts';

const DAY_MS = 86_400_000;
/** What was lost longer ago is history. */
const TROUBLE_DAYS = 30;

export async function handleGetToday({ ctx }: SignedInCall<typeof getToday>): Promise<TodayReply> {
  return await readToday(ctx);
}

export async function readToday({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<TodayReply> {
  const now = clock.now();
  const [runs, waiting] = await Promise.all([
    listOpenRuns(db).then((open) => presentRuns(db, open)),
    countWaiting(db, new Date(now.getTime() - TROUBLE_DAYS * DAY_MS)),
  ]);
  return { today: newYorkDate(now), runs, waiting };
}

export async function handleListRuns({ ctx, query }: SignedInCall<typeof listRuns>): Promise<ReplyOf<typeof listRuns>> {
  return await pageOfRuns(ctx.db, query.after);
}

export async function pageOfRuns(db: Db, after?: string): Promise<ReplyOf<typeof listRuns>> {
  const rows = await listRunPage(db, runPlaceIn(after));
  const page = pageOf(
    rows,
    (run) => run,
    ({ nominalOn, kind }) => `${nominalOn}_${kind}`,
  );
  return { ...page, items: await presentRuns(db, page.items) };
}

function runPlaceIn(cursor: string | undefined): { day: string; kind: string } | null {
  if (cursor === undefined) return null;
  const [, day = '', kind = ''] = /^(2.{9})_(friday|first_letter)$/.exec(cursor) ?? [];
  if (!isCalendarDate(day)) throw notAPlace();
  return { day, kind };
}

export async function handleGetRun({ ctx, params }: SignedInCall<typeof getRun>): Promise<RunDetailReply> {
  return await presentRunDetail(ctx.db, params.id);
}

export async function handleListRunPieces({
  ctx,
  params,
  query: { which, after },
}: SignedInCall<typeof listRunPieces>): Promise<ReplyOf<typeof listRunPieces>> {
  const { id } = await findRun(ctx.db, params.id);
  return await pageOfPile(ctx.db, id, which, after);
}

export type WhichPieces = QueryOf<typeof listRunPieces>['which'];

export async function pageOfPile(db: Db, runId: string, which: WhichPieces, after?: string): Promise<Page<PieceReply>> {
  if (which !== 'pile') {
    const rows = await listUnnumbered(db, runId, which, after === undefined ? null : pieceIdIn(after));
    return pageOf(rows, presentPiece, ({ piece }) => piece.id);
  }
  return pageOf(await listPile(db, runId, pilePlaceIn(after)), presentPiece, pilePlaceOf);
}

function pilePlaceOf({ piece: { letter, number } }: PieceRow): string {
  return `${letter}_${number ?? 0}`;
}

function pilePlaceIn(cursor: string | undefined): PlaceInPile {
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
}: SignedInCall<typeof listRunEvents>): Promise<ReplyOf<typeof listRunEvents>> {
  const { id } = await findRun(db, params.id);
  return await pageOfEvents(db, await listEventsOfRun(db, id, eventIn(query.after)));
}

export async function handleOpenRun({
  ctx,
  person,
  body: { kind, nominalOn },
}: SignedInCall<typeof openRunAhead>): Promise<ReplyOf<typeof openRunAhead>> {
  const { id } = await planMailing(ctx, { kind, nominalOn: existingDay(nominalOn, 'nominalOn') }, actOf(person));
  return { id };
}

type RunCall = SignedInCall<typeof freezeRunNow>;

export const handlePlanRun = (call: SignedInCall<typeof planRunNow>) => attend(call, planRun);
export const handleFreezeRun = (call: RunCall) => attend(call, freezeRun);
export const handleReopenRun = (call: SignedInCall<typeof reopenRun>) => attend(call, undoFreeze);
export const handlePrintRun = (call: SignedInCall<typeof printRunNow>) => attend(call, printRun);

export async function handleUndoPrint({
  ctx,
  params: { id },
  person,
  body,
}: SignedInCall<typeof undoPrintNow>): Promise<RunDetailReply> {
  await undoPrint(ctx, id, actOf(person), body.batch);
  return await presentRunDetail(ctx.db, id);
}

/** The post writes down itself, in the transaction of the work, which operator did it. */
async function attend(
  { ctx, params: { id }, person }: RunCall,
  work: (ctx: Context, runId: string, actor: OperatorAct) => Promise<unknown>,
): Promise<RunDetailReply> {
  await work(ctx, id, actOf(person));
  return await presentRunDetail(ctx.db, id);
}

export async function handleHandOver({
  ctx,
  params: { id },
  person,
  body,
}: SignedInCall<typeof handOverRun>): Promise<HandOverReply> {
  const order = {
    runId: id,
    batch: body.batch,
    newest: body.newest,
    on: body.on === null ? null : existingDay(body.on, 'on'),
  };
  const { run, pieces, pull } = await handOver(ctx, order, actOf(person));
  return {
    detail: await presentRunDetail(ctx.db, id),
    pieces,
    pull: pull.map(({ letter, number }) => ({ letter, code: pieceCode(run, { letter, number }) })),
  };
}
