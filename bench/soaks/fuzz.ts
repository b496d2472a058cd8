import { deepStrictEqual } from 'node:assert';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { apiDoors, authDoors } from '../../test/load/fuzz/doors.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import type { Soak } from '../soak.ts';

/** `count` generated requests to each door: a clear 4xx or a success, never a failure of ours. Then somebody buys. */
export const fuzzEveryDoor: Soak = {
  fullCount: 5_000,
  async run(shop, options) {
    for (const judged of [...(await apiDoors(shop)), ...(await authDoors(shop))]) {
      const began = performance.now();
      const statuses = await fuzz(shop.siteUrl, judged, options);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${judged.door.name}: ${JSON.stringify(statuses)} in ${seconds} s`);
    }
    const user = await shop.signUp();
    await user.buy();
    await shop.sandbox.webhooksDelivered();
    deepStrictEqual(await gatherEvidence(shop, user), ONE_MONTHLY_PURCHASE);
  },
};
