import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { ERROR_STATUS, type ErrorBody } from '../contract/errors.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { createApp } from './app.ts';
import type { Context } from './context.ts';
import { type PagesListener, pathOf } from './platform/public-pages/pages.ts';
import { answer, type Representation, represent } from './platform/public-pages/representation.ts';
import { headersOf } from './platform/public-pages/security-headers.ts';

/** With Node's 511, a thousand connections at once were refused; the system lowers this to its own limit. */
const BACKLOG = 4_096;

/** Each takes some 50 kB; more are closed at once instead of filling the memory. */
const MAX_CONNECTIONS = 10_000;

type SecurityHeaders = readonly (readonly [name: string, value: string])[];

const SERVER_OPTIONS: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  // Node would refuse by itself, without our security headers.
  requireHostHeader: false,
};

/** Pages are answered from memory before the framework sees a request (rules/pages 1). */
export async function listen(ctx: Context, answerPage: PagesListener): Promise<Server> {
  const answerApi = getRequestListener(createApp(ctx).fetch, { errorHandler: refuseAddress });
  const security = Object.entries(headersOf('data', ctx.config));
  const openApi = openApiRepresentation(ctx);
  const listener: RequestListener = (req, res) => {
    if (lacksHost(req)) return refuse(res, 400, security);
    if (answerPage(req, res)) return;
    if (isOpenApi(req)) return void openApi().then((document) => answer(req, res, document));
    for (const [name, value] of security) res.setHeader(name, value);
    void answerApi(req, res);
  };
  const server = createServer(SERVER_OPTIONS, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (error, socket) => refuseBytes(error, socket, security));
  server.on('checkExpectation', (_req, res: ServerResponse) => refuse(res, 417, security));
  server.listen({ port: ctx.config.port, host: ctx.config.host, backlog: BACKLOG });
  await once(server, 'listening');
  return server;
}

function isOpenApi(req: IncomingMessage): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && pathOf(req) === '/api/openapi.json';
}

/** Building the document takes 30 ms of the one thread: it is built for the first request and compressed once. */
function openApiRepresentation({ config }: Context): () => Promise<Representation> {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=0, must-revalidate' };
  let made: Promise<Representation> | undefined;
  return () => {
    const body = () => Buffer.from(JSON.stringify(openApiDocument(config.siteUrl)));
    made ??= represent({ body: body() }, { ...headers, ...headersOf('data', config) });
    return made;
  };
}

/** HTTP/1.1 demands this one header (RFC 9112 §3.2). */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

function refuse(res: ServerResponse, status: number, security: SecurityHeaders): void {
  res.writeHead(status, Object.fromEntries([...security, ['Content-Length', '0'], ['Connection', 'close']])).end();
}

const STATUS_OF_FAULT: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex, security: SecurityHeaders): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const status = STATUS_OF_FAULT[error.code ?? ''] ?? 400;
  const headers = [...security, ['Content-Length', '0'], ['Connection', 'close']];
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}

function refuseAddress(): Response {
  const body: ErrorBody = { error: 'That is no address.', code: 'not_found', requestId: randomUUID() };
  return Response.json(body, { status: ERROR_STATUS.not_found });
}
