import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Context } from './context.ts';
import { health } from './platform/http/health.ts';

export async function openHealthPort(ctx: Context, port: number): Promise<Server> {
  const answer = getRequestListener(health(ctx).fetch);
  const server = createServer((req, res) => void answer(req, res));
  server.listen({ port, host: ctx.config.host });
  await once(server, 'listening');
  return server;
}
