import { readConfig } from '../../src/server/platform/config/config.ts';
import { openContext } from '../../src/server/context.ts';
import { workAtImport } from '../../src/server/operator/imports/work.ts';

// Processes one import; the soak kills it in the middle.

const clock = { now: () => new Date(process.argv[3] ?? '') };
const ctx = await openContext({ ...readConfig(process.env), role: 'web' }, { clock });
await ctx.jobs.start();
await workAtImport(ctx, process.argv[2] ?? '');
process.exit();
