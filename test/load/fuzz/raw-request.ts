import { Agent, request as openRequest, type OutgoingHttpHeaders } from 'node:http';

/** A request as no browser would make it: `fetch` refuses half of what a stranger may send. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly target: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: RawBody;
}

/** A repeated text instead of its megabyte, so that a counterexample can be read. */
export type RawBody = null | string | Uint8Array | { readonly repeat: string; readonly times: number };

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export function bytesOf(body: RawBody): Uint8Array {
  if (body === null) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? body : Buffer.from(body.repeat.repeat(body.times));
}

/** Sends it and reads the whole answer. An answer that comes before all was sent counts: bodies may be refused half-way. */
export function send(siteUrl: string, { method, target, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(siteUrl);
  const bytes = bytesOf(body);
  // A server need not hear out what is too long: it may end the connection, which is then no good for the next request.
  const connection = bytes.byteLength > 64 * 1024 ? false : agent;
  const length = body === null ? {} : { 'content-length': bytes.byteLength };
  return new Promise((resolve, reject) => {
    const request = openRequest({
      agent: connection,
      hostname,
      port,
      method,
      path: target,
      headers: { ...length, ...headers },
    });
    let answered = false;
    request.on('error', (error) => {
      if (!answered) reject(error);
    });
    request.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    request.end(bytes);
  });
}
