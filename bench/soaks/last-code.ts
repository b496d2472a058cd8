import { deepStrictEqual } from 'node:assert';
import { gatherEvidence } from '../../test/load/evidence.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { retryWhileBusy } from '../../test/load/double-submit.ts';
import { countBy } from '../statistics.ts';
import { resultOrRefusal, type Soak } from './soak.ts';

const CALLS_AT_ONCE = 4;

export const lastCode: Soak = {
  name: 'last-code',
  proves: 'A code for one goes to one of many purchases made at once',
  fullSize: 500,
  smallSize: 5,
  async run({ stripe, ...shop }, { size }) {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const promotion = { type: 'coupon', coupon: coupon.id } as const;
    const code = await stripe.promotionCodes.create({ promotion, code: 'LASTONE', max_redemptions: 1 });
    const users = await inParallel(upTo(size), CALLS_AT_ONCE, () => shop.signUp());
    const orders = await inParallel(users, CALLS_AT_ONCE, (user) => user.order({ promotionCodeId: code.id }));
    const answers = await Promise.all(
      users.map((user, position) =>
        resultOrRefusal(async () => {
          const reply = await retryWhileBusy(() => user.submit(orders[position]));
          await user.confirm(reply, orders[position]?.paymentMethodId);
          await retryWhileBusy(() => user.settle(reply));
          return 'bought';
        }),
      ),
    );
    deepStrictEqual(countBy(answers), { bought: 1, invalid_promo_code: size - 1 });
    const winner = users[answers.indexOf('bought')];
    if (winner === undefined) throw new Error('No purchase got the code.');
    deepStrictEqual((await gatherEvidence({ ...shop, stripe }, winner)).stripe.charges, [750]);
    const charges = await stripe.charges.list({ limit: 100 });
    deepStrictEqual(charges.data.filter(({ paid }) => paid).length, 1);
    return `1 bought, ${size - 1} refused`;
  },
};
