import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isForUs, isFromHere, isOwnOrigin } from './callers.ts';
import { type Fault, fault, Faults } from './stripe/http/faults.ts';

export interface JsonEnv {
  Bindings: HttpBindings;
}

/** An answer in the service's own words. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 409 | 415 | 422 | 429,
    readonly body: object,
  ) {
    super(`Refused with ${status}`);
  }
}

/** An app that makes planned calls fail and answers only at loopback names (rules/operators 31). */
export function jsonApp(): Hono<JsonEnv> {
  const faults = new Faults();
  const app = new Hono<JsonEnv>();
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(error.body, error.status);
    if (error instanceof z.ZodError) return c.json({ error: { message: z.prettifyError(error) } }, 400);
    throw error;
  });
  app.use(async (c, next) => {
    if (!isForUs(c.req.header('host'))) return c.text('No house of that name.', 421);
    if (!isFromHere(c.req.header('origin'))) return c.text(FOREIGN, 403);
    c.header('Cache-Control', 'no-store');
    if (!c.req.path.startsWith('/_sandbox')) return await meetFaults(c, next, faults);
    if (!isOwnOrigin(c.req.header('origin'), c.req.header('host'))) return c.text(FOREIGN, 403);
    return await next();
  });
  app.post('/_sandbox/fail', async (c) => {
    faults.plan(fault.parse(await c.req.json()));
    return c.json(DONE);
  });
  app.delete('/_sandbox/fail', (c) => {
    faults.clear();
    return c.json(DONE);
  });
  return app;
}

const FOREIGN = 'Other sites have no business here.';
export const DONE = { done: true };

async function meetFaults(c: Context<JsonEnv>, next: () => Promise<void>, faults: Faults): Promise<Response | void> {
  const met = faults.take(c.req.method, c.req.path);
  if (met === undefined) return await next();
  if (met.when === 'after') await next();
  const made = await meet(c, met);
  if (met.when === 'before') return made;
  c.res = undefined;
  c.res = made;
}

async function meet(c: Context<JsonEnv>, { status }: Fault): Promise<Response> {
  if (typeof status === 'number') {
    return Response.json({ error: { message: 'A failure made to order.' } }, { status });
  }
  if (status === 'drop') c.env.outgoing.destroy();
  // Never resolves: connection or server ends first.
  return await new Promise<never>(() => undefined);
}

/** Serves on 127.0.0.1; 0 takes any free port. */
export async function serveJson(app: Hono<JsonEnv>, port: number) {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
