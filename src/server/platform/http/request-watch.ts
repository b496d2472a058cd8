import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context as HonoContext, Next } from 'hono';
import { routePath } from 'hono/route';
import type { PlatformContext } from '../context.ts';
import { isHeard, publish } from '../metrics/occurrences.ts';
import { METRICS_PATH } from '../metrics/serve-metrics.ts';
import { currentScope, runInScope } from '../tracing/scope.ts';
import type { OpenSpan } from '../tracing/open-span.ts';
import { isTracing, startSpan } from '../tracing/spans.ts';
import type { AppEnv } from './call.ts';
import { isTrustedProxy } from './client.ts';
import { HEALTH_CHECKS } from './health.ts';
import { NO_ROUTE, pageRouteOf } from './page-route.ts';
import { rawHeader } from './raw-header.ts';

export const REQUEST_ID = 'X-Request-Id';
const VALID_ID = /^[\w-]{8,64}$/;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const UNLOGGED: ReadonlySet<string> = new Set([...HEALTH_CHECKS, METRICS_PATH]);

interface Watched {
  readonly requestId: string;
  route: string | null;
}

const watchedRequests = new WeakMap<IncomingMessage, Watched>();

/** Gives each request an id, and reports it in the log, the metrics and the traces (rules/code 24-26). */
export class RequestWatch {
  readonly #ctx: Pick<PlatformContext, 'config' | 'log'>;
  readonly #logs: boolean;

  constructor(ctx: Pick<PlatformContext, 'config' | 'log'>) {
    this.#ctx = ctx;
    this.#logs = ctx.config.accessLog && ctx.log.isLevelEnabled('info');
  }

  /** Called for every request. For pages it does nothing unless logs, metrics or traces are on. */
  begin(req: IncomingMessage, res: ServerResponse): void {
    if (!this.#logs && !isHeard('request')) return;
    const watched = watch(req);
    if (this.#logs) res.setHeader(REQUEST_ID, watched.requestId);
    const startedAt = performance.now();
    res.once('close', () => this.#record(req, res, (performance.now() - startedAt) / 1_000));
  }

  answerCall<T>(req: IncomingMessage, res: ServerResponse, answer: (requestId: string) => T): T {
    const { requestId } = watch(req);
    const span = isTracing() ? this.#startSpan(req, requestId) : null;
    if (span !== null) res.once('close', () => endSpan(span, req, res));
    return runInScope({ requestId, span }, () => answer(requestId));
  }

  #startSpan(req: IncomingMessage, requestId: string): OpenSpan | null {
    const method = methodOf(req);
    const attributes = { 'http.request.method': method, 'request.id': requestId };
    return startSpan({ name: method, kind: 'server', attributes, parent: this.#parentOf(req) });
  }

  /** Only our own proxy may decide that a request is traced. */
  #parentOf(req: IncomingMessage): string | null {
    const isOurs = isTrustedProxy(this.#ctx.config.trustedProxies, req.socket.remoteAddress ?? '');
    return isOurs ? (rawHeader(req, 'traceparent') ?? null) : null;
  }

  #record(req: IncomingMessage, res: ServerResponse, seconds: number): void {
    const [method, route, status] = [methodOf(req), routeOf(req, res), res.statusCode];
    publish('request', { method, route, status, seconds });
    if (!this.#logs || (UNLOGGED.has(route) && status === 200)) return;
    const { requestId } = watch(req);
    const cut = !res.writableFinished && { cut: true };
    this.#ctx.log.info({ requestId, method, route, status, ms: Math.round(seconds * 1e4) / 10, ...cut }, 'request');
  }
}

export async function identifyCall(c: HonoContext<AppEnv>, next: Next): Promise<void> {
  c.set('requestId', currentScope()?.requestId ?? randomUUID());
  await next();
  const watched = c.env?.incoming && watchedRequests.get(c.env.incoming);
  if (watched) watched.route = routePath(c);
}

function watch(req: IncomingMessage): Watched {
  const known = watchedRequests.get(req);
  if (known) return known;
  const given = rawHeader(req, 'x-request-id') ?? '';
  const watched = { requestId: VALID_ID.test(given) ? given : randomUUID(), route: null };
  watchedRequests.set(req, watched);
  return watched;
}

function endSpan(span: OpenSpan, req: IncomingMessage, res: ServerResponse): void {
  const [route, status] = [routeOf(req, res), res.statusCode];
  span.end({
    name: `${methodOf(req)} ${route}`,
    attributes: { 'http.route': route, 'http.response.status_code': status },
    isError: status >= 500,
  });
}

function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : 'OTHER';
}

function routeOf(req: IncomingMessage, res: ServerResponse): string {
  const found = watchedRequests.get(req)?.route;
  if (found) return found.endsWith('/*') ? NO_ROUTE : found;
  const [path = ''] = (req.url ?? '').split('?', 1);
  if (path === METRICS_PATH) return path;
  return pageRouteOf(path) ?? (res.statusCode === 200 || res.statusCode === 304 ? '(file)' : NO_ROUTE);
}
