import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgTransaction, PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { Pool, type PoolClient } from 'pg';
import { type BoundedClient, boundedClient, boundedConnectionTo } from './bounded-client.ts';
import { connectInOwnName } from './trace-statements.ts';

export type Database = NodePgDatabase & { $client: Pool };
export type Transaction = PgTransaction<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>;
export type Db = Database | Transaction;

const LONG_STATEMENT_MS = 15 * 60_000;
const WHOLE_DAY_MS = 24 * 60 * 60_000;

export interface DatabaseOptions {
  readonly maxConnections?: number;
  readonly answeredWithinMs?: number;
  readonly prepares?: boolean;
  readonly throughPooler?: boolean;
}

/** One pool per process. A request fails as `unavailable` after five seconds without a connection. */
export function openDatabase(
  url: string,
  { maxConnections = 20, answeredWithinMs, prepares, throughPooler }: DatabaseOptions = {},
): Database {
  const pool = new Pool({
    ...boundedConnectionTo(url, { throughPooler }),
    max: maxConnections,
    Client: boundedClient({ answeredWithinMs, prepares }),
  });
  connectInOwnName(pool);
  // Without listeners Node ends the process when a connection breaks, idle or inside a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('release', (_error, client) => (client as PoolClient & BoundedClient).allow(null));
  const db = drizzle({ client: pool });
  db.transaction = (run, config) => transactionOn(pool, run, config);
  return db;
}

/**
 * Like the library's, which loses a connection for good when `begin` fails on it, and hides why a transaction failed when
 * `rollback` fails as well.
 */
async function transactionOn<T>(
  pool: Pool,
  run: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    return await drizzle({ client }).transaction(async (tx) => {
      try {
        return await run(tx);
      } catch (error) {
        failure = error;
        throw error;
      }
    }, config);
  } catch (error) {
    throw failure ?? error;
  } finally {
    client.release();
  }
}

/** Each statement of the transaction, and each pause between two, may take a quarter of an hour. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  const { client } = tx._.session as unknown as { client: BoundedClient };
  client.allow(LONG_STATEMENT_MS);
  const limit = sql.raw(String(LONG_STATEMENT_MS));
  await tx.execute(sql`set local statement_timeout = ${limit}`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = ${limit}`);
}

/** Lifts the limit of each statement on a connection of its own, which must then be closed, not returned to the pool. */
export async function liftStatementLimit(client: PoolClient & Partial<Pick<BoundedClient, 'allow'>>): Promise<void> {
  client.allow?.(WHOLE_DAY_MS);
  await client.query('set statement_timeout = 0');
}

export async function firstRow<Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/**
 * Builds a hot statement once per pool: PostgreSQL then plans it once per connection (about half the CPU). What is handed to the builder
 * beside the pool must be the same each time.
 */
export function preparedStatement<On extends Db, Given extends unknown[], Statement>(
  build: (db: On, ...given: Given) => Statement,
): (db: On, ...given: Given) => Statement {
  const built = new WeakMap<On, Statement>();
  return (db, ...given) => {
    const statement = built.get(db) ?? build(db, ...given);
    built.set(db, statement);
    return statement;
  };
}
