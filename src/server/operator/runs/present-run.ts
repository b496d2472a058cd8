import type { BatchReply, RunDetailReply, RunReply } from '../../../contract/operator/fulfilment.ts';
import { type Batch, lastBatch } from '../../fulfilment/print/print.ts';
import { findRun, type Run, runCode } from '../../fulfilment/runs/runs.ts';
import type { Db } from '../../platform/db/database.ts';
import { countPiecesByState, countUndispatched, lastHandOversOf } from './run-queries.ts';

/** @throws ApiError not_found */
export async function presentRunDetail(db: Db, runId: string): Promise<RunDetailReply> {
  const run = await findRun(db, runId);
  const [[presented], newest, undispatched] = await Promise.all([
    presentRuns(db, [run]),
    lastBatch(db, runId),
    countUndispatched(db, runId),
  ]);
  if (presented === undefined) throw new Error(`The run ${runId} could not be shown.`);
  return {
    run: presented,
    plan: { due: run.plan?.due ?? {}, excluded: run.plan?.excluded ?? {} },
    printed: { newest: newest && presentBatch(newest), ...undispatched },
  };
}

export async function presentRuns(db: Db, runs: readonly Run[]): Promise<RunReply[]> {
  const open = runs.filter(({ finalCounts, state }) => finalCounts === null && state !== 'planned');
  const over = runs.filter(({ state }) => state === 'handed_over');
  const [counts, days] = await Promise.all([
    countPiecesByState(
      db,
      open.map(({ id }) => id),
    ),
    lastHandOversOf(
      db,
      over.map(({ id }) => id),
    ),
  ]);
  return runs.map((run) => ({
    ...presentRun(run),
    pieces: run.finalCounts ?? counts.get(run.id) ?? {},
    handedOverOn: days.get(run.id) ?? null,
  }));
}

function presentRun(run: Run): Omit<RunReply, 'pieces' | 'handedOverOn'> {
  const { id, kind, nominalOn, handOverOn, state, plan } = run;
  return {
    id,
    code: runCode(run),
    kind,
    nominalOn,
    handOverOn,
    freezesAt: run.freezesAt.toISOString(),
    reopened: run.reopenedAt !== null,
    state,
    due: sum(Object.values(plan?.due ?? {})),
    waiting: plan?.waiting ?? 0,
  };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function presentBatch({ number, firstNumber, lastNumber, printedAt, handedOverAt }: Batch): BatchReply {
  return {
    number,
    firstNumber,
    lastNumber,
    printedAt: printedAt.toISOString(),
    handedOverAt: handedOverAt?.toISOString() ?? null,
  };
}
