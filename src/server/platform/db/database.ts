import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgTransaction } from 'drizzle-orm/pg-core';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { Pool } from 'pg';
import { openPool } from './connection.ts';
import { StatementPool } from './statements.ts';

export type Database = NodePgDatabase & { $client: Pool };
export type Transaction = PgTransaction<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>;
export type Db = Database | Transaction;

export interface DatabaseOptions {
  readonly maxConnections?: number;
  readonly queryTimeoutMs?: number;
  readonly prepares?: boolean;
  readonly throughPooler?: boolean;
}

/** One pool per process. After five seconds without a free connection, a request fails as `unavailable`. */
export function openDatabase(
  url: string,
  { maxConnections = 20, prepares = true, ...options }: DatabaseOptions = {},
): Database {
  const pool = openPool(url, { max: maxConnections, ...options });
  const client = new StatementPool(pool, { prepares }) as unknown as Pool;
  return Object.assign(drizzle({ client }), { $client: pool });
}

export async function firstRow<Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/**
 * Builds a frequent statement once per pool, so that PostgreSQL plans it once per connection (about half the CPU).
 * Other arguments of the builder must be the same each time.
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
