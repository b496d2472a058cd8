import { Client, escapeIdentifier } from 'pg';
import type { Config } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { migrateJobTables } from './jobs.ts';

/**
 * Brings the tables up to date. With a migration role of its own, the server's role owns none of them and is given what it needs
 * (decision 056). @throws ConfigError for a database of a release before 1.0
 */
export async function prepareDatabase({
  databaseUrl,
  migrationUrl,
}: Pick<Config, 'databaseUrl' | 'migrationUrl'>): Promise<void> {
  await migrate(migrationUrl ?? databaseUrl);
  if (migrationUrl === null) return;
  await migrateJobTables(migrationUrl);
  await grantTo(roleOf(databaseUrl), migrationUrl);
}

const SCHEMAS = 'public, auth, pgboss, drizzle';

async function grantTo(role: string, migrationUrl: string): Promise<void> {
  const name = escapeIdentifier(role);
  await withClient(migrationUrl, async (client) => {
    // One after another, or two servers that start at once would change the same row of the catalogue.
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

type Role = Pick<Config, 'databaseUrl' | 'deployed' | 'stripe'>;

/** Why a server with a live key must not start (decision 056). */
export async function roleRefusals({ databaseUrl, stripe }: Role): Promise<string[]> {
  const sentence = stripe.testPayments ? null : await superuserSentence(databaseUrl);
  return sentence === null ? [] : [sentence];
}

/** For a deployment on trial, which starts all the same. */
export async function roleWarning({ databaseUrl, deployed, stripe }: Role): Promise<string | null> {
  return deployed && stripe.testPayments ? await superuserSentence(databaseUrl) : null;
}

async function superuserSentence(databaseUrl: string): Promise<string | null> {
  return await withClient(databaseUrl, async (client) => {
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
