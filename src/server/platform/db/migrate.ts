import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { resolveAssetPath } from '../config/asset-path.ts';
import { ConfigError } from '../config/variables.ts';
import { appliedMigrations, applyMigrations } from './apply-migrations.ts';

/**
 * Brings the database at `databaseUrl` up to date. Several processes may start at once: they take turns.
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

/**
 * Gives an empty database the migrations that another one had, and no later ones.
 * @throws ConfigError when this release does not know them, or the database has later ones
 */
export async function migrateAsFarAs(databaseUrl: string, wanted: readonly string[]): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: ownMigrations() }).map(({ hash }) => hash);
  if (wanted.length === 0 || !startsWith(known, wanted)) {
    throw new ConfigError(
      'The backup was made by another release, whose tables this one does not know: restore it with that release or a later one.',
    );
  }
  const folder = await firstMigrations(wanted.length);
  try {
    await migrateFrom(folder, databaseUrl);
  } finally {
    await rm(folder, { recursive: true });
  }
  await refuseLaterMigrations(databaseUrl, wanted);
}

function startsWith(all: readonly string[], first: readonly string[]): boolean {
  return first.every((each, index) => each === all[index]);
}

interface MigrationJournal {
  readonly entries: readonly unknown[];
}

/** A copy of the folder whose journal ends after that many. */
async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(ownMigrations(), folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as MigrationJournal;
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

async function refuseLaterMigrations(databaseUrl: string, wanted: readonly string[]): Promise<void> {
  const applied = await withClient(databaseUrl, appliedMigrations);
  if (applied.length === wanted.length) return;
  throw new ConfigError(
    'The database was prepared by a later release than the one that made the backup: restore into a new one.',
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
