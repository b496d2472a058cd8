import { createAdaptorServer } from '@hono/node-server';
import { createApp } from '../../src/server/app.ts';
import { closeContext, openContext } from '../../src/server/context.ts';
import type { Config } from '../../src/server/platform/config/config.ts';
import { closeNow, listenLocally } from './listen-locally.ts';
import type { Shop } from './open-shop.ts';

export type ServerBeside = Awaited<ReturnType<typeof openBeside>>;

/** A second API of the shop, on the same database, with connections of its own and perhaps other settings. */
export async function openBeside(shop: Shop, changes: Partial<Config> = {}) {
  const { config, keys, clock, log } = shop.ctx;
  const ctx = await openContext({ ...config, ...changes }, { keys, clock, log });
  await ctx.jobs.start();
  const server = createAdaptorServer({ fetch: createApp(ctx).fetch });
  return {
    ctx,
    siteUrl: await listenLocally(server),
    async close() {
      closeNow(server);
      await closeContext(ctx);
    },
  };
}
