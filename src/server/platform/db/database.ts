import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgTransaction } from 'drizzle-orm/pg-core';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { Pool } from 'pg';

export type Database = NodePgDatabase & { $client: Pool };
export type Transaction = PgTransaction<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>;
/** What a query function takes: the pool, or the transaction it is to be part of. */
export type Db = Database | Transaction;

/**
 * One pool per process. A request that cannot get a connection within five seconds fails as `unavailable` instead of hanging, and a
 * statement that runs for fifteen is stopped by PostgreSQL itself.
 */
export function openDatabase(url: string, { maxConnections = 20 } = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // A connection that breaks is replaced by the pool; without listeners Node would end the process. The pool listens to idle ones
  // alone: one that was stopped in the middle of a transaction, because this process stood still for too long, needs its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle({ client: pool });
}
