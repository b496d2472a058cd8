import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { createApp } from '../../src/server/app.ts';
import { closeContext, type Context } from '../../src/server/context.ts';

/** Starts a server on this machine, on any free port unless one is given. @returns its address */
export async function listenLocally(server: Server, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Waits for nobody. */
export function closeNow(server: ServerType): void {
  if ('closeAllConnections' in server) server.closeAllConnections();
  server.close();
}

export interface ApiServer {
  readonly ctx: Context;
  readonly siteUrl: string;
  close(): Promise<void>;
}

/** The shop's API, without its pages, answering out of `ctx`, which it closes too. */
export async function serveApi(ctx: Context, port = 0): Promise<ApiServer> {
  await ctx.jobs.start();
  const server = createAdaptorServer({ fetch: createApp(ctx).fetch });
  return {
    ctx,
    siteUrl: await listenLocally(server, port),
    async close() {
      closeNow(server);
      await closeContext(ctx);
    },
  };
}
