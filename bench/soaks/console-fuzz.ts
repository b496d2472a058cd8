import { OPERATOR_API } from '../../src/contract/operator/api.ts';
import { hireOperator } from '../../test/builders/operators.ts';
import { consoleDoor } from '../../test/load/fuzz/doors.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import { inParallel } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { sum } from '../statistics.ts';
import { secondsSince, type Soak, type SoakOptions } from './soak.ts';

const CALLS_AT_ONCE = 3;

export const consoleFuzz: Soak = {
  name: 'console-fuzz',
  proves: 'Generated requests to each call of the console get a success or a clear 4xx',
  fullSize: 10_000,
  smallSize: null,
  async run(shop, options) {
    const calls = Object.keys(OPERATOR_API);
    const answered = await inParallel(calls, CALLS_AT_ONCE, (name) => fuzzCall(shop, name, options));
    return `${sum(answered)} requests to ${calls.length} calls`;
  },
};

/** With an operator and a subscriber of its own, so that no call ends what another one needs. */
async function fuzzCall(shop: Shop, name: string, { size: count, seed, report }: SoakOptions): Promise<number> {
  const began = performance.now();
  const subscriber = await shop.signUp();
  await subscriber.buy();
  const clerk = await hireOperator(shop);
  const door = await consoleDoor(name, clerk, subscriber);
  const statuses = await fuzz(shop.siteUrl, door, { count, seed });
  report(`${name}: ${JSON.stringify(statuses)} in ${secondsSince(began)}`);
  // An operator who had lost the console would have been answered 404 all along.
  await clerk.call(OPERATOR_API.getToday);
  return sum(Object.values(statuses));
}
