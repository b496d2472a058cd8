import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isForUs, isFromHere, isOwnOrigin } from '../../callers.ts';
import { API_VERSION } from '../events.ts';
import { newId } from '../state/ids.ts';
import type { ApiAnswer, ApiRequest } from './api.ts';
import type { Fault, Faults } from './faults.ts';
import { logError } from './log-error.ts';
import { formOfUpload, isUpload } from './upload.ts';

export interface PlainAnswer {
  status: number;
  type: string;
  body: string;
  location?: string;
}

export interface ControlRequest {
  method: string;
  path: string;
  body: string;
  fromPage: boolean;
}

export interface Handlers {
  api: (request: ApiRequest) => Promise<ApiAnswer>;
  control: (request: ControlRequest) => Promise<PlainAnswer>;
  faults: Faults;
  /** Another site whose pages may call, besides this machine's. */
  siteUrl: string | undefined;
}

/** As many connections as the system allows may wait. */
const BACKLOG = 4_096;
const LARGEST_BODY = 1_000_000;
const LARGEST_UPLOAD = 16_000_000;
const INTERNAL_ERROR = JSON.stringify({ error: { type: 'api_error', message: 'The sandbox failed.' } });
const TOO_LARGE = JSON.stringify({
  error: { type: 'invalid_request_error', message: 'The request is larger than any of Stripe’s.' },
});
const BAD_ADDRESS = JSON.stringify({
  error: { type: 'invalid_request_error', message: 'The request’s address is none.' },
});

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-expose-headers': 'request-id',
};

/** 127.0.0.1 only. */
export function listen(port: number, handlers: Handlers): Promise<Server> {
  const server = createServer((incoming, response) => {
    serve(handlers, incoming, response).catch((error: unknown) => {
      logError(error);
      if (!response.headersSent) reply(response, 500, 'application/json', INTERNAL_ERROR);
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', backlog: BACKLOG }, () => resolve(server));
  });
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function serve(handlers: Handlers, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = incoming;
  if (!isForUs(headers.host)) return reply(response, 421, 'text/plain', 'No house of that name.');
  if (!isFromHere(headers.origin, handlers.siteUrl)) return reply(response, 403, 'text/plain', FOREIGN);
  const { url: address = '/' } = incoming;
  const url = URL.canParse(address, 'http://sandbox') ? new URL(address, 'http://sandbox') : null;
  if (method === 'OPTIONS') return reply(response, 204, 'text/plain', '');
  const bytes = await readBody(incoming);
  const body = bytes === null ? null : isUpload(headers) ? await formOfUpload(headers, bytes) : bytes.toString('utf8');
  if (url === null) return reply(response, 400, 'application/json', BAD_ADDRESS);
  if (body === null) return reply(response, 413, 'application/json', TOO_LARGE);
  if (url.pathname.startsWith('/_sandbox')) {
    return serveControl(handlers, incoming, response, { method, path: url.pathname, body });
  }
  const fault = handlers.faults.take(method, url.pathname);
  if (fault?.when === 'before') return meet(fault, response);
  const answer = await handlers.api(apiRequest(incoming, method, url, body));
  if (fault?.when === 'after') return meet(fault, response);
  reply(response, answer.status, 'application/json', JSON.stringify(answer.body), {
    'request-id': answer.requestId,
    ...(answer.replayed ? { 'idempotent-replayed': 'true' } : {}),
    // Of all 429s, only this one passes by itself; the official clients follow this header.
    ...(isLocked(answer) ? { 'stripe-should-retry': 'true' } : {}),
  });
}

function isLocked({ status, body }: ApiAnswer): boolean {
  return status === 429 && (body as { error?: { code?: string } }).error?.code === 'lock_timeout';
}

const FOREIGN = 'Other sites have no business here.';
const FOR_SHOP_PAGES = /^\/_sandbox\/(stripe\.js$|3ds\/)/;

async function serveControl(
  { control }: Handlers,
  { headers }: IncomingMessage,
  response: ServerResponse,
  request: Omit<ControlRequest, 'fromPage'>,
): Promise<void> {
  if (!isOwnOrigin(headers.origin, headers.host) && !FOR_SHOP_PAGES.test(request.path)) {
    return reply(response, 403, 'text/plain', FOREIGN);
  }
  const fromPage = headers.accept?.includes('text/html') ?? false;
  const { status, type, body, location } = await control({ ...request, fromPage });
  reply(response, status, type, body, location === undefined ? {} : { location });
}

function apiRequest({ headers }: IncomingMessage, method: string, url: URL, body: string): ApiRequest {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  return {
    method,
    path: url.pathname,
    form: method === 'POST' ? body : url.search.slice(1),
    elsewhere: method === 'POST' ? url.search.slice(1) : body,
    authorization: header('authorization'),
    idempotencyKey: header('idempotency-key'),
    version: header('stripe-version'),
  };
}

/** Reads a too large body completely, or its sender would not read the answer. @returns null then */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const largest = isUpload(incoming.headers) ? LARGEST_UPLOAD : LARGEST_BODY;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largest) chunks.push(chunk);
  }
  return size <= largest ? Buffer.concat(chunks) : null;
}

function meet({ status }: Fault, response: ServerResponse): void {
  if (status === 'drop') response.destroy();
  if (typeof status !== 'number') return;
  const error = { type: status === 429 ? 'invalid_request_error' : 'api_error', message: 'A failure made to order.' };
  reply(response, status, 'application/json', JSON.stringify({ error }), { 'request-id': newId('req') });
}

function reply(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'stripe-version': API_VERSION,
    ...CORS,
    ...headers,
  });
  response.end(body);
}
