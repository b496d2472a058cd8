import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { resolveAssetPath } from '../config/asset-path.ts';
import { ConfigError } from '../config/variables.ts';
import { appliedMigrations, applyMigrations } from './apply-migrations.ts';

/**
 * Migrates the database at `databaseUrl`. Several processes may start it at once; they run one after another.
 * @returns how many migrations were applied
 * @throws ConfigError for a database of a release before 1.0
 */
export async function migrate(databaseUrl: string): Promise<number> {
  return await migrateFrom(ownMigrations(), databaseUrl);
}

/** @throws ConfigError unless the database has all migrations */
export async function requireMigrated(databaseUrl: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: ownMigrations() });
  const missing = known.length - (await withClient(databaseUrl, appliedMigrations)).length;
  if (missing <= 0) return;
  throw new ConfigError(
    `The database lacks ${missing} of this release’s ${known.length} migrations, and MIGRATE_AT_START is 0: run \`node dist/server/migrate.js\` first.`,
  );
}

function ownMigrations(): string {
  return resolveAssetPath('db/migrations');
}

async function migrateFrom(migrationsFolder: string, databaseUrl: string): Promise<number> {
  return await withClient(databaseUrl, async (client) => {
    await refuseEarlierRelease(client, migrationsFolder);
    return await applyMigrations(client, readMigrationFiles({ migrationsFolder }));
  });
}

async function refuseEarlierRelease(client: Client, migrationsFolder: string): Promise<void> {
  const [oldest] = await appliedMigrations(client);
  const [first] = readMigrationFiles({ migrationsFolder });
  if (oldest === undefined || oldest === first?.hash) return;
  throw new ConfigError(
    'This database was made by a release before 1.0, which this one cannot read: name an empty one with DATABASE_URL or DATA_DIR, or delete the data folder.',
  );
}

async function withClient<T>(databaseUrl: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
