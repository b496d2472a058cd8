import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import type { PlatformContext } from '../context.ts';
import { describeFailure, type Explain, hasLeft, NOT_STORED } from './answer-error.ts';
import type { AppEnv } from './call.ts';
import type { Incoming } from './client.ts';
import { rawHeader } from './raw-header.ts';

export const PRIVATE_JSON = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' } as const;
const PRIVATE = Object.entries(PRIVATE_JSON).flat();
const UNSTORED = Object.entries({ 'Content-Type': 'application/json', ...NOT_STORED }).flat();

/** Names and values in turns, as Node takes them. */
export type HeaderList = readonly string[];

export interface Asked {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  readonly headers: HeaderList;
}

export interface Read {
  readonly path: string;
  readonly answer: (asked: Asked) => Promise<void>;
}

/** Reads that need nothing but headers go past the framework (decision 144). */
export class Routes extends Hono<AppEnv> {
  readonly #reads = new Map<string, Read>();

  addRead(read: Read): void {
    this.#reads.set(read.path, read);
  }

  readOf(req: IncomingMessage): Read | undefined {
    const read = req.method === 'GET' ? this.#reads.get(req.url ?? '') : undefined;
    return read && HOST.test(rawHeader(req, 'host') ?? '') ? read : undefined;
  }
}

/** Of another the framework says what is wrong. */
const HOST = /^[a-z\d.-]+(:\d+)?$/i;

export async function answerRead(
  ctx: PlatformContext,
  { req, res, requestId, headers }: Asked,
  read: (incoming: Incoming) => Promise<unknown>,
  explain: Explain,
): Promise<void> {
  const incoming: Incoming = { env: { incoming: req }, req: { header: (name) => rawHeader(req, name) } };
  try {
    const reply = await read(incoming);
    sendJson(res, 200, [...headers, ...PRIVATE], reply);
  } catch (error) {
    if (hasLeft(incoming)) return void res.writeHead(408, [...headers]).end();
    const { status, body } = describeFailure(ctx, error, { incoming, path: req.url ?? '', requestId }, explain);
    sendJson(res, status, [...headers, ...UNSTORED], body);
  }
}

function sendJson(res: ServerResponse, status: number, headers: string[], reply: unknown): void {
  const text = JSON.stringify(reply);
  headers.push('Content-Length', String(Buffer.byteLength(text)));
  res.writeHead(status, headers).end(text);
}
