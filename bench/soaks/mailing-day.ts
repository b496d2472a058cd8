import { inArray } from 'drizzle-orm';
import { newYorkDate } from '../../src/domain/calendar-date.ts';
import type { Context } from '../../src/server/context.ts';
import { handOver } from '../../src/server/fulfilment/hand-over/hand-over.ts';
import { recordFileHashes } from '../../src/server/fulfilment/print/files.ts';
import { listBatches, printRun } from '../../src/server/fulfilment/print/print.ts';
import type { Run } from '../../src/server/fulfilment/runs/runs.ts';
import { mailingRuns } from '../../src/server/fulfilment/schema.ts';
import { runFulfilmentSchedule } from '../../src/server/fulfilment/timetable.ts';
import { ApiError } from '../../src/server/platform/api-error.ts';

/** Plans, freezes, prints and hands over what is due by the context's clock; a repetition continues where it stopped. */
export async function workMailingDay(ctx: Context): Promise<void> {
  await runFulfilmentSchedule(ctx);
  const ready = inArray(mailingRuns.state, ['frozen', 'printed']);
  for (const run of await ctx.db.select().from(mailingRuns).where(ready)) await work(ctx, run);
}

async function work(ctx: Context, { id: runId, handOverOn }: Run): Promise<void> {
  await printRun(ctx, runId, null);
  for (const { number } of await listBatches(ctx.db, runId)) await recordFileHashes(ctx, { runId, batch: number });
  if (handOverOn > newYorkDate(ctx.clock.now())) return;
  try {
    await handOver(ctx, { runId, batch: null, on: null }, null);
  } catch (error) {
    // Another process was first.
    if (!(error instanceof ApiError && error.code === 'wrong_state')) throw error;
  }
}
