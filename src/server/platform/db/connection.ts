import { type ClientConfig, Pool } from 'pg';

/** In milliseconds. A pooler refuses these settings, so there the database role must have them. */
export const SESSION_LIMITS = { statement_timeout: 8_000, idle_in_transaction_session_timeout: 8_000 } as const;

/** `query_timeout` is longer than PostgreSQL's own limit, so that PostgreSQL reports the reason first. */
const CLIENT_LIMITS = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 9_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies ClientConfig;

const SERVER_LIMITS = {
  ...SESSION_LIMITS,
  options: [
    '-c idle_session_timeout=60s',
    '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  ].join(' '),
} satisfies ClientConfig;

export const POOL_LIMITS = { idleTimeoutMillis: 10_000, maxLifetimeSeconds: 600 } as const;

interface ConnectionOptions {
  readonly throughPooler?: boolean | undefined;
  readonly queryTimeoutMs?: number | undefined;
}

export function limitedConnectionTo(
  url: string,
  { throughPooler = false, queryTimeoutMs = CLIENT_LIMITS.query_timeout }: ConnectionOptions = {},
) {
  return {
    connectionString: url,
    ...CLIENT_LIMITS,
    query_timeout: queryTimeoutMs,
    ...(!throughPooler && SERVER_LIMITS),
  };
}

export function openPool(url: string, { max, ...options }: ConnectionOptions & { readonly max: number }): Pool {
  const pool = new Pool({ ...limitedConnectionTo(url, options), ...POOL_LIMITS, max });
  // Without a listener, Node would end the process when a connection breaks.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export interface DatabaseAddresses {
  readonly databaseUrl: string;
  readonly directUrl?: string | null;
}

export function directUrlOf({ databaseUrl, directUrl = null }: DatabaseAddresses): string {
  return directUrl ?? databaseUrl;
}
