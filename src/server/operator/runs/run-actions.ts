import { type CalendarDate, dayOfWeek, formatDate, newYorkDate, WEEKDAY } from '../../../domain/calendar-date.ts';
import { holidayName, isPostOpen, postDayFrom } from '../../../domain/holidays.ts';
import type { EnvelopeReply, freezeRunNow, RunDetailReply } from '../../../contract/operator/fulfilment.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { endOf, handOver } from '../../fulfilment/hand-over/hand-over.ts';
import { freezeRun, undoFreeze } from '../../fulfilment/freeze.ts';
import { listRecalledPieces, type RecalledPiece } from '../../fulfilment/pieces/open-pieces.ts';
import { planRun } from '../../fulfilment/planning/plan.ts';
import { pieceCode } from '../../fulfilment/pieces/pieces.ts';
import { printRun, undoPrint } from '../../fulfilment/print/print.ts';
import { findRun, type Run } from '../../fulfilment/runs/runs.ts';
import { planMailing } from '../../fulfilment/timetable.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loadHolidayOverrides } from '../../platform/holidays.ts';
import type { OperatorAct } from '../../platform/operator-log.ts';
import { existingDay } from '../calendar.ts';
import type { OperatorCall, OperatorHandlers } from '../calls/operator-call.ts';
import { decodeNumber, QUERY_LIMIT, pageOf } from '../calls/paging.ts';
import { presentRunDetail } from './present-run.ts';
import { countNotHandedOver } from './run-queries.ts';

export const runActionHandlers = {
  async openRunAhead({ ctx, body: { kind, nominalOn }, act }) {
    const { id } = await planMailing(ctx, { kind, nominalOn: existingDay(nominalOn, 'nominalOn') }, act);
    return { id };
  },

  planRunNow: (call) => changeRun(call, planRun),
  freezeRunNow: (call) => changeRun(call, freezeRun),
  reopenRun: (call) => changeRun(call, undoFreeze),
  printRunNow: (call) => changeRun(call, printRun),

  async undoPrintNow({ ctx, params: { id }, body: { batch }, act }) {
    await undoPrint(ctx, id, act, batch);
    return await presentRunDetail(ctx, id);
  },

  async listEnvelopesToPull({ ctx: { db, clock }, params: { id }, query }) {
    const run = await findRun(db, id);
    const batch = query.batch === undefined ? null : Number(query.batch);
    const until = endOf(query.on === undefined ? newYorkDate(clock.now()) : existingDay(query.on, 'on'));
    const after = decodeNumber(query.after, 999_999_999) ?? 0;
    return pageOf(
      await listRecalledPieces(db, run.id, { batch, until, after, limit: QUERY_LIMIT }),
      (envelope) => presentEnvelope(run, envelope),
      ({ number }) => String(number),
    );
  },

  async handOverRun({ ctx, params: { id }, body: { batch, newest, on }, act }) {
    const order = { runId: id, batch, newest, on: on === null ? null : existingDay(on, 'on') };
    await refuseClosedPost(ctx, id, order.on ?? newYorkDate(ctx.clock.now()));
    const { run, pieces, pull } = await handOver(ctx, order, act);
    return {
      detail: await presentRunDetail(ctx, id),
      pieces,
      pull: pull.map((envelope) => presentEnvelope(run, envelope)),
    };
  },
} satisfies Partial<OperatorHandlers>;

/** A run without printed letters can be closed on any day. */
async function refuseClosedPost({ db }: CommerceContext, runId: string, on: CalendarDate): Promise<void> {
  const overrides = await loadHolidayOverrides(db);
  if (isPostOpen(on, overrides) || (await countNotHandedOver(db, runId)).undispatched === 0) return;
  const next = postDayFrom(on, 1, overrides);
  const why = dayOfWeek(on) === WEEKDAY.sunday ? 'a Sunday' : (holidayName(on) ?? 'as the calendar says');
  const message = `The post is closed on ${formatDate(on)}, ${why}. It takes letters again on ${formatDate(next)}.`;
  throw new ApiError('validation_failed', message, { on: message });
}

async function changeRun(
  { ctx, params: { id }, act }: OperatorCall<typeof freezeRunNow>,
  change: (ctx: CommerceContext, runId: string, actor: OperatorAct) => Promise<unknown>,
): Promise<RunDetailReply> {
  await change(ctx, id, act);
  return await presentRunDetail(ctx, id);
}

function presentEnvelope(run: Run, { letter, number }: RecalledPiece): EnvelopeReply {
  return { letter, code: pieceCode(run, { letter, number }) };
}
