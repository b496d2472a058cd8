import { deepStrictEqual } from 'node:assert';
import { claimGift, listGifts } from '../../src/contract/gifts.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { giveAnnouncedGift } from '../../test/builders/gifts.ts';
import { groupBy, inParallel, upTo } from '../../test/load/in-parallel.ts';
import { Refusal, type Shopper } from '../../test/clients/shopper.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE_SIGNING_UP = 4;

/** One gift whose link has got about, and `count` people who open it at the same moment: it is one person’s, and stays theirs. */
export const claims: Soak = {
  fullCount: 500,
  async run(shop, { count, seed }) {
    const { gift, token } = await giveAnnouncedGift(shop, await shop.signUp());
    const users = await inParallel(upTo(count), AT_ONCE_SIGNING_UP, () => shop.signUp());
    const claim = async (user: Shopper): Promise<string> => {
      try {
        return (await user.call(claimGift, { body: { token } })).id;
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
    };
    const answers = await Promise.all(new SeededRandom(seed).shuffle(users).map(claim));
    const outcomes = Object.fromEntries(
      [...groupBy(answers, (answer) => answer)].map(([answer, all]) => [answer, all.length]),
    );
    deepStrictEqual(outcomes, { [gift.id]: 1, gift_claimed: count - 1 });
    const lists = await inParallel(users, AT_ONCE_SIGNING_UP, (user) => user.call(listGifts));
    deepStrictEqual(lists.filter(({ received }) => received.length > 0).length, 1);
    console.log(`${count} at once: ${JSON.stringify(Object.values(outcomes))}`);
  },
};
