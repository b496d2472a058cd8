import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/server/database.ts';
import { openShop } from '../../../../test/server/open-shop.ts';
import { Refusal } from '../../../../test/clients/shopper.ts';
import { Wire } from '../../../../test/server/wire.ts';
import { getAccount } from '../../../contract/account.ts';
import { isDatabaseOutage } from './outage.ts';
import { openJobs } from '../jobs/jobs.ts';
import { ChangeFeed } from '../feed.ts';
import { openDatabase } from './database.ts';
import { allowLongStatements } from './statements.ts';

const ANSWERED_WITHIN_MS = 600;
/** The statement's time limit, plus time to check the listener and reconnect. */
const BACK_WITHIN = { timeout: 20_000, interval: 50 };
const LONGEST_ANSWER_MS = 30_000;
const TEST_MS = 90_000;

/** A separate database, and a wire to it that can stop answering. */
async function openPath() {
  const database = await testDatabase();
  const url = new URL(database.url);
  const wire = await Wire.open(Number(url.port));
  onTestFinished(async () => {
    wire.close();
    await database.drop();
  });
  url.port = String(wire.port);
  // The search names the socket file, which would bypass the wire.
  url.search = '';
  return { wire, direct: database.url, url: url.href };
}

function openPool(url: string) {
  const db = openDatabase(url, { queryTimeoutMs: ANSWERED_WITHIN_MS });
  onTestFinished(() => db.$client.end());
  return db;
}

async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  return await Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );
}

test('a statement that stays unanswered is an outage, and its connection is not used again', async () => {
  const { wire, url } = await openPath();
  const db = openPool(url);
  await db.execute(sql`select 1`);
  wire.fallSilent();
  const failure = await failureOf(db.execute(sql`select 1`));
  expect(failure).toMatchObject({ cause: { message: 'Query read timeout' } });
  expect(failure).toSatisfy(isDatabaseOutage);
  await expect.poll(() => db.$client.totalCount).toBe(0);
  wire.endSilence();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('a transaction that allows long statements waits longer for each, and the next transaction does not', async () => {
  const { wire, url } = await openPath();
  const db = openPool(url);
  await db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await tx.execute(sql`select pg_sleep(${(2 * ANSWERED_WITHIN_MS) / 1_000})`);
  });
  wire.fallSilent();
  const failure = await failureOf(db.transaction((tx) => tx.execute(sql`select 1`)));
  expect(failure).toMatchObject({ cause: { message: 'Query read timeout' } });
});

test('a transaction that falls silent in the middle is an outage, and leaves no broken connection in the pool', async () => {
  const { wire, url } = await openPath();
  const db = openPool(url);
  const failure = await failureOf(
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      wire.fallSilent();
      const first = await failureOf(tx.execute(sql`select 2`));
      expect(first).toMatchObject({ cause: { message: 'Query read timeout' } });
      await tx.execute(sql`select 3`);
    }),
  );
  expect(failure).toMatchObject({ cause: { message: 'Query read timeout' } });
  expect(failure).toSatisfy(isDatabaseOutage);
  expect(db.$client.totalCount).toBe(0);
  wire.endSilence();
  await db.transaction(async (tx) => expect((await tx.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]));
});

test('a statement may take its time while PostgreSQL has answered, and idleness is no silence', async () => {
  const { url } = await openPath();
  const db = openPool(url);
  for (const _ of [1, 2, 3]) {
    await db.execute(sql`select pg_sleep(0.4)`);
    await new Promise((resolve) => setTimeout(resolve, 2 * ANSWERED_WITHIN_MS));
  }
  expect(db.$client.totalCount).toBe(1);
});

test(
  'jobs are taken up again after a silence, those that were asked for meanwhile included',
  async () => {
    const { wire, url, direct } = await openPath();
    const log = pino({ level: 'silent' });
    const worker = openJobs({ databaseUrl: url, role: 'both' }, log);
    const done: string[] = [];
    await worker.start();
    await worker.work('send-email', async ({ emailId }) => void done.push(emailId));
    const web = openJobs({ databaseUrl: direct, role: 'web' }, log);
    await web.start();
    const db = openPool(direct);
    onTestFinished(async () => {
      await Promise.all([worker.stop(), web.stop()]);
    });
    wire.fallSilent();
    await web.enqueue(db, 'send-email', { emailId: 'meanwhile' });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(done).toEqual([]);
    wire.endSilence();
    await expect.poll(() => done, BACK_WITHIN).toEqual(['meanwhile']);
    await web.enqueue(db, 'send-email', { emailId: 'afterwards' });
    await expect.poll(() => done, BACK_WITHIN).toEqual(['meanwhile', 'afterwards']);
  },
  TEST_MS,
);

test(
  'dashboards are notified to look again after a silence of the connection that listens',
  async () => {
    const { wire, url } = await openPath();
    let notified = 0;
    const feed = new ChangeFeed(url, pino({ level: 'silent' }));
    const leave = await feed.listen('5f0c8f0e-6c0f-4d2e-9b1a-2f8c1f0a7d11', () => void notified++);
    onTestFinished(leave);
    wire.fallSilent();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    wire.endSilence();
    await expect.poll(() => notified, BACK_WITHIN).toBe(1);
  },
  TEST_MS,
);

test(
  'during a silence every request is told within thirty seconds to try again, and the shop is back by itself',
  async () => {
    const { wire, url } = await openPath();
    const shop = await openShop(url);
    onTestFinished(() => shop.close());
    const user = await shop.signUp();
    await user.call(getAccount);
    wire.fallSilent();
    const began = performance.now();
    const [account, again, signIn] = await Promise.all([
      failureOf(user.call(getAccount)),
      failureOf(user.call(getAccount)),
      failureOf(shop.signUp()),
    ]);
    expect(performance.now() - began).toBeLessThan(LONGEST_ANSWER_MS);
    for (const refusal of [account, again]) {
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ status: 503, code: 'unavailable' });
    }
    expect(signIn).toMatchObject({ cause: 503, message: expect.stringContaining('Temporarily unavailable') as string });
    wire.endSilence();
    await expect.poll(async () => await failureOf(user.call(getAccount)), BACK_WITHIN).toBeNull();
    await shop.signUp();
  },
  TEST_MS,
);
