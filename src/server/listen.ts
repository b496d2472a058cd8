import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { ERROR_STATUS, type ErrorBody } from '../contract/errors.ts';
import { createApp } from './app.ts';
import type { Context } from './context.ts';
import type { PagesListener } from './pages/pages.ts';
import { headersOf } from './pages/security-headers.ts';

/**
 * Connections the system keeps for us while we are busy; it lowers this to its own limit (Linux: net.core.somaxconn). With Node's 511,
 * a thousand people at once found the door closed whenever the process could not accept them for some seconds.
 */
const BACKLOG = 4_096;

/** Opens the door. Pages are answered from memory before the framework sees a request (ARCHITECTURE, Pages). */
export async function listen(ctx: Context, answerPage: PagesListener): Promise<Server> {
  const answerApi = getRequestListener(createApp(ctx).fetch, { errorHandler: refuseAddress });
  const security = Object.entries(headersOf('data', ctx.config));
  const listener: RequestListener = (req, res) => {
    if (answerPage(req, res)) return;
    // Before the framework, so that nothing leaves without them; a handler's own header of that name replaces ours.
    for (const [name, value] of security) res.setHeader(name, value);
    void answerApi(req, res);
  };
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 }, listener);
  server.on('clientError', (error, socket) => refuseBytes(error, socket, security));
  server.listen({ port: ctx.config.port, host: ctx.config.host, backlog: BACKLOG });
  await once(server, 'listening');
  return server;
}

const STATUS_OF_FAULT: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Bytes that make no request: what node would answer by itself, with the headers that every answer of ours has. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex, security: [name: string, value: string][]): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const status = STATUS_OF_FAULT[error.code ?? ''] ?? 400;
  const headers = [...security, ['Content-Length', '0'], ['Connection', 'close']];
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}

/** A path and a Host header that make no address never reach the framework, which answers every other failure itself. */
function refuseAddress(): Response {
  const body: ErrorBody = { error: 'That is no address.', code: 'not_found', requestId: randomUUID() };
  return Response.json(body, { status: ERROR_STATUS.not_found });
}
