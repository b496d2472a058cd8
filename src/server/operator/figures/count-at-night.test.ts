import { expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { countAtNight } from './count-at-night.ts';
import { nightlyFigures } from './nightly-figures-schema.ts';
import { countWeeks } from './weeks.ts';

const shop = await startShop();

test('figures that were stored at night are shown with their time, until the shop is small enough to count when asked', async () => {
  const clerk = await hireOperator(shop);
  const countedAt = shop.clock.now();
  const weeks = await countWeeks(shop.ctx);
  const figures = { ...weeks, last: { ...weeks.last, started: 7 } };
  await shop.ctx.db.insert(nightlyFigures).values({ name: 'weeks', figures, countedAt });
  expect(await clerk.call(CONSOLE.getWeeks)).toEqual({ ...figures, countedAt: countedAt.toISOString() });
  await countAtNight(shop.ctx);
  expect(await clerk.call(CONSOLE.getWeeks)).toEqual({ ...weeks, countedAt: null });
});
