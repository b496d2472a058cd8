import { deepStrictEqual } from 'node:assert';
import { pressPayAtOnce } from '../../test/load/double-submit.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import type { Soak } from './soak.ts';

export const doubleSubmit: Soak = {
  name: 'double-submit',
  proves: 'Pay pressed at once, with one card and with a card each, makes one subscription, one charge, one row',
  fullSize: 1_000,
  smallSize: null,
  async run(shop, { size }) {
    for (const cards of ['one card', 'a card each'] as const) {
      const user = await shop.signUp();
      const { replies, confirmations } = await pressPayAtOnce(user, size, cards);
      await shop.sandbox.webhooksDelivered();
      deepStrictEqual(await gatherEvidence(shop, user), ONE_MONTHLY_PURCHASE);
      const distinct = new Set(replies.map(({ subscriptionId }) => subscriptionId)).size;
      const paid = confirmations.filter(({ error }) => error === null).length;
      deepStrictEqual([distinct, paid], [1, 1]);
    }
    return `${size} presses: 1 subscription, 1 charge, 1 row, twice`;
  },
};
