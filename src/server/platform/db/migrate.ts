import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { resolveAssetPath } from '../config/asset-path.ts';

/** An arbitrary advisory lock: several processes may migrate at once. */
const MIGRATION_LOCK = 1_957_0923;

export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle({ client }), { migrationsFolder: resolveAssetPath('db/migrations') });
  } finally {
    await client.end();
  }
}
