import { deepStrictEqual } from 'node:assert';
import { claimGift, listGifts } from '../../src/contract/gifts.ts';
import { giveAnnouncedGift } from '../../test/builders/gifts.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { SeededRandom } from './seeded-random.ts';
import { countBy } from '../statistics.ts';
import { resultOrRefusal, type Soak } from './soak.ts';

const CALLS_AT_ONCE = 4;

export const claims: Soak = {
  name: 'claims',
  proves: 'One gift link opened by many at once belongs to one of them',
  fullSize: 500,
  smallSize: 20,
  async run(shop, { size, seed }) {
    const { gift, token } = await giveAnnouncedGift(shop, await shop.signUp());
    const users = await inParallel(upTo(size), CALLS_AT_ONCE, () => shop.signUp());
    const answers = await Promise.all(
      new SeededRandom(seed)
        .shuffle(users)
        .map((user) => resultOrRefusal(async () => (await user.call(claimGift, { body: { token } })).id)),
    );
    const outcomes = countBy(answers);
    deepStrictEqual(outcomes, { [gift.id]: 1, gift_claimed: size - 1 });
    const lists = await inParallel(users, CALLS_AT_ONCE, (user) => user.call(listGifts));
    deepStrictEqual(lists.filter(({ received }) => received.length > 0).length, 1);
    return `1 claimed, ${outcomes['gift_claimed']} refused`;
  },
};
