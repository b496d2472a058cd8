import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS, type ErrorBody } from '../../../contract/errors.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Answers refused requests before the framework, with our security headers, and closes the connection. */
export class Refusals {
  readonly #headers: readonly (readonly [name: string, value: string])[];

  constructor(securityHeaders: Readonly<Record<string, string>>) {
    this.#headers = Object.entries(securityHeaders);
  }

  refuse(res: ServerResponse, status: number, body = '', type = TEXT): void {
    res.writeHead(status, Object.fromEntries(this.#headersFor(body, type))).end(body);
  }

  redirect(res: ServerResponse, address: string): void {
    res.writeHead(308, { ...Object.fromEntries(this.#headersFor('')), Location: address }).end();
  }

  refuseEarly(req: IncomingMessage, res: ServerResponse): void {
    const message = 'We’re just starting up. Please try again in a moment.';
    res.setHeader('Retry-After', '5');
    if (!req.url?.startsWith('/api/')) return this.refuse(res, 503, `${message}\n`);
    const requestId = String(res.getHeader('X-Request-Id') ?? randomUUID());
    const body: ErrorBody = { error: message, code: 'unavailable', requestId };
    this.refuse(res, ERROR_STATUS.unavailable, JSON.stringify(body), 'application/json');
  }

  /** For bytes that aren't a request, so that there is no response object. */
  refuseBytes(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
    this.end(socket, STATUS_OF_FAULT[error.code ?? ''] ?? 400);
  }

  end(socket: Duplex, status: number, sentence = ''): void {
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...this.#headersFor(sentence).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${sentence}`);
  }

  #headersFor(body: string, type = TEXT): (readonly [string, string])[] {
    const kind = body === '' ? [] : [['Content-Type', type] as const];
    const length = ['Content-Length', String(Buffer.byteLength(body))] as const;
    return [...this.#headers, ...kind, length, ['Connection', 'close']];
  }
}

const STATUS_OF_FAULT: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
