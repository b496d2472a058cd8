import { createServer } from 'node:http';
import { closeNow, listenLocally } from './listen-locally.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface TraceRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

/** Takes spans by OTLP/HTTP, as a collector does. */
export async function openCollector() {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    req.on('end', () => {
      if (req.url === '/v1/traces') {
        bodies.push(body);
        headers.push(req.headers);
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const endpoint = await listenLocally(server);
  return {
    endpoint,
    headers,
    /** Everything that was received, as it came. */
    text: () => bodies.join('\n'),
    spans: (): ReceivedSpan[] =>
      bodies
        .map((body) => JSON.parse(body) as TraceRequest)
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    close: () => closeNow(server),
  };
}
