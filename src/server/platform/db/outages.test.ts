import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ScratchDatabase, scratchDatabase } from '../../../../test/server/scratch-database.ts';
import { openShop } from '../../../../test/server/open-shop.ts';
import { Refusal } from '../../../../test/clients/shopper.ts';
import { getAccount } from '../../../contract/account.ts';
import { isDatabaseOutage } from './outage.ts';
import { type Database, openDatabase } from './database.ts';

/** Its own PostgreSQL, since these tests would break others. */
let database: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  database = await scratchDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.stop();
});

async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  return await Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );
}

/** Statements that really cause the error with this code. */
const FAULTS = {
  '57P01': sql`select pg_terminate_backend(pg_backend_pid())`,
  ...(process.platform === 'linux' && {
    '53100': sql`copy (select repeat('x', 100000)) to '/dev/full'`,
    // No memory is mapped at address 0, so reading it is an I/O error.
    '58030': sql`select pg_read_file('/proc/self/mem', 0, 8)`,
  }),
  '53200': sql`select count(pg_advisory_xact_lock(number)) from generate_series(1, 1000000) number`,
};

test.each(Object.entries(FAULTS))('%s is an outage', async (code, statement) => {
  const failure = await failureOf(db.execute(statement));
  expect(failure).toMatchObject({ cause: { code } });
  expect(failure).toSatisfy(isDatabaseOutage);
  // The error arrives before the transaction has released its locks.
  await expect.poll(() => db.$count(sql`pg_locks where locktype = 'advisory'`)).toBe(0);
});

test('whatever is met when a process of PostgreSQL is killed is an outage, and it is back by itself', async () => {
  // This PostgreSQL doesn't wait for the disk, so the latest commits would be lost.
  await db.execute(sql`checkpoint`);
  const bystander = new Client({ connectionString: database.url });
  const ended = new Promise<Error>((resolve) => bystander.once('error', resolve));
  await bystander.connect();
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  const failures: unknown[] = [await ended];
  await expect
    .poll(async () => {
      const failure = await failureOf(db.execute(sql`select 1`));
      if (failure !== null) failures.push(failure);
      return failure;
    })
    .toBeNull();
  expect(failures.filter((failure) => !isDatabaseOutage(failure))).toEqual([]);
});

test('a connection that turned out to be read-only is closed, in a transaction and outside', async () => {
  const pool = openDatabase(database.url, { maxConnections: 1 });
  onTestFinished(() => pool.$client.end());
  await pool.execute(sql`create table written (id integer)`);
  const write = sql`insert into written values (1)`;
  for (const attempt of [() => pool.execute(write), () => pool.transaction((tx) => tx.execute(write))]) {
    await pool.execute(sql`set default_transaction_read_only = on`);
    expect(await failureOf(attempt())).toMatchObject({ cause: { code: '25006' } });
    await attempt();
  }
});

test('where only reads are allowed (25006), what would write is told to try again, and what reads is answered', async () => {
  const shop = await openShop(database.url);
  try {
    const user = await shop.signUp();
    await setReadOnly(true);
    expect(await failureOf(shop.signUp())).toMatchObject({ cause: 503 });
    await user.call(getAccount);
    const refusal = await failureOf(user.addAddress({ city: 'Wick Harbor' }));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable', message: /try again/ });
    await setReadOnly(false);
    await expect.poll(() => failureOf(user.addAddress({ city: 'Wick Harbor' }))).toBeNull();
  } finally {
    await setReadOnly(false);
    await shop.close();
  }

  async function setReadOnly(on: boolean): Promise<void> {
    // Applies to new connections, like after a failover to a standby.
    const name = new URL(database.url).pathname.slice(1);
    await db.transaction(async (tx) => {
      await tx.execute(sql`set transaction read write`);
      await tx.execute(sql.raw(`alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}`));
    });
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await db.execute(sql`select 1`);
  }
});

test('57P03, while PostgreSQL is going away, is an outage', async () => {
  const last = await db.$client.connect();
  // A smart shutdown: open sessions may continue, but new ones are refused.
  process.kill(database.pid, 'SIGTERM');
  await expect
    .poll(() => failureOf(new Client({ connectionString: database.url }).connect()))
    .toMatchObject({ code: '57P03' });
  expect(await failureOf(new Client({ connectionString: database.url }).connect())).toSatisfy(isDatabaseOutage);
  last.release(true);
});
