import { describe, expect, test } from 'vitest';
import { emailCounts, queuedEmails } from '../../../../test/clients/mailbox.ts';
import { letAMonthPass, rowOf } from '../../../../test/builders/months.ts';
import { buyAtPrice } from '../../../../test/builders/other-prices.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { PLANS } from '../../../domain/plans.ts';
import { USED_BY_EARLIER_ORDER } from '../../../domain/promotion.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { setUpCatalogue } from './catalogue.ts';
import { refundUnderGuarantee } from '../refunds/refund-under-guarantee.ts';

const shop = await startShop();
const OPERATOR = { operator: 'wendell', note: 'did not care for the ending' } as const;

async function subscriber(): Promise<{ user: Shopper; id: string; stripeId: string }> {
  const user = await shop.signUp();
  const { subscriptionId: stripeId } = await user.buy();
  return { user, id: (await rowOf(shop, stripeId)).id, stripeId };
}

/** Runs `payments:setup` with another monthly price, then `meanwhile`, then `payments:setup` with ours. */
async function whileThePriceIs(priceCents: number, meanwhile: () => Promise<void>): Promise<void> {
  await setUpCatalogue(shop.stripe, { ...PLANS, monthly: { ...PLANS.monthly, priceCents } });
  await meanwhile();
  await setUpCatalogue(shop.ctx.stripe);
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

describe('payments:setup', () => {
  const raised = { ...PLANS, monthly: { ...PLANS.monthly, priceCents: 1800 } };

  test('makes a price once, however often it is run', async () => {
    expect(await setUpCatalogue(shop.stripe)).toEqual(await setUpCatalogue(shop.stripe));
  });

  test('after a change of price makes a new one of the same product and moves the lookup key, also when the price goes back', async () => {
    const before = await setUpCatalogue(shop.stripe);
    const after = await setUpCatalogue(shop.stripe, raised);
    expect(await setUpCatalogue(shop.stripe, raised)).toEqual(after);
    expect(after.annual).toBe(before.annual);
    const [old, current] = await Promise.all(
      [before.monthly, after.monthly].map((id) => shop.stripe.prices.retrieve(id)),
    );
    expect(current).toMatchObject({ unit_amount: 1800, lookup_key: 'season1_monthly', product: old?.product });
    expect(old).toMatchObject({ unit_amount: 1500, lookup_key: null, active: true });
    const back = await setUpCatalogue(shop.ctx.stripe);
    expect(await shop.stripe.prices.retrieve(back.monthly)).toMatchObject({
      unit_amount: 1500,
      lookup_key: 'season1_monthly',
    });
  });
});

describe('a checkout that is open while the price changes', () => {
  test('is refused when its page shows another price than the one charged now, and nothing is made at Stripe', async () => {
    const user = await shop.signUp();
    const refused = user.submit({ shownPriceCents: 1200 });
    await expect(refused).rejects.toMatchObject({
      status: 409,
      code: 'price_changed',
      message: expect.stringContaining('now costs $15.00 per month. Nothing was charged.'),
    });
    expect(await user.submit({ shownPriceCents: 1500 })).toMatchObject({ paid: false });
  });

  test('is begun anew at the new price, and the old one can no longer be paid', async () => {
    const user = await shop.signUp();
    const before = await user.submit();
    await whileThePriceIs(1800, async () => {
      expect(await user.submit()).toEqual(before);
    });
    const after = await user.submit();
    expect(after.subscriptionId).not.toBe(before.subscriptionId);
    expect((await user.confirm(before)).status).toBeNull();
    await user.confirm(after);
    expect(await user.settle(after)).toBe('active');
  });
});

test('a code for one use that the purchase at the earlier price used up is refused in clear words, and nothing is charged', async () => {
  const user = await shop.signUp();
  const promotionCodeId = await shop.promotion({ percent_off: 20, duration: 'once', max_redemptions: 1 }, 'LASTONE');
  const before = await user.submit({ promotionCodeId });
  await whileThePriceIs(1800, async () => {});
  await expect(user.submit({ promotionCodeId })).rejects.toMatchObject({
    code: 'invalid_promo_code',
    message: `Invalid promo code. ${USED_BY_EARLIER_ORDER}`,
  });
  expect((await user.confirm(before)).status).toBeNull();
  const again = await user.call(API.validatePromoCode, { body: { promoCode: 'LASTONE', planType: 'monthly' } });
  expect(again).toMatchObject({ valid: false, error: expect.stringContaining('already been used') });
  const { customerId } = await user.buy();
  const { data } = await shop.stripe.charges.list({ customer: customerId });
  expect(data.map(({ amount }) => amount)).toEqual([1500]);
});

test('the first email about a sale at another price names that price', async () => {
  const user = await shop.signUp();
  const promotionCodeId = await shop.promotion({ percent_off: 50, duration: 'once' });
  const { monthly } = await setUpCatalogue(shop.stripe, { ...PLANS, monthly: { ...PLANS.monthly, priceCents: 1200 } });
  await buyAtPrice(shop, user, monthly, { promotionCodeId });
  await setUpCatalogue(shop.ctx.stripe);
  const [email] = await queuedEmails(shop.ctx, { recipient: user.email, dedupeKey: 'subscription-started:%' });
  expect(email?.data).toMatchObject({ amountPaidCents: 600, thenText: 'then $12.00 per month' });
  expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ costCents: 1200 }]);
});
