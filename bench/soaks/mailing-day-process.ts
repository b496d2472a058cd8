import { and, gt, inArray, isNotNull } from 'drizzle-orm';
import { newYorkDate } from '../../src/domain/calendar-date.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { closeContext, type Context, openContext } from '../../src/server/context.ts';
import { mailingBatches, mailingRuns } from '../../src/server/fulfilment/schema.ts';
import { ApiError } from '../../src/server/platform/errors/api-error.ts';
import { recordFileHashes } from '../../src/server/fulfilment/print/files.ts';
import { handOver } from '../../src/server/fulfilment/dispatch/hand-over.ts';
import { listBatches, printRun } from '../../src/server/fulfilment/print/print.ts';
import type { Run } from '../../src/server/fulfilment/runs/runs.ts';
import { notifyDispatched } from '../../src/server/fulfilment/dispatch/notify-dispatched.ts';
import { runFulfilmentSchedule } from '../../src/server/fulfilment/schedule/timetable.ts';

// A process that does all work of one mailing day; its argument is the instant of its clock.

const now = new Date(process.argv[2] ?? '');
const ctx = await openContext({ ...readConfig(process.env), role: 'web' }, { clock: { now: () => now } });
await ctx.jobs.start();
console.log(JSON.stringify({ ready: true, url: '' }));
await runMailingDay(ctx);
await closeContext(ctx);

async function runMailingDay(ctx: Context): Promise<void> {
  await runFulfilmentSchedule(ctx);
  for (const run of await ctx.db
    .select()
    .from(mailingRuns)
    .where(inArray(mailingRuns.state, ['frozen', 'printed']))) {
    await work(ctx, run);
  }
  await notifyAll(ctx);
}

async function work(ctx: Context, { id: runId, handOverOn }: Run): Promise<void> {
  await printRun(ctx, runId, null);
  for (const { number } of await listBatches(ctx.db, runId)) await recordFileHashes(ctx, { runId, batch: number });
  if (handOverOn > newYorkDate(now)) return;
  try {
    await handOver(ctx, { runId, batch: null, on: null }, null);
  } catch (error) {
    // Another process was first.
    if (!(error instanceof ApiError && error.code === 'wrong_state')) throw error;
  }
}

async function notifyAll(ctx: Context): Promise<void> {
  const { runId, number, handedOverAt, lastNumber, notifiedThrough } = mailingBatches;
  const unnotified = await ctx.db
    .select({ runId, batch: number })
    .from(mailingBatches)
    .where(and(isNotNull(handedOverAt), gt(lastNumber, notifiedThrough)));
  for (const batch of unnotified) await notifyDispatched(ctx, batch);
}
