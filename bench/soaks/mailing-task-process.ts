import { readConfig } from '../../src/server/platform/config/config.ts';
import { openContext } from '../../src/server/context.ts';
import { type Call, perform, type Task } from './mailing-tasks.ts';

// Does one task of a mailing day, so that the process's memory is the task's alone.

export interface Order extends Omit<Call, 'ctx'> {
  readonly task: Task;
  readonly now: string;
}

const { task, now, ...order } = JSON.parse(process.argv[2] ?? '') as Order;
const clock = { now: () => new Date(now) };
const ctx = await openContext({ ...readConfig(process.env), role: 'web' }, { clock });
await ctx.jobs.start();
const report = await perform(task, { ctx, ...order });
await new Promise((sent) => process.send?.(report, sent));
process.exit();
