import autocannon from 'autocannon';

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly failures: number;
}

export interface LoadOrder {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly seconds: number;
  /** Posted when given. */
  readonly body?: string;
}

/** Fewer than the pool has, so that the database is never the queue. */
const CONNECTIONS = 10;

const { url, headers, seconds, body } = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const result = await autocannon({
  url,
  headers,
  duration: seconds,
  connections: CONNECTIONS,
  ...(body !== undefined && { method: 'POST', body }),
});
const found: LoadResult = {
  requests: result['2xx'],
  requestsPerSecond: result['2xx'] / result.duration,
  failures: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(found));
