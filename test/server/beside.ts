import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '../../src/server/app.ts';
import type { Config } from '../../src/server/platform/config/config.ts';
import { closeContext, type Context, openContext } from '../../src/server/context.ts';
import type { Shop } from './open-shop.ts';

export interface ServerBeside {
  readonly ctx: Context;
  readonly siteUrl: string;
  close(): Promise<void>;
}

/** A second server of the shop, on the same database, with connections of its own and perhaps other settings. */
export async function openBeside(shop: Shop, changes: Partial<Config> = {}): Promise<ServerBeside> {
  const { config, keys, clock, log } = shop.ctx;
  const ctx = await openContext({ ...config, ...changes }, { keys, clock, log });
  await ctx.jobs.start();
  const answer = getRequestListener(createApp(ctx).fetch);
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ctx,
    siteUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await closeContext(ctx);
    },
  };
}
