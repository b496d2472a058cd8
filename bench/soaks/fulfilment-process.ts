import { readConfig } from '../../src/server/platform/config/config.ts';
import { openContext } from '../../src/server/context.ts';
import { type Call, perform, type Task } from './fulfilment-tasks.ts';

// A process that does one thing of a mailing day, says what it took, and ends: what it has in memory is the post's, as at an operator's
// terminal. Its one argument is what to do.

export interface Order extends Omit<Call, 'ctx'> {
  readonly task: Task;
  /** Where the clock stands. */
  readonly now: string;
}

const { task, now, ...order } = JSON.parse(process.argv[2] ?? '') as Order;
const clock = { now: () => new Date(now) };
const ctx = await openContext({ ...readConfig(process.env), role: 'web' }, { clock });
await ctx.jobs.start();
const report = await perform(task, { ctx, ...order });
await new Promise((sent) => process.send?.(report, sent));
// What is left of the mails is left: whoever is next goes on where this one was.
process.exit();
