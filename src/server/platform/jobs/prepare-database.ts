import { Client, escapeIdentifier } from 'pg';
import type { Config } from '../config/config.ts';
import { type DatabaseAddresses, directUrlOf, SESSION_LIMITS } from '../db/connection.ts';
import { migrate, requireMigrated } from '../db/migrate.ts';
import { migrateJobTables } from './jobs.ts';

type PreparedConfig = DatabaseAddresses & Pick<Config, 'migrationUrl'> & Partial<Pick<Config, 'migratesAtStart'>>;

/**
 * Migrates the tables. If there is a separate migration role, the server's role owns no tables and gets only the
 * necessary rights.
 * @returns how many migrations were applied
 * @throws ConfigError
 */
export async function prepareDatabase({
  migrationUrl,
  migratesAtStart = true,
  ...addresses
}: PreparedConfig): Promise<number> {
  const directUrl = directUrlOf(addresses);
  if (!migratesAtStart) {
    await requireMigrated(directUrl);
    return 0;
  }
  const applied = await migrate(migrationUrl ?? directUrl);
  if (migrationUrl !== null) {
    await migrateJobTables(migrationUrl);
    await grantTo(roleOf(addresses.databaseUrl), migrationUrl);
  }
  if (directUrl !== addresses.databaseUrl) await limitSessions(directUrl);
  return applied;
}

async function limitSessions(directUrl: string): Promise<void> {
  await withClient(directUrl, async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('limits of sessions'))`);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const within = `alter role current_user in database ${escapeIdentifier(rows[0]?.name ?? '')}`;
    for (const [name, milliseconds] of Object.entries(SESSION_LIMITS)) {
      await client.query(`${within} set ${name} = ${milliseconds}`);
    }
    await client.query('commit');
  });
}

const SCHEMAS = 'public, auth, pgboss, drizzle';

async function grantTo(role: string, migrationUrl: string): Promise<void> {
  const name = escapeIdentifier(role);
  await withClient(migrationUrl, async (client) => {
    // One at a time, since two starting servers would otherwise change the same row of PostgreSQL's catalog.
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('grant to the server'))`);
    await client.query(`grant usage on schema ${SCHEMAS} to ${name}`);
    await client.query(`grant select, insert, update, delete on all tables in schema public, auth, pgboss to ${name}`);
    await client.query(`grant usage, select on all sequences in schema public, auth, pgboss to ${name}`);
    await client.query(`grant select on all tables in schema drizzle to ${name}`);
    await client.query('commit');
  });
}

function roleOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).username);
}

type Role = DatabaseAddresses & Pick<Config, 'deployed' | 'stripe'>;

/** The reasons why a server with a live Stripe key must not start. */
export async function roleRefusals({ stripe, ...addresses }: Role): Promise<string[]> {
  const sentence = stripe.testPayments ? null : await superuserSentence(addresses);
  return sentence === null ? [] : [sentence];
}

/** A warning for a trial deployment, which starts despite the problem. */
export async function roleWarning({ deployed, stripe, ...addresses }: Role): Promise<string | null> {
  return deployed && stripe.testPayments ? await superuserSentence(addresses) : null;
}

async function superuserSentence(addresses: DatabaseAddresses): Promise<string | null> {
  return await withClient(directUrlOf(addresses), async (client) => {
    const { rows } = await client.query<{ name: string; super: boolean }>(
      'select current_user as name, rolsuper as super from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.super) return null;
    return `DATABASE_URL is the way in of ${rows[0].name}, a superuser of the database: give the server a role that owns nothing, and DATABASE_MIGRATION_URL the owner of the tables (docs/operating.md).`;
  });
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
