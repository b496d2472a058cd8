import { and, gt, inArray, isNotNull } from 'drizzle-orm';
import { newYorkDate } from '../../src/domain/calendar-date.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { closeContext, type Context, openContext } from '../../src/server/context.ts';
import { mailingBatches, mailingRuns } from '../../src/server/fulfilment/schema.ts';
import { ApiError } from '../../src/server/platform/errors/api-error.ts';
import { takeFileHashes } from '../../src/server/fulfilment/print/files.ts';
import { handOver } from '../../src/server/fulfilment/dispatch/hand-over.ts';
import { listBatches, printRun } from '../../src/server/fulfilment/print/print.ts';
import type { Run } from '../../src/server/fulfilment/runs/runs.ts';
import { tellOfLetters } from '../../src/server/fulfilment/dispatch/tell.ts';
import { runThePost } from '../../src/server/fulfilment/schedule/timetable.ts';

// A process that does a whole mailing day, what is the clock's of it and what is a person's, and ends: to be killed at any moment.
// Its one argument is the instant at which its clock stands.

const now = new Date(process.argv[2] ?? '');
const ctx = await openContext({ ...readConfig(process.env), role: 'web' }, { clock: { now: () => now } });
await ctx.jobs.start();
console.log(JSON.stringify({ ready: true, url: '' }));
await attendToTheDay(ctx);
await closeContext(ctx);

async function attendToTheDay(house: Context): Promise<void> {
  await runThePost(house);
  for (const run of await house.db
    .select()
    .from(mailingRuns)
    .where(inArray(mailingRuns.state, ['frozen', 'printed']))) {
    await work(house, run);
  }
  await tellEverybody(house);
}

async function work(house: Context, { id: runId, handOverOn }: Run): Promise<void> {
  await printRun(house, runId, null);
  for (const { number } of await listBatches(house.db, runId)) await takeFileHashes(house, { runId, batch: number });
  if (handOverOn > newYorkDate(now)) return;
  try {
    await handOver(house, { runId, batch: null, on: null }, null);
  } catch (error) {
    // Somebody else was first.
    if (!(error instanceof ApiError && error.code === 'wrong_state')) throw error;
  }
}

/** As the jobs would that each hand-over leaves behind. */
async function tellEverybody(house: Context): Promise<void> {
  const { runId, number, handedOverAt, lastNumber, mailedThrough } = mailingBatches;
  const untold = await house.db
    .select({ runId, batch: number })
    .from(mailingBatches)
    .where(and(isNotNull(handedOverAt), gt(lastNumber, mailedThrough)));
  for (const batch of untold) await tellOfLetters(house, batch);
}
