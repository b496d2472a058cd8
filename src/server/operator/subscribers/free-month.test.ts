import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { stripeDesk } from '../../../../test/builders/stripe-edits.ts';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { freeMonths } from '../../commerce/billing-schema.ts';
import { finishFreeMonths } from '../../commerce/free-month.ts';
import { stripeSubscriptions } from '../../commerce/schema.ts';
import { listChangesOf } from '../../commerce/stripe-changes/queries.ts';
import { findStripeState } from '../../commerce/subscriptions/queries.ts';
import { HANDLERS } from '../../workers.ts';

const shop = await startShop();
const { db } = shop.ctx;
const note = 'Two letters came late.';
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

const desk = stripeDesk(shop);

const give = (id: string) => clerk.call(CONSOLE.giveFreeMonth, { params: { id }, body: { note } });

async function discountsOf(stripeId: string) {
  return (await shop.stripe.subscriptions.retrieve(stripeId)).discounts.length;
}

const costs = async (user: Shopper) =>
  (await user.call(API.getAccount)).subscriptions.map(({ costCents }) => costCents);

test.each([
  ['an annual plan', { planType: 'annual' as const }, /annual plan is paid for already/],
  ['a cancelled plan', {}, /No charge follows/],
])('%s has no free month, and says why', async (what, options, why) => {
  const { id } = await desk.subscriber(options);
  if (what === 'a cancelled plan') await clerk.call(CONSOLE.cancelForCustomer, { params: { id }, body: { note } });
  await expect(give(id)).rejects.toMatchObject({
    status: 409,
    code: 'wrong_state',
    message: expect.stringMatching(why) as string,
  });
  expect(await db.$count(freeMonths, eq(freeMonths.subscriptionId, id))).toBe(0);
});

test('a plan that Stripe has ended names no next charge anywhere, and has no free month', async () => {
  const { id, user } = await desk.subscriber();
  const chargedNext = async () => {
    const { items } = await clerk.call(CONSOLE.listSubscriptions, { query: { ids: id } });
    return items[0]?.nextChargeAt ?? null;
  };
  expect(await chargedNext()).not.toBeNull();
  await db.update(stripeSubscriptions).set({ rawStatus: 'canceled' }).where(eq(stripeSubscriptions.subscriptionId, id));
  expect(await chargedNext()).toBeNull();
  expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'active', chargesEnded: true }]);
  await expect(give(id)).rejects.toMatchObject({
    message: 'Stripe no longer charges this subscription, so no month can be free.',
  });
});

test('a gift has no free month', async () => {
  const giver = await shop.signUp();
  await giveGift(giver, inDays(shop, 20));
  const [gift] = (await giver.call(API.getAccount)).subscriptions;
  await expect(give(gift?.id ?? '')).rejects.toMatchObject({ code: 'wrong_state' });
});

test('a free month that a killed process left is given once, however often the job runs', async () => {
  const { id, stripeId } = await desk.subscriber();
  const state = await findStripeState(db, id);
  const month = { id: randomUUID(), subscriptionId: id, askedAt: shop.clock.now() };
  await db.insert(freeMonths).values({ ...month, chargeAt: state?.currentPeriodEnd ?? new Date() });
  await Promise.allSettled([finishFreeMonths(shop.ctx, id), finishFreeMonths(shop.ctx, id)]);
  await finishFreeMonths(shop.ctx, id);
  expect(await discountsOf(stripeId)).toBe(1);
  expect(Object.keys(HANDLERS)).toContain('give-free-month');
});

test('one asked for too late is given up, and the log says so', async () => {
  const { id, stripeId } = await desk.subscriber();
  const month = { id: randomUUID(), subscriptionId: id, askedAt: shop.clock.now() };
  await db.insert(freeMonths).values({ ...month, chargeAt: new Date('2026-01-01T00:00:00Z') });
  await expect(finishFreeMonths(shop.ctx, id)).rejects.toThrow('No month is free');
  expect(await discountsOf(stripeId)).toBe(0);
  expect(await db.$count(freeMonths, eq(freeMonths.subscriptionId, id))).toBe(0);
});

// Last, since it advances time.
test('the next charge is free once, beside a promo code, and isn’t taken for Stripe’s change', async () => {
  const fifthOff = { percent_off: 20, duration: 'forever' } as const;
  const { user, id, stripeId } = await desk.subscriber({ promotionCodeId: await shop.promotion(fifthOff) });
  const results = await Promise.allSettled([give(id), give(id)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await shop.sandbox.webhooksDelivered();
  expect(await costs(user)).toEqual([0]);
  await expect(give(id)).rejects.toMatchObject({ message: expect.stringMatching(/is free already/) as string });
  expect(await discountsOf(stripeId)).toBe(2);
  await letAMonthPass(shop, user);
  expect(await costs(user)).toEqual([1200]);
  const [account] = (await user.call(API.getAccount)).subscriptions;
  expect(account).toMatchObject({ status: 'active', monthsPaid: 2 });
  expect(await discountsOf(stripeId)).toBe(1);
  expect(await listChangesOf(db, id)).toEqual([]);
  clerk = await hireOperator(shop);
  const { items } = await clerk.call(CONSOLE.listSubscriptionInvoices, { params: { id } });
  expect(items.map(({ totalCents, status }) => [totalCents, status])).toEqual([
    [0, 'paid'],
    [1200, 'paid'],
  ]);
  expect(await emailCounts(shop, user)).toMatchObject({ 'renewal-receipt': 1 });
});
