import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { resolveAssetPath } from '../config/asset-path.ts';
import { ConfigError } from '../config/variables.ts';

/** An arbitrary advisory lock: several processes may migrate at once. */
const MIGRATION_LOCK = 1_957_0923;

/**
 * Brings the database at `databaseUrl` up to date. Several processes may start at once: they take turns.
 * @throws ConfigError for a database of a release before 1.0
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const migrationsFolder = resolveAssetPath('db/migrations');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseEarlierRelease(client, migrationsFolder);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}

async function refuseEarlierRelease(client: Client, migrationsFolder: string): Promise<void> {
  const { rows: journal } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!journal[0]?.exists) return;
  const { rows } = await client.query('select hash from drizzle.__drizzle_migrations order by id limit 1');
  const [first] = readMigrationFiles({ migrationsFolder });
  if (rows.length === 0 || rows[0].hash === first?.hash) return;
  throw new ConfigError(
    'This database was made by a release before 1.0, which this one cannot read: name an empty one with DATABASE_URL or DATA_DIR, or delete the data folder.',
  );
}
