import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

/** Any number that no other user of the database takes for its own advisory lock. */
const MIGRATION_LOCK = 1_957_0923;

/** Brings the database at `databaseUrl` up to date. Several processes may start at once: they take turns. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle({ client }), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end();
  }
}

/** `db/migrations` lies beside the sources in a checkout and beside `dist` in the image: the nearest one upwards is ours. */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, 'db', 'migrations');
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate;
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder db/migrations is missing: keep it beside dist.');
    folder = parent;
  }
}
