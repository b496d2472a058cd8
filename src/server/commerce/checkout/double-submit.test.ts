import { describe, expect, test } from 'vitest';
import { pressPayAtOnce } from '../../../../test/load/double-submit.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { startShop } from '../../../../test/server/shop.ts';

const shop = await startShop();
/** `npm run soak -- double-submit` does it with 200. */
const PRESSES = 40;

describe('Pay pressed many times at once', () => {
  test.each(['one card', 'a card each'] as const)(
    'with %s: one subscription at Stripe, one charge, one row',
    async (cards) => {
      const user = await shop.signUp();
      const { replies, confirmations } = await pressPayAtOnce(user, PRESSES, cards);
      expect(new Set(replies.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
      expect(confirmations.filter(({ error }) => error === null)).toHaveLength(1);
      await shop.sandbox.webhooksDelivered();
      expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
    },
    60_000,
  );

  test('for a season that costs nothing today: still one', async () => {
    const user = await shop.signUp();
    const promotionCodeId = await shop.promotion({ percent_off: 100, duration: 'once' });
    const order = await user.order({ promotionCodeId });
    const replies = await Promise.allSettled(Array.from({ length: PRESSES }, () => user.submit(order)));
    const refused = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason as unknown] : []));
    for (const reason of refused) expect(reason).toMatchObject({ code: 'already_subscribed' });
    await shop.sandbox.webhooksDelivered();
    expect(await gatherEvidence(shop, user)).toEqual({
      ...ONE_MONTHLY_PURCHASE,
      paidInvoices: [0],
      stripe: { customers: 1, subscriptions: ['active'], charges: [] },
    });
  }, 60_000);
});
