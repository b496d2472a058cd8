import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProcessMetrics } from './process-metrics.ts';

export const METRICS_PATH = '/metrics';

/** Answers Prometheus. If a token is set, only callers with it get an answer. */
export class MetricsEndpoint {
  readonly #metrics: ProcessMetrics;
  readonly #token: Buffer | null;

  constructor(metrics: ProcessMetrics, token: string | null) {
    this.#metrics = metrics;
    this.#token = token === null ? null : digest(token);
  }

  /** Without a token, the shop's own port doesn't serve metrics. */
  get isOpenToVisitors(): boolean {
    return this.#token !== null;
  }

  /** False for a caller without the token. */
  answer(req: IncomingMessage, res: ServerResponse): boolean {
    if (!this.#letsIn(req.headers.authorization)) {
      res.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Content-Length': 0 }).end();
      return false;
    }
    this.#metrics.text().then(
      (text) => void res.writeHead(200, { 'Content-Type': this.#metrics.contentType }).end(text),
      () => void res.writeHead(500, { 'Content-Length': 0 }).end(),
    );
    return true;
  }

  close(): void {
    this.#metrics.close();
  }

  #letsIn(authorization: string | undefined): boolean {
    if (this.#token === null) return true;
    const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
    return timingSafeEqual(digest(token), this.#token);
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
