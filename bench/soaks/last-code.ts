import { deepStrictEqual } from 'node:assert';
import { gatherEvidence } from '../../test/load/evidence.ts';
import { groupBy, inParallel, upTo } from '../../test/load/in-parallel.ts';
import { insist } from '../../test/load/insist.ts';
import { Refusal } from '../../test/clients/shopper.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE_SIGNING_UP = 4;

/** A code that may be used once, and `count` people who use it at the same moment: one of them gets it. */
export const lastCode: Soak = {
  fullCount: 500,
  async run(shop, { count }) {
    const promotionCodeId = await onceOnly(shop.provider);
    const people = await inParallel(upTo(count), AT_ONCE_SIGNING_UP, () => shop.signUp());
    const orders = await inParallel(people, AT_ONCE_SIGNING_UP, (person) => person.order({ promotionCodeId }));
    const answers = await Promise.all(
      people.map(async (person, position) => {
        try {
          const reply = await insist(() => person.submit(orders[position]));
          await person.confirm(reply, orders[position]?.paymentMethodId);
          await insist(() => person.settle(reply));
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
    const winner = people[answers.indexOf('bought')];
    if (winner === undefined) throw new Error('Nobody got it.');
    deepStrictEqual((await gatherEvidence(shop, winner)).provider.charges, [750]);
    const charges = await shop.provider.charges.list({ limit: 100 });
    deepStrictEqual(charges.data.filter(({ paid }) => paid).length, 1);
    console.log(`${count} at once: ${JSON.stringify(outcomes)}`);
  },
};

async function onceOnly(provider: Parameters<Soak['run']>[0]['provider']): Promise<string> {
  const coupon = await provider.coupons.create({ percent_off: 50, duration: 'once' });
  const promotion = { type: 'coupon', coupon: coupon.id } as const;
  return (await provider.promotionCodes.create({ promotion, code: 'LASTONE', max_redemptions: 1 })).id;
}
