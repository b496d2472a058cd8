import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { ERROR_STATUS, type ErrorBody } from '../contract/errors.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { lazily } from '../domain/lazily.ts';
import { createApp } from './app.ts';
import type { Context } from './context.ts';
import { clientOf } from './platform/http/client.ts';
import { HEALTH_CHECKS } from './platform/http/health.ts';
import { requireHttps } from './platform/http/require-https.ts';
import { Refusals } from './platform/http/refusals.ts';
import { rawHeader } from './platform/http/raw-header.ts';
import { REQUEST_ID, RequestWatch } from './platform/http/request-watch.ts';
import { logSecurityEvent } from './platform/logging/log.ts';
import { METRICS_PATH, type MetricsEndpoint } from './platform/metrics/serve-metrics.ts';
import { type PagesListener, pathOf } from './platform/public-pages/pages.ts';
import { answer, type Representation, represent } from './platform/public-pages/representation.ts';
import { headersOf } from './platform/public-pages/security-headers.ts';

/** With Node's default of 511, a thousand connections at once were refused. The system lowers this to its own limit. */
const BACKLOG = 4_096;

const SERVER_OPTIONS: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  // Otherwise Node would refuse the request without our security headers.
  requireHostHeader: false,
};

/** A client that reads nothing of an answer for this long is disconnected. Long calls of the console take less. */
const IDLE_CONNECTION_MS = 300_000;

/** After this many requests on one connection it is closed, and the client opens another. */
const MOST_REQUESTS_OF_A_CONNECTION = 1_000;

/** More connections are closed at once, so that enough file descriptors are left for files, the database and Stripe. */
const MOST_CONNECTIONS = 10_000;

/** Answers pages from memory, before the framework handles a request (rules/pages 1). */
export async function listen(
  ctx: Context,
  answerPage: PagesListener,
  metrics: MetricsEndpoint | null = null,
): Promise<Server> {
  const security = headersOf('data', ctx.config);
  const refusals = new Refusals(security);
  const watch = new RequestWatch(ctx);
  const scraped = metrics?.isOpenToVisitors ? metrics : null;
  const answerRequest = requestListener(ctx, { answerPage, refusals, watch, metrics: scraped });
  const server = createServer(SERVER_OPTIONS, (req, res) => {
    watch.begin(req, res);
    if (!server.listening || ctx.readiness.state === 'leaving') res.shouldKeepAlive = false;
    answerRequest(req, res);
  });
  server.timeout = IDLE_CONNECTION_MS;
  server.maxRequestsPerSocket = MOST_REQUESTS_OF_A_CONNECTION;
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', (error, socket) => refusals.refuseBytes(error, socket));
  server.on('checkExpectation', (_req, res: ServerResponse) => refusals.refuse(res, 417));
  server.on('connect', (_req, socket: Duplex) => refusals.end(socket, 405, 'This is a shop and no proxy.\n'));
  server.listen({ port: ctx.config.port, host: ctx.config.host, backlog: BACKLOG });
  await once(server, 'listening');
  return server;
}

interface Answerers {
  readonly answerPage: PagesListener;
  readonly refusals: Refusals;
  readonly watch: RequestWatch;
  readonly metrics: MetricsEndpoint | null;
}

function requestListener(ctx: Context, { answerPage, refusals, watch, metrics }: Answerers): RequestListener {
  const hostname = new URL(ctx.config.siteUrl).host;
  const app = createApp(ctx);
  const answerApi = getRequestListener(app.fetch, { hostname, errorHandler: refuseAddress });
  const security = Object.entries(headersOf('data', ctx.config));
  const openApi = openApiRepresentation(ctx);
  return (req, res) => {
    if (!namesOneHost(req)) return refusals.refuse(res, 400);
    if (requireHttps(ctx.config, req, res, refusals)) return;
    if (metrics && pathOf(req) === METRICS_PATH) {
      for (const [name, value] of security) res.setHeader(name, value);
      if (!metrics.answer(req, res)) logStranger(ctx, req);
      return;
    }
    if (answerPage(req, res)) return;
    if (ctx.readiness.state === 'starting' && !HEALTH_CHECKS.includes(pathOf(req)))
      return refusals.refuseEarly(req, res);
    if (isOpenApi(req)) return void answer(req, res, openApi());
    const answering = watch.answerCall(req, res, (requestId) => {
      for (const [name, value] of security) res.setHeader(name, value);
      res.setHeader(REQUEST_ID, requestId);
      return answerApi(req, res);
    });
    ctx.readiness.track(answering);
  };
}

function logStranger(ctx: Context, incoming: IncomingMessage): void {
  const req = { header: (name: string) => rawHeader(incoming, name) };
  const { ip } = clientOf(ctx.config, { env: { incoming }, req });
  logSecurityEvent(ctx, { code: 'invalid_credentials', status: 401, path: METRICS_PATH, ip });
}

function isOpenApi(req: IncomingMessage): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && pathOf(req) === '/api/openapi.json';
}

/** Built only when needed, since building the document blocks requests for 30 ms. */
function openApiRepresentation({ config }: Context): () => Representation {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=0, must-revalidate' };
  return lazily(() => {
    const body = Buffer.from(JSON.stringify(openApiDocument(config.siteUrl)));
    return represent({ body }, { ...headers, ...headersOf('data', config) });
  });
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112 §3.2), and two are never valid. */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

function refuseAddress(): Response {
  const body: ErrorBody = { error: 'That is no address.', code: 'not_found', requestId: randomUUID() };
  return Response.json(body, { status: ERROR_STATUS.not_found });
}
