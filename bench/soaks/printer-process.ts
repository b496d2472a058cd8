import { closeContext, openContext } from '../../src/server/context.ts';
import { workAtPrinter } from '../../src/server/fulfilment/printer/work-at-printer.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';

// A process that sends one batch to the printer; its arguments are the instant of its clock, the run and the batch.

const [instant = '', runId = '', batch = ''] = process.argv.slice(2);
const now = new Date(instant);
const ctx = await openContext({ ...readConfig(process.env), role: 'web' }, { clock: { now: () => now } });
await ctx.jobs.start();
console.log(JSON.stringify({ ready: true, url: '' }));
try {
  await workAtPrinter(ctx, { runId, batch: Number(batch) });
} catch {
  // As a job would, it is tried again.
  process.exitCode = 3;
}
await closeContext(ctx);
process.exit();
