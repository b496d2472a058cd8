import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openDatabase } from './database.ts';

const database = await testDatabase();
const db = openDatabase(database.url, { maxConnections: 2 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

test('a connection that is ended between two statements of a transaction fails the transaction, not the process', async () => {
  const cutOff = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const pid = rows[0]?.pid ?? 0;
    await db.execute(sql`select pg_terminate_backend(${pid})`);
    await expect
      .poll(async () => (await db.execute(sql`select 1 from pg_stat_activity where pid = ${pid}`)).rows)
      .toEqual([]);
    await tx.execute(sql`select 1`);
  });
  await expect(cutOff).rejects.toThrow(/select 1|ommit|ollback|onnection/);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});
