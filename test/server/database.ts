import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  /** Ends what is still connected and removes the database. */
  drop(): Promise<void>;
}

/** A database of one's own with every migration applied and no rows: a copy of the run's template, some 30 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${inject('templateDatabase')}`);
  return {
    url: databaseUrl(name),
    drop: () => administer(`drop database ${name} with (force)`),
  };
}

function databaseUrl(name: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
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
