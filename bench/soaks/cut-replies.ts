import { deepStrictEqual } from 'node:assert';
import { openBeside } from '../../test/server/beside.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { Refusal, Shopper } from '../../test/clients/shopper.ts';
import { type Fate, Wire } from '../../test/server/wire.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE = 8;
const CUT_PERCENT = 30;
/** The provider's client asks that often, by itself and with one key, before it gives up and the buyer is told to try again. */
const TRIES_PER_CALL = 3;
/** How often a buyer presses Pay before giving up on us. */
const PATIENCE = 40;

/**
 * People buy while the provider's answers get lost after it has done what was asked, `count` times in all: one charge each. Of every
 * other customer and subscription all answers are lost, so that it is not the client that asks again, but the buyer.
 */
export const cutReplies: Soak = {
  fullCount: 1_000,
  async run(shop, { count, seed }) {
    const random = new SeededRandom(seed);
    const wire = await Wire.open(shop.sandbox.port);
    const stripe = { ...shop.ctx.config.stripe, apiBase: new URL(`http://127.0.0.1:${wire.port}`) };
    const beside = await openBeside(shop, { stripe });
    let [buyers, presses] = [0, 0];
    const cuts: Date[] = [];
    try {
      wire.breakWhen(badLuck(random), () => void cuts.push(new Date()));
      while (cuts.length < count) {
        await inParallel(upTo(AT_ONCE), AT_ONCE, async () => {
          const user = await Shopper.signUp({ siteUrl: beside.siteUrl, payer: shop.payer });
          const pressed = await buyWhateverHappens(user);
          await shop.sandbox.webhooksDelivered();
          deepStrictEqual(await gatherEvidence(shop, user), ONE_MONTHLY_PURCHASE);
          [buyers, presses] = [buyers + 1, presses + pressed];
        });
      }
    } finally {
      await beside.close();
      wire.close();
    }
    console.log(`${cuts.length} answers lost, ${buyers} buyers who pressed Pay ${presses} times, one charge each`);
  },
};

const MAKES_SOMETHING = /^POST (\/v1\/(?:customers|subscriptions)) /;

function badLuck(random: SeededRandom): (request: Buffer) => Fate {
  const made = new Map<string, number>();
  const triesToLose = new Map<string, number>();
  return (bytes) => {
    const request = bytes.toString('latin1');
    const path = MAKES_SOMETHING.exec(request)?.[1];
    const key = /^idempotency-key: (.+)$/im.exec(request)?.[1];
    if (path !== undefined && key !== undefined) {
      if (!triesToLose.has(key)) {
        made.set(path, (made.get(path) ?? 0) + 1);
        triesToLose.set(key, (made.get(path) ?? 0) % 2 === 1 ? TRIES_PER_CALL : 0);
      }
      const left = triesToLose.get(key) ?? 0;
      triesToLose.set(key, left - 1);
      if (left > 0) return 'answer lost';
    }
    return random.chance(CUT_PERCENT) ? 'answer lost' : 'passes';
  };
}

/**
 * Presses Pay again, with a new card each time, for as long as the shop says that the provider does not answer.
 * @returns how often it was pressed
 */
async function buyWhateverHappens(user: Shopper): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      await user.buy();
      return attempt;
    } catch (error) {
      const mayTryAgain = error instanceof Refusal && ['payments_unavailable', 'checkout_busy'].includes(error.code);
      const isPaid = error instanceof Refusal && error.code === 'already_subscribed';
      if (isPaid) return attempt;
      if (!mayTryAgain || attempt === PATIENCE) throw error;
    }
  }
}
