import { expect, test } from 'vitest';
import { startShop } from '../../test/server/shop.ts';
import { claims } from './claims.ts';

const shop = await startShop();

test('of twenty who open one gift at the same moment one has it', async () => {
  await expect(claims.run(shop, { count: 20, seed: 1957 })).resolves.toBeUndefined();
});
