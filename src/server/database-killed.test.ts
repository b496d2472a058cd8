import { afterAll, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../../launch/postgres.ts';
import { hasEnded } from '../../launch/processes.mjs';
import { receivedEmails } from '../../test/clients/mailbox.ts';
import { Visits } from '../../test/load/visits.ts';
import { openShop } from '../../test/server/open-shop.ts';
import { throwawayFolder } from '../../test/server/throwaway.ts';
import { migrate } from './platform/db/migrate.ts';

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
    postgres = await postgres.restart();
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
