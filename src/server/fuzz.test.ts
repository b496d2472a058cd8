import { expect, test } from 'vitest';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { apiDoors, consoleDoors } from '../../test/load/fuzz/doors.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import { authDoors } from '../../test/load/fuzz/identity-doors.ts';
import { startShop } from '../../test/server/shop.ts';

const shop = await startShop();
const doors = [...(await apiDoors(shop)), ...(await authDoors(shop))];
/** `npm run soak -- fuzz` sends 5,000 to each. */
const REQUESTS = 10;
/** `npm run soak -- console-fuzz` sends 10,000 to each. */
const REQUESTS_TO_CONSOLE = 3;
const SEED = 1957;

test.each(doors.map((door) => [door.name, door] as const))(
  '%s answers whatever is sent to it, and never with a failure of its own',
  async (_name, door) => {
    const statuses = await fuzz(shop.siteUrl, door, { count: REQUESTS, seed: SEED });
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
  },
  60_000,
);

test('the console answers whatever an operator sends to it, and never with a failure of its own', async () => {
  for (const door of await consoleDoors(shop)) {
    const statuses = await fuzz(shop.siteUrl, door, { count: REQUESTS_TO_CONSOLE, seed: SEED });
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(REQUESTS_TO_CONSOLE);
  }
}, 120_000);

test('after all that, someone buys a season as if nothing had happened', async () => {
  const user = await shop.signUp();
  await user.buy();
  await shop.sandbox.webhooksDelivered();
  expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
});
