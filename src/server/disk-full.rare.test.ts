import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '../../launch/data-folder.ts';
import { startPostgres } from '../../launch/postgres.ts';
import { createAddress } from '../contract/addresses.ts';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { Refusal, type Shopper } from '../../test/clients/shopper.ts';
import { openShop } from '../../test/server/open-shop.ts';
import { startServer } from '../../test/server/server-process.ts';
import { mountSmallDisk } from '../../test/server/small-disk.ts';
import { openSurroundings } from '../../test/server/surroundings.ts';
import { throwawayFolder } from '../../test/server/throwaway.ts';
import { migrate } from './platform/db/migrate.ts';

/** Only root may mount a disk that can be filled; elsewhere PostgreSQL is asked to refuse all writes, as a standby does. */
const disk = mountSmallDisk(1_000_000);
const folder = disk === null ? await throwawayFolder() : null;
const postgres = await startPostgres({
  dataDir: dataFolder(join(disk?.path ?? folder?.path ?? '', 'data')),
  durable: false,
});
await migrate(postgres.url);
const shop = await openShop(postgres.url);
afterAll(async () => {
  await shop.close();
  await postgres.stop();
  disk?.unmount();
  folder?.remove();
});

const MOST_SAVES = 3_000;

test('while the database has no room left, writes are refused with words, pages work and /readyz says 503', async () => {
  const user = await shop.signUp();
  expect(await readiness()).toBe(200);
  const statement = 'alter system set default_transaction_read_only =';
  if (disk === null) await reconfigure(`${statement} on`);
  else disk.fill();

  const refused = await saveUntilRefused(user);
  expect(refused).toMatchObject({
    status: 503,
    code: 'unavailable',
    message: expect.stringContaining('briefly unavailable'),
  });
  expect(await readiness()).toBe(503);
  expect((await fetch(shop.siteUrl)).status).toBe(200);
  expect((await fetch(`${shop.siteUrl}/healthz`)).status).toBe(200);

  if (disk === null) await reconfigure(`${statement} off`);
  else disk.free();
  await expect.poll(readiness, { timeout: 10_000 }).toBe(200);
  await user.call(createAddress, { body: address(MOST_SAVES) });
});

test.runIf(disk !== null)('a server that finds no room for its keys says so and ends', async () => {
  const around = await openSurroundings(postgres.url, { DATA_DIR: join(disk?.path ?? '', 'keys') });
  onTestFinished(() => around.close());
  disk?.fill();
  await expect(startServer(around.settings)).rejects.toThrow('There is no room left on the disk of the data folder.');
  disk?.free();
});

async function readiness(): Promise<number> {
  return (await fetch(`${shop.siteUrl}/readyz`)).status;
}

/** A table page with free space still takes some rows. */
async function saveUntilRefused(user: Shopper): Promise<unknown> {
  for (let count = 0; count < MOST_SAVES; count++) {
    try {
      await user.call(createAddress, { body: address(count) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error;
    }
  }
  throw new Error('No write was refused.');
}

function address(number: number) {
  return { ...HARBOR_ADDRESS, addressLine1: `${number} Gannet Row` };
}

async function reconfigure(statement: string): Promise<void> {
  await shop.ctx.db.$client.query(statement);
  await shop.ctx.db.$client.query('select pg_reload_conf()');
}
