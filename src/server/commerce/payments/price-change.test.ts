import { describe, expect, test } from 'vitest';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { letAMonthPass, rowOf } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { PLANS } from '../../../domain/plans.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { refundUnderGuarantee } from '../refunds/refund-under-guarantee.ts';

const shop = await startShop();
const OPERATOR = { operator: 'wendell', note: 'did not care for the ending' } as const;

async function subscriber(): Promise<{ user: Shopper; id: string; stripeId: string }> {
  const user = await shop.signUp();
  const { subscriptionId: stripeId } = await user.buy();
  return { user, id: (await rowOf(shop, stripeId)).id, stripeId };
}

/** The lookup key goes to another price, as when a price is raised, and goes back once `meanwhile` is over. */
async function whileThePriceIs(cents: number, meanwhile: () => Promise<void>): Promise<void> {
  const { lookupKey } = PLANS.monthly;
  const [sold] = (await shop.stripe.prices.list({ lookup_keys: [lookupKey] })).data;
  if (sold === undefined) throw new Error('The sandbox has no monthly price.');
  await shop.stripe.prices.create({
    product: typeof sold.product === 'string' ? sold.product : sold.product.id,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
    lookup_key: lookupKey,
    transfer_lookup_key: true,
  });
  await meanwhile();
  await shop.stripe.prices.update(sold.id, { lookup_key: lookupKey, transfer_lookup_key: true });
}

describe('a subscription whose price no longer has our lookup key', () => {
  test('goes on as sold: its charges are recorded, with their receipts', async () => {
    const { user, stripeId } = await subscriber();
    await whileThePriceIs(1800, async () => {
      expect((await shop.stripe.subscriptions.retrieve(stripeId)).items.data[0]?.price.lookup_key).toBeNull();
      await letAMonthPass(shop, user);
    });
    const { subscriptions } = await user.call(API.getAccount);
    expect(subscriptions).toMatchObject([{ planType: 'monthly', monthsPaid: 2, costCents: 1500 }]);
    expect(await emailCounts(shop, user)).toMatchObject({ 'renewal-receipt': 1 });
  });

  test('is recorded when it was paid before, and nothing was heard of it until then', async () => {
    const user = await shop.signUp();
    shop.webhooks.hold();
    const reply = await user.submit();
    await user.confirm(reply);
    await whileThePriceIs(1800, () => reconcile(shop.ctx));
    shop.webhooks.pass();
    expect(await rowOf(shop, reply.subscriptionId)).toMatchObject({ planType: 'monthly', status: 'active' });
  });

  test('is no longer charged by Stripe once it is cancelled', async () => {
    const { user, id, stripeId } = await subscriber();
    await whileThePriceIs(1800, async () => {
      await user.call(API.cancelSubscription, { params: { id } });
      expect(await shop.stripe.subscriptions.retrieve(stripeId)).toMatchObject({ cancel_at_period_end: true });
    });
  });

  test('gives back every charge under the guarantee', async () => {
    const { user, id } = await subscriber();
    await whileThePriceIs(1800, async () => {
      await letAMonthPass(shop, user);
      expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(3000);
    });
  });
});
