import { deepStrictEqual } from 'node:assert';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { apiDoors } from '../../test/load/fuzz/doors.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import { authDoors } from '../../test/load/fuzz/identity-doors.ts';
import { secondsSince, type Soak } from './soak.ts';

export const fuzzEndpoints: Soak = {
  name: 'fuzz',
  proves: 'Generated requests to every endpoint get a success or a clear 4xx, and a purchase works afterwards',
  fullSize: 5_000,
  smallSize: null,
  async run(shop, { size: count, seed, report }) {
    const endpoints = [...(await apiDoors(shop)), ...(await authDoors(shop))];
    for (const door of endpoints) {
      const began = performance.now();
      const statuses = await fuzz(shop.siteUrl, door, { count, seed });
      report(`${door.name}: ${JSON.stringify(statuses)} in ${secondsSince(began)}`);
    }
    const user = await shop.signUp();
    await user.buy();
    await shop.sandbox.webhooksDelivered();
    deepStrictEqual(await gatherEvidence(shop, user), ONE_MONTHLY_PURCHASE);
    return `${endpoints.length} endpoints, ${endpoints.length * count} requests`;
  },
};
