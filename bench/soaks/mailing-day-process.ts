import { and, gt, isNotNull } from 'drizzle-orm';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { closeContext, type Context, openContext } from '../../src/server/context.ts';
import { mailingBatches } from '../../src/server/fulfilment/schema.ts';
import { notifyHandedOver } from '../../src/server/fulfilment/hand-over/notify-handed-over.ts';
import { workMailingDay } from './mailing-day.ts';

// A process that does all work of one mailing day; its argument is the instant of its clock.

const now = new Date(process.argv[2] ?? '');
const ctx = await openContext({ ...readConfig(process.env), role: 'web' }, { clock: { now: () => now } });
await ctx.jobs.start();
console.log(JSON.stringify({ ready: true, url: '' }));
await workMailingDay(ctx);
await notifyAll(ctx);
await closeContext(ctx);

async function notifyAll(ctx: Context): Promise<void> {
  const { runId, number, handedOverAt, lastNumber, notifiedThrough } = mailingBatches;
  const unnotified = await ctx.db
    .select({ runId, batch: number })
    .from(mailingBatches)
    .where(and(isNotNull(handedOverAt), gt(lastNumber, notifiedThrough)));
  for (const batch of unnotified) await notifyHandedOver(ctx, batch);
}
