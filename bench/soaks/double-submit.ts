import { deepStrictEqual } from 'node:assert';
import { pressPayAtOnce } from '../../test/load/double-submit.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import type { Soak } from '../soak.ts';

/** Pay pressed `count` times at once, with one card and with a card each: one subscription, one charge, one row. */
export const doubleSubmit: Soak = {
  fullCount: 1_000,
  async run(shop, { count }) {
    for (const cards of ['one card', 'a card each'] as const) {
      const user = await shop.signUp();
      const began = performance.now();
      const { replies, confirmations } = await pressPayAtOnce(user, count, cards);
      await shop.sandbox.webhooksDelivered();
      const evidence = await gatherEvidence(shop, user);
      deepStrictEqual(evidence, ONE_MONTHLY_PURCHASE);
      const distinct = new Set(replies.map(({ subscriptionId }) => subscriptionId)).size;
      const paid = confirmations.filter(({ error }) => error === null).length;
      deepStrictEqual([distinct, paid], [1, 1]);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(
        `${cards}: ${count} submits, ${distinct} subscription, ${paid} charge, ${evidence.subscriptions.length} row in ${seconds} s`,
      );
    }
  },
};
