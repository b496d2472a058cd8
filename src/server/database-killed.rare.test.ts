import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../../launch/postgres.ts';
import { hasEnded } from '../../launch/processes.mjs';
import { receivedEmails } from '../../test/clients/mailbox.ts';
import { Visits } from '../../test/load/visits.ts';
import { openShop } from '../../test/server/open-shop.ts';
import { throwawayFolder } from '../../test/server/throwaway.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { isDatabaseOutage } from './platform/db/outage.ts';

/** An external PostgreSQL: its own supervisor starts it again, and the shop has to notice. */
const folder = await throwawayFolder();
let postgres: Postgres = await startPostgres({ dataDir: folder.path, durable: true });
await migrate(postgres.url);
const shop = await openShop(postgres.url, { workers: true });
afterAll(async () => {
  await shop.close();
  await postgres.stop();
  folder.remove();
});

const BACK_WITHIN_MS = 2_000;

test('a database killed with -9 means 503 and never 500, nothing acknowledged is lost, and the shop is back within two seconds of its return', async () => {
  const visits = new Visits(shop);
  visits.begin(2);
  await expect.poll(() => visits.allFineAfter(0)).not.toBe(null);
  const countRefused = () => visits.answers.filter(({ status }) => status === 503).length;
  for (let kills = 0; kills < 2; kills++) {
    process.kill(postgres.pid, 'SIGKILL');
    expect(await hasEnded(postgres.pid, 10_000)).toBe(true);
    const refused = countRefused();
    await expect.poll(countRefused).toBeGreaterThan(refused);
    postgres = await startPostgres({ dataDir: folder.path, durable: true });
    const returned = performance.now();
    await expect.poll(() => visits.allFineAfter(returned)).not.toBe(null);
    expect((visits.allFineAfter(returned) ?? 0) - returned).toBeLessThan(BACK_WITHIN_MS);
  }
  await visits.end();
  expect(visits.faults).toEqual([]);
  expect(countRefused()).toBeGreaterThan(0);
  expect(await visits.lost()).toEqual([]);
  const late = await shop.signUp();
  await expect.poll(async () => (await receivedEmails(shop.mailbox.url, late.email)).length).toBeGreaterThan(0);
});

test('a commit whose wait for a standby was cut short is an outage and no success', async () => {
  const [admin, db] = [openDatabase(postgres.url), openDatabase(postgres.url, { maxConnections: 1 })];
  const reload = sql`select pg_reload_conf()`;
  try {
    await db.execute(sql`create table waiting (number int)`);
    await db.execute(sql`create table tried (number int)`);
    await admin.execute(sql`alter system set synchronous_standby_names = 'nobody'`);
    await admin.execute(reload);
    // The checkpointer may apply a setting later than sessions show it.
    const waitsForStandby = async () => {
      const commit = db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 200`);
        await tx.execute(sql`insert into tried values (1)`);
      });
      return commit.then(
        () => false,
        (error: unknown) => isDatabaseOutage(error),
      );
    };
    await expect.poll(waitsForStandby).toBe(true);
    for (const work of [
      () => db.execute(sql`insert into waiting values (1)`),
      () => db.transaction((tx) => tx.execute(sql`insert into waiting values (2)`)),
    ]) {
      // The shop's own commits wait for that standby, too.
      const { rows: own } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const cancelled = sql`select pg_cancel_backend(pid) from pg_stat_activity
        where wait_event = 'SyncRep' and pid = ${own[0]?.pid}`;
      const failure = work().then(
        () => null,
        (error: unknown) => error,
      );
      await expect.poll(async () => (await admin.execute(cancelled)).rowCount).toBe(1);
      expect(await failure).toSatisfy(isDatabaseOutage);
    }
    // PostgreSQL reported both commits as done.
    const { rows } = await admin.execute(sql`select number from waiting order by number`);
    expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
  } finally {
    await admin.execute(sql`alter system reset synchronous_standby_names`);
    await admin.execute(reload);
    await Promise.all([admin, db].map(({ $client }) => $client.end()));
  }
});
