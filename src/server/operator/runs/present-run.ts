import type { BatchReply, RunDetailReply, RunReply } from '../../../contract/operator/fulfilment.ts';
import { batchReply, runReply } from '../../../contract/operator/replies.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { postDayFrom } from '../../../domain/holidays.ts';
import { countOpenPieces } from '../../fulfilment/pieces/to-print.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { type Batch, lastBatch } from '../../fulfilment/print/print.ts';
import { findRun, type Run, runCode } from '../../fulfilment/runs/runs.ts';
import type { Db } from '../../platform/db/database.ts';
import { loadHolidayOverrides } from '../../platform/holidays.ts';
import { present } from '../../platform/http/present.ts';
import { countNotHandedOver, lastHandOversOf } from './run-queries.ts';

/** @throws ApiError not_found */
export async function presentRunDetail({ db, clock }: CommerceContext, runId: string): Promise<RunDetailReply> {
  const run = await findRun(db, runId);
  const [[presented], newest, undispatched, overrides] = await Promise.all([
    presentRuns(db, [run]),
    lastBatch(db, runId),
    countNotHandedOver(db, runId),
    loadHolidayOverrides(db),
  ]);
  if (presented === undefined) throw new Error(`The run ${runId} could not be shown.`);
  const postDay = postDayFrom(newYorkDate(clock.now()), -1, overrides);
  return {
    run: presented,
    plan: { at: run.plannedAt?.toISOString() ?? null, due: run.plan?.due ?? {}, excluded: run.plan?.excluded ?? {} },
    printed: { newest: newest && presentBatch(newest), ...undispatched, postDay },
  };
}

export async function presentRuns(db: Db, runs: readonly Run[]): Promise<RunReply[]> {
  const open = runs.filter(({ finalCounts, state }) => finalCounts === null && state !== 'planned');
  const over = runs.filter(({ state }) => state === 'handed_over');
  const [counts, days] = await Promise.all([
    countOpenPieces(db, open),
    lastHandOversOf(
      db,
      over.map(({ id }) => id),
    ),
  ]);
  return runs.map((run) => {
    const { pieces = run.finalCounts ?? {}, toPrint = 0 } = counts.get(run.id) ?? {};
    return present(runReply, {
      ...run,
      code: runCode(run),
      reopened: run.reopenedAt !== null,
      due: sum(Object.values(run.plan?.due ?? {})),
      waiting: (run.state === 'planned' ? run.plan?.waiting : pieces['waiting']) ?? 0,
      pieces,
      toPrint,
      handedOverOn: days.get(run.id) ?? null,
    });
  });
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function presentBatch(batch: Batch): BatchReply {
  return present(batchReply, batch);
}
