import { expect, test } from 'vitest';
import { testDatabase } from '../../test/server/database.ts';
import { openShop } from '../../test/server/open-shop.ts';
import { SOAKS } from './registry.ts';
import { shopOptionsOf } from './soak.ts';

const SEED = 1957;
const TIMEOUT_MS = 300_000;

/** These soaks kill processes, print whole runs or take minutes, so only `npm run test:rare` runs them. */
const LONG = new Set(['console-money', 'fulfilment-killed', 'price', 'printer', 'sealed', 'thief']);

/** Runs the long or the short soaks in their small size; `npm run soak -- NAME` runs the full one. */
export function testSmallSoaks(which: 'long' | 'short'): void {
  for (const soak of SOAKS) {
    const { name, proves, smallSize: size } = soak;
    if (size === null || LONG.has(name) !== (which === 'long')) continue;
    test(`${name}: ${proves}`, { timeout: TIMEOUT_MS }, async () => {
      const database = await testDatabase();
      const shop = await openShop(database.url, shopOptionsOf(soak));
      try {
        expect(await soak.run(shop, { size, seed: SEED, report: () => undefined })).not.toBe('');
      } catch (error) {
        console.error(shop.log.join(''));
        throw error;
      } finally {
        await shop.close();
        await database.drop();
      }
    });
  }
}
