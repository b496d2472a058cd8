import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/server/database.ts';
import { Wire } from '../../../../test/server/wire.ts';
import { openLog } from '../logging/log.ts';
import { isDatabaseOutage } from './outage.ts';
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

test('a transaction that cannot begin gives its connection back', async () => {
  const url = new URL(database.url);
  const wire = await Wire.open(Number(url.port));
  Object.assign(url, { port: String(wire.port), search: '' });
  const broken = openDatabase(url.href, { maxConnections: 1 });
  onTestFinished(async () => {
    await broken.$client.end();
    wire.close();
  });
  wire.breakWhen((request) => (request.includes('begin') ? 'never arrives' : 'passes'));
  for (let tries = 0; tries < 2; tries++)
    await expect(broken.transaction(async (tx) => await tx.execute(sql`select 1`))).rejects.toSatisfy(isDatabaseOutage);
  expect((await broken.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('a transaction whose rollback fails as well says why it failed', async () => {
  const failed = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    throw new Error('the real reason');
  });
  await expect(failed).rejects.toThrow('the real reason');
});

/** The request is told to try again. */
test('a statement that takes too long, and one of two transactions that wait for each other, are an outage', async () => {
  const tooLong = db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 10`);
    await tx.execute(sql`select pg_sleep(5)`);
  });
  await expect(tooLong).rejects.toSatisfy(isDatabaseOutage);

  let holding = 0;
  const embrace = async (own: number, other: number) =>
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${own})`);
      holding += 1;
      await expect.poll(() => holding).toBe(2);
      await tx.execute(sql`select pg_advisory_xact_lock(${other})`);
    });
  const outcomes = await Promise.allSettled([embrace(0, 1), embrace(1, 0)]);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(failures.map(isDatabaseOutage)).toEqual([true]);
  expect(isDatabaseOutage(new Error('anything else'))).toBe(false);
});

test('a log keeps the parameters of a failed statement back', async () => {
  const failed = db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 10`);
    await tx.execute(sql`select pg_sleep(5), ${'1 Ferry Road'}::text`);
  });
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  await failed.catch((error: unknown) => log.error({ err: error }, 'request failed'));
  expect(lines.join()).toContain('canceling statement due to statement timeout');
  expect(lines.join()).not.toContain('Ferry');
});
