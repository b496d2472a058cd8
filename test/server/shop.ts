import { afterAll, afterEach } from 'vitest';
import { testDatabase } from './database.ts';
import { openShop, type Shop, type ShopOptions } from './open-shop.ts';

/** A shop of the test file's own, in a database of its own; it closes after the file's last test. */
export async function startShop(options?: ShopOptions): Promise<Shop> {
  const database = await testDatabase();
  const shop = await openShop(database.url, options);
  afterEach(({ task }) => {
    const lines = shop.log.splice(0);
    if (task.result?.state === 'fail') console.error(lines.join(''));
  });
  afterAll(async () => {
    await shop.close();
    await database.drop();
  });
  return shop;
}
