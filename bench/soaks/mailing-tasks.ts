import { and, eq, isNull } from 'drizzle-orm';
import { sum } from '../statistics.ts';
import type { Context } from '../../src/server/context.ts';
import { mailingFiles } from '../../src/server/fulfilment/schema.ts';
import { fingerprint } from '../../src/server/fulfilment/print/files.ts';
import { handOver } from '../../src/server/fulfilment/hand-over/hand-over.ts';
import { planRun } from '../../src/server/fulfilment/planning/plan.ts';
import { listFiles, type PrintFile, printRun, undoPrint } from '../../src/server/fulfilment/print/print.ts';
import { freezeRun, undoFreeze } from '../../src/server/fulfilment/freeze.ts';
import { findRun } from '../../src/server/fulfilment/runs/runs.ts';
import { notifyHandedOver } from '../../src/server/fulfilment/hand-over/notify-handed-over.ts';

const TASKS = {
  nothing: async () => {},
  plan: ({ ctx, runId }) => planRun(ctx, runId, null),
  freeze: ({ ctx, runId }) => freezeRun(ctx, runId, null),
  undo_freeze: ({ ctx, runId }) => undoFreeze(ctx, runId, null),
  print: ({ ctx, runId }) => printRun(ctx, runId, null),
  undo_print: ({ ctx, runId }) => undoPrint(ctx, runId, null),
  labels: (call) => drawSome(call, 'labels'),
  envelopes: (call) => drawSome(call, 'envelopes'),
  packing_sheet: (call) => drawSome(call, 'packing_sheet'),
  manifest: (call) => drawSome(call, 'manifest'),
  record_hashes: recordHashes,
  hand_over: ({ ctx, runId }) => handOver(ctx, { runId, batch: null, on: null }, null),
  notify: ({ ctx, runId, notifyForMs }) =>
    Promise.race([notifyHandedOver(ctx, { runId, batch: 1 }), new Promise((done) => setTimeout(done, notifyForMs))]),
} as const satisfies Record<string, (call: Call) => Promise<unknown>>;

export type Task = keyof typeof TASKS;

export interface Call {
  readonly ctx: Context;
  readonly runId: string;
  /** The most files of a kind that are drawn. */
  readonly files: number;
  /** Sending emails stops after so many milliseconds. */
  readonly notifyForMs: number;
}

export interface Report {
  readonly task: Task;
  readonly seconds: number;
  /** Megabytes of resident memory. */
  readonly peak: number;
  readonly drawn: Drawn | null;
}

interface Drawn {
  readonly files: number;
  readonly pieces: number;
  readonly bytes: number;
  readonly peaks: readonly number[];
}

export async function perform(task: Task, call: Call): Promise<Report> {
  const began = performance.now();
  const result = await TASKS[task](call);
  const seconds = (performance.now() - began) / 1_000;
  return { task, seconds, peak: peak(), drawn: isDrawn(result) ? result : null };
}

/** In megabytes. */
function peak(): number {
  return process.resourceUsage().maxRSS / 2 ** 10;
}

async function drawSome({ ctx: { db }, runId, files: most }: Call, kind: PrintFile['kind']): Promise<Drawn> {
  const run = await findRun(db, runId);
  const files = spread(
    (await listFiles(db, runId)).filter((file) => file.kind === kind),
    most,
  );
  const peaks: number[] = [];
  let bytes = 0;
  for (const file of files) {
    bytes += (await fingerprint(db, run, file)).bytes;
    peaks.push(Math.round(peak()));
  }
  return { files: files.length, pieces: sum(files.map(({ pieces }) => pieces)), bytes, peaks };
}

/** Skips drawing, which takes an hour. */
async function recordHashes({ ctx: { db }, runId }: Call): Promise<void> {
  const untaken = and(eq(mailingFiles.runId, runId), isNull(mailingFiles.sha256));
  await db
    .update(mailingFiles)
    .set({ sha256: '0'.repeat(64), bytes: 0 })
    .where(untaken);
}

function isDrawn(result: unknown): result is Drawn {
  return typeof result === 'object' && result !== null && 'peaks' in result;
}

function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from(
    { length: most },
    (_, index) => all[Math.round((index * (all.length - 1)) / Math.max(1, most - 1))] as T,
  );
}
