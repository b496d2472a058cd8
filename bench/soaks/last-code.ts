import { deepStrictEqual } from 'node:assert';
import { gatherEvidence } from '../../test/load/evidence.ts';
import { groupBy, inParallel, upTo } from '../../test/load/in-parallel.ts';
import { retryWhileBusy } from '../../test/load/retry-while-busy.ts';
import { Refusal } from '../../test/clients/shopper.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE_SIGNING_UP = 4;

/** A code that may be used once, and `count` people who use it at the same moment: one of them gets it. */
export const lastCode: Soak = {
  fullCount: 500,
  async run(shop, { count }) {
    const promotionCodeId = await onceOnly(shop.stripe);
    const users = await inParallel(upTo(count), AT_ONCE_SIGNING_UP, () => shop.signUp());
    const orders = await inParallel(users, AT_ONCE_SIGNING_UP, (user) => user.order({ promotionCodeId }));
    const answers = await Promise.all(
      users.map(async (user, position) => {
        try {
          const reply = await retryWhileBusy(() => user.submit(orders[position]));
          await user.confirm(reply, orders[position]?.paymentMethodId);
          await retryWhileBusy(() => user.settle(reply));
          return 'bought';
        } catch (error) {
          if (error instanceof Refusal) return error.code;
          throw error;
        }
      }),
    );
    const counted = [...groupBy(answers, (answer) => answer)].map(([answer, all]) => [answer, all.length] as const);
    const outcomes = Object.fromEntries(counted);
    deepStrictEqual(outcomes, { bought: 1, invalid_promo_code: count - 1 });
    const winner = users[answers.indexOf('bought')];
    if (winner === undefined) throw new Error('Nobody got it.');
    deepStrictEqual((await gatherEvidence(shop, winner)).stripe.charges, [750]);
    const charges = await shop.stripe.charges.list({ limit: 100 });
    deepStrictEqual(charges.data.filter(({ paid }) => paid).length, 1);
    console.log(`${count} at once: ${JSON.stringify(outcomes)}`);
  },
};

async function onceOnly(stripe: Parameters<Soak['run']>[0]['stripe']): Promise<string> {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
  const promotion = { type: 'coupon', coupon: coupon.id } as const;
  return (await stripe.promotionCodes.create({ promotion, code: 'LASTONE', max_redemptions: 1 })).id;
}
