import { deepStrictEqual } from 'node:assert';
import { openBeside } from '../../test/beside.ts';
import { Dice } from '../../test/dice.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/evidence.ts';
import { inParallel, upTo } from '../../test/in-parallel.ts';
import { Refusal, Shopper } from '../../test/shopper.ts';
import { Wire } from '../../test/wire.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE = 8;
const CUT_PERCENT = 30;
/** How often a buyer presses Pay before giving up on us. */
const PATIENCE = 40;

/** People buy while the provider's answers get lost after it has done what was asked, `count` times in all: one charge each. */
export const cutReplies: Soak = {
  fullCount: 1_000,
  async run(shop, { count, seed }) {
    const dice = new Dice(seed);
    const wire = await Wire.open(shop.sandbox.port);
    const stripe = { ...shop.ctx.config.stripe, apiBase: new URL(`http://127.0.0.1:${wire.port}`) };
    const beside = await openBeside(shop, { stripe });
    let buyers = 0;
    const cuts: Date[] = [];
    try {
      const unlucky = () => (dice.chance(CUT_PERCENT) ? 'answer lost' : 'passes');
      wire.breakWhen(unlucky, () => void cuts.push(new Date()));
      while (cuts.length < count) {
        await inParallel(upTo(AT_ONCE), AT_ONCE, async () => {
          const person = await Shopper.signUp({ siteUrl: beside.siteUrl, payer: shop.payer });
          await buyWhateverHappens(person);
          await shop.sandbox.webhooksDelivered();
          deepStrictEqual(await gatherEvidence(shop, person), ONE_MONTHLY_PURCHASE);
          buyers += 1;
        });
      }
    } finally {
      await beside.close();
      wire.close();
    }
    console.log(`${cuts.length} answers lost, ${buyers} buyers, one charge each`);
  },
};

/** Presses Pay again, with a new card each time, for as long as the shop says that the provider does not answer. */
async function buyWhateverHappens(person: Shopper): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await person.buy();
      return;
    } catch (error) {
      const mayTryAgain = error instanceof Refusal && ['payments_unavailable', 'checkout_busy'].includes(error.code);
      const isPaid = error instanceof Refusal && error.code === 'already_subscribed';
      if (isPaid) return;
      if (!mayTryAgain || attempt === PATIENCE) throw error;
    }
  }
}
