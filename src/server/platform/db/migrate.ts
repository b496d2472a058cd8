import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  await migrateFrom(ownMigrations(), databaseUrl);
}

function ownMigrations(): string {
  return resolveAssetPath('db/migrations');
}

async function migrateFrom(migrationsFolder: string, databaseUrl: string): Promise<void> {
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
  const [oldest] = await appliedMigrations(client);
  const [first] = readMigrationFiles({ migrationsFolder });
  if (oldest === undefined || oldest === first?.hash) return;
  throw new ConfigError(
    'This database was made by a release before 1.0, which this one cannot read: name an empty one with DATABASE_URL or DATA_DIR, or delete the data folder.',
  );
}

/** Hashes of the migrations that a database has, oldest first. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows: journal } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!journal[0]?.exists) return [];
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id');
  return rows.map(({ hash }) => hash);
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
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if ((await appliedMigrations(client)).length === wanted.length) return;
  } finally {
    await client.end();
  }
  throw new ConfigError(
    'The database was prepared by a later release than the one that made the backup: restore into a new one.',
  );
}
