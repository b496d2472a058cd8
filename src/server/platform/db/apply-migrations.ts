import { setTimeout as sleep } from 'node:timers/promises';
import type { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import { ConfigError } from '../config/variables.ts';

/** An arbitrary number for an advisory lock, so that only one of several processes migrates. */
const MIGRATION_LOCK = 1_957_0923;

/** Short, since every later statement on the table waits as well. */
const LOCK_WAIT_MS = 4_000;
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

const JOURNAL = 'drizzle.__drizzle_migrations';

type Migrations = ReturnType<typeof readMigrationFiles>;

export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows: journal } = await client.query(`select to_regclass('${JOURNAL}') is not null as exists`);
  if (!journal[0]?.exists) return [];
  const { rows } = await client.query<{ hash: string }>(`select hash from ${JOURNAL} order by id`);
  return rows.map(({ hash }) => hash);
}

/**
 * @returns how many were applied (decision 133)
 * @throws ConfigError if a table stays locked
 */
export async function applyMigrations(client: Client, migrations: Migrations): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(client, () => applyMissing(client, migrations));
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === LOCK_TRIES) {
        throw new ConfigError(
          'A transaction of somebody else holds a table that a migration has to change, and did not let go of it: end it, and migrate again.',
        );
      }
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyMissing(client: Client, migrations: Migrations): Promise<number> {
  await client.query('set local statement_timeout = 0');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const missing = migrations.slice((await appliedMigrations(client)).length);
  if (missing.length === 0) return 0;
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  await createJournal(client);
  for (const { sql, hash, folderMillis } of missing) {
    for (const statement of sql) await client.query(statement);
    await client.query(`insert into ${JOURNAL} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
  }
  return missing.length;
}

/** The same table that Drizzle's migrator creates. */
async function createJournal(client: Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('${JOURNAL}') is not null as exists`);
  if (rows[0]?.exists) return;
  await client.query('create schema if not exists drizzle');
  await client.query(`create table ${JOURNAL} (id serial primary key, hash text not null, created_at bigint)`);
}
