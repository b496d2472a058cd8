import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

/** A database of one's own with every migration applied and no rows: a copy of the run's template, some 30 ms. */
export async function testDatabase() {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${inject('templateDatabase')}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    /** Ends open connections and removes the database. */
    drop: () => administer(`drop database ${name} with (force)`),
  };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
