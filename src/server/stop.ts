import { once } from 'node:events';
import { type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { closeContext, type Context } from './context.ts';
import { closeTracing } from './platform/tracing/spans.ts';
import { endStreams, moveStreams } from './account/account-changes.ts';

/** In this time, an open connection may send one more request; its answer says that the connection closes. */
const LAST_REQUESTS_MS = 1_000;
const LAST_STATEMENTS_MS = 2_000;
const LAST_SPANS_MS = 500;
/** Each turn accepts one connection. */
const MOST_TURNS = 4_096;

export interface Running {
  readonly ctx: Context;
  readonly servers: readonly Server[];
}

/** Stops without interrupting a request (decision 130). */
export async function stop({ ctx, servers }: Running): Promise<void> {
  const { role, stopSeconds } = ctx.config;
  const drainSeconds = role === 'worker' ? 0 : ctx.config.drainSeconds;
  const lastStatements = performance.now() + stopSeconds * 1_000 - LAST_STATEMENTS_MS;
  ctx.readiness.leave();
  const jobsDone = ctx.jobs.stopWorking().catch(() => undefined);
  moveStreams(drainSeconds * 1_000);
  await sleep(drainSeconds * 1_000);
  endStreams();
  const served = Promise.all(servers.map((server) => closeHttp(server)));
  await untilOrAt(Promise.all([served, jobsDone, ctx.readiness.workDone()]), lastStatements);
  for (const server of servers) server.closeAllConnections();
  await ctx.jobs.stop(LAST_STATEMENTS_MS / 2);
  await closeContext(ctx);
  await untilOrAt(closeTracing(), performance.now() + LAST_SPANS_MS);
}

async function closeHttp(server: Server): Promise<void> {
  await acceptWaiting(server);
  const closed = once(server, 'close');
  // node:http's own `close` would also close idle connections, even while a visitor sends the next request.
  NetServer.prototype.close.call(server);
  const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), LAST_REQUESTS_MS);
  await closed;
  clearInterval(sweep);
}

/** Accepts waiting connections before the port is closed, which would drop them. */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = true;
  const note = () => (accepted = true);
  server.on('connection', note);
  for (let turns = 0; accepted && turns < MOST_TURNS; turns++) {
    accepted = false;
    await turn();
  }
  server.off('connection', note);
}

async function untilOrAt(work: Promise<unknown>, deadline: number): Promise<void> {
  const late = sleep(Math.max(0, deadline - performance.now()), undefined, { ref: false });
  await Promise.race([work.catch(() => undefined), late]);
}
