import { createAdaptorServer } from '@hono/node-server';
import { createApp } from '../../src/server/app.ts';
import { openContext } from '../../src/server/context.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';

// The shop's calls on a port of their own, in a process that is to be killed.

const config = readConfig(process.env);
const ctx = await openContext({ ...config, role: 'web' });
await ctx.jobs.start();
createAdaptorServer({ fetch: createApp(ctx).fetch }).listen(config.port, '127.0.0.1', () => {
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${config.port}` }));
});
