import { once } from 'node:events';
import { Agent, type IncomingMessage, request as openRequest, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as no browser would make it: `fetch` refuses half of what a stranger may send. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly target: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: RawBody;
}

/** `repeat` describes a long text briefly, so that a counterexample stays readable. */
export type RawBody = null | string | Uint8Array | { readonly repeat: string; readonly times: number };

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function bytesOf(body: RawBody): Uint8Array {
  if (body === null) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? body : Buffer.from(body.repeat.repeat(body.times));
}

/** Sends the request and reads the whole answer, even one that comes before the body is completely sent. */
export async function send(siteUrl: string, { method, target, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(siteUrl);
  const bytes = bytesOf(body);
  const length = body === null ? {} : { 'content-length': bytes.byteLength };
  const request = openRequest({
    // The server may close the connection after a long body, so it can't be reused.
    agent: bytes.byteLength > 64 * 1024 ? false : agent,
    hostname,
    port,
    method,
    path: target,
    headers: { ...length, ...headers },
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  // If the connection breaks before the answer, `answered` fails; a later break doesn't matter.
  request.on('error', () => undefined);
  request.end(bytes);
  const [response] = await answered;
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
