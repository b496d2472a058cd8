import { Client } from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';

test('every test file has a migrated database of its own', async () => {
  const [mine, theirs] = await Promise.all([testDatabase(), testDatabase()]);
  expect(mine.url).not.toBe(theirs.url);
  expect(await countMigrations(mine.url)).toBeGreaterThan(0);
  await Promise.all([mine.drop(), theirs.drop()]);
  await expect(countMigrations(mine.url)).rejects.toThrow('does not exist');
});

async function countMigrations(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from drizzle.__drizzle_migrations');
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
