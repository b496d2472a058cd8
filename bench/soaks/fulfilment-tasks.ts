import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../src/server/context.ts';
import { mailingFiles } from '../../src/server/fulfilment/schema.ts';
import { fingerprint } from '../../src/server/fulfilment/print/files.ts';
import { handOver } from '../../src/server/fulfilment/dispatch/hand-over.ts';
import { planRun } from '../../src/server/fulfilment/planning/plan.ts';
import { listFiles, type PrintFile, printRun, undoPrint } from '../../src/server/fulfilment/print/print.ts';
import { freezeRun, undoFreeze } from '../../src/server/fulfilment/freeze/freeze.ts';
import { findRun } from '../../src/server/fulfilment/runs/runs.ts';
import { notifyDispatched } from '../../src/server/fulfilment/dispatch/notify-dispatched.ts';

/** What a batch of one run asks of whoever does the work. */
const TASKS = {
  /** What any process takes that only opens the house. */
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
    Promise.race([notifyDispatched(ctx, { runId, batch: 1 }), new Promise((done) => setTimeout(done, notifyForMs))]),
} as const satisfies Record<string, (call: Call) => Promise<unknown>>;

export type Task = keyof typeof TASKS;

export interface Call {
  readonly ctx: Context;
  readonly runId: string;
  /** Of a kind of file, at most so many are drawn, spread over the run. */
  readonly files: number;
  /** A mail for each of a million letters takes hours: after so many milliseconds it is left. */
  readonly notifyForMs: number;
}

export interface Report {
  readonly task: Task;
  readonly seconds: number;
  /** Megabytes: the most the process ever held, and what it still used after its garbage was collected. */
  readonly peak: number;
  readonly used: number;
  /** Of a kind of file: what was drawn, and the highest memory after each. */
  readonly drawn: Drawn | null;
}

interface Drawn {
  readonly files: number;
  readonly pieces: number;
  readonly bytes: number;
  readonly peaks: readonly number[];
}

/** Does it, and says what it took. */
export async function perform(task: Task, call: Call): Promise<Report> {
  const began = performance.now();
  const result = await TASKS[task](call);
  const seconds = (performance.now() - began) / 1_000;
  globalThis.gc?.();
  const used = process.memoryUsage().heapUsed / 2 ** 20;
  return { task, seconds, peak: peak(), used, drawn: isDrawn(result) ? result : null };
}

/** The system counts in kilobytes. */
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
  return { files: files.length, pieces: files.reduce((sum, { pieces }) => sum + pieces, 0), bytes, peaks };
}

/** Nothing leaves the house before the hash of each file is known; to draw all two hundred takes an hour. */
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

/** `most` of them, the first and the last included. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from(
    { length: most },
    (_, index) => all[Math.round((index * (all.length - 1)) / Math.max(1, most - 1))] as T,
  );
}
