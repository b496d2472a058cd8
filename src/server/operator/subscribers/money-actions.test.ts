import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { stripeDesk } from '../../../../test/builders/stripe-edits.ts';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import type { OrderOptions, Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { refundRequests, refunds } from '../../commerce/billing-schema.ts';
import { reconcile } from '../../commerce/reconcile/reconcile-checkouts.ts';
import { listChangesOf } from '../../commerce/stripe-changes/queries.ts';
import { operatorLog } from '../../platform/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const note = 'They wrote to us.';
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

async function subscriber(options: OrderOptions = {}) {
  const one = await stripeDesk(shop).subscriber(options);
  const { items } = await clerk.call(CONSOLE.listSubscriptionInvoices, { params: { id: one.id } });
  return { ...one, invoice: items[0]?.id ?? '' };
}

const refund = (invoice: string, amountCents: number, refundedBeforeCents = 0) =>
  clerk.call(CONSOLE.refundPayment, { params: { id: invoice }, body: { amountCents, refundedBeforeCents, note } });

async function atStripe(invoice: string): Promise<number[]> {
  const { data } = await shop.stripe.refunds.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.['invoice'] === invoice).map(({ amount }) => amount);
}

async function logged(subscriptionId: string): Promise<string[]> {
  const rows = await db.select().from(operatorLog).where(eq(operatorLog.subscriptionId, subscriptionId));
  return rows.map(({ action }) => action);
}

const statusOf = async (user: Shopper) => (await user.call(API.getAccount)).subscriptions[0];

test('an amount of a payment is refunded once, however often the order comes, and isn’t taken for Stripe’s change', async () => {
  const { user, id, invoice } = await subscriber();
  const replies = await Promise.all([refund(invoice, 500), refund(invoice, 500), refund(invoice, 500)]);
  expect(replies).toEqual(Array.from({ length: 3 }, () => ({ refundedCents: 500 })));
  expect(await refund(invoice, 500)).toEqual({ refundedCents: 500 });
  expect(await atStripe(invoice)).toEqual([500]);
  await shop.sandbox.webhooksDelivered();
  await reconcile(shop.ctx);
  expect(await listChangesOf(db, id)).toEqual([]);
  expect(await logged(id)).toEqual(['refund_payment']);
  expect(await emailCounts(shop, user)).toMatchObject({ refunded: 1 });
  expect(await statusOf(user)).toMatchObject({ status: 'active', refunded: false, monthsPaid: 1 });
});

test('a second refund needs the amount that is refunded by now, and never exceeds the payment', async () => {
  const { invoice } = await subscriber();
  await refund(invoice, 500);
  await expect(refund(invoice, 700)).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
  await expect(refund(invoice, 1100, 500)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  expect(await refund(invoice, 1000, 500)).toEqual({ refundedCents: 1500 });
  await expect(refund(invoice, 1, 1500)).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await atStripe(invoice)).toEqual([1000, 500]);
  await expect(refund('in_unknown', 1)).rejects.toMatchObject({ status: 404 });
});

test('a refund that a killed process left is finished once by the next comparison with Stripe', async () => {
  const { user, id, invoice } = await subscriber();
  const request = { id: randomUUID(), subscriptionId: id, stripeInvoiceId: invoice };
  await db
    .insert(refundRequests)
    .values({ ...request, amountCents: 400, refundedBeforeCents: 0, askedAt: shop.clock.now() });
  await reconcile(shop.ctx);
  await db.delete(refunds).where(eq(refunds.requestId, request.id));
  await reconcile(shop.ctx);
  expect(await atStripe(invoice)).toEqual([400]);
  await shop.sandbox.webhooksDelivered();
  expect(await emailCounts(shop, user)).toMatchObject({ refunded: expect.any(Number) as number });
});

test('an operator cancels at the end of the period and resumes, and the second press is told', async () => {
  const { user, id, stripeId } = await subscriber();
  const cancel = () => clerk.call(CONSOLE.cancelForCustomer, { params: { id }, body: { note } });
  const results = await Promise.allSettled([cancel(), cancel()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await statusOf(user)).toMatchObject({ status: 'cancelled', refunded: false });
  expect((await shop.stripe.subscriptions.retrieve(stripeId)).cancel_at_period_end).toBe(true);
  await clerk.call(CONSOLE.resumeForCustomer, { params: { id }, body: { note } });
  await expect(clerk.call(CONSOLE.resumeForCustomer, { params: { id }, body: { note } })).rejects.toMatchObject({
    code: 'wrong_state',
  });
  await shop.sandbox.webhooksDelivered();
  expect(await statusOf(user)).toMatchObject({ status: 'active' });
  expect(await listChangesOf(db, id)).toEqual([]);
  expect(await logged(id)).toEqual(['cancel', 'resume']);
  expect(await emailCounts(shop, user)).toMatchObject({ 'subscription-cancelled': 1, 'subscription-resumed': 1 });
});

test.each([
  ['in full, also after the guarantee', null, 3000],
  ['in part, the newest payment first', 2000, 2000],
  ['not at all', 0, 0],
])('cancelled now and refunded %s, charges and letters end at once', async (_how, refundCents, refundedCents) => {
  const { user, id, stripeId } = await subscriber();
  await letAMonthPass(shop, user);
  // The operator's session has ended by then.
  clerk = await hireOperator(shop);
  const cancel = () => clerk.call(CONSOLE.cancelNow, { params: { id }, body: { refundCents, note } });
  const results = await Promise.allSettled([cancel(), cancel()]);
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(done).toEqual([{ refundedCents, printed: [] }]);
  await shop.sandbox.webhooksDelivered();
  await reconcile(shop.ctx);
  expect((await shop.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
  expect(await statusOf(user)).toMatchObject({ status: 'cancelled', refunded: true, resumableUntil: null });
  const made = await db.select().from(refunds).where(eq(refunds.subscriptionId, id));
  expect(made.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(refundedCents);
  expect(await listChangesOf(db, id)).toEqual([]);
  expect(await logged(id)).toEqual(['cancel_now']);
  expect(await emailCounts(shop, user)).toMatchObject({ refunded: 1 });
});

test('more than was paid is refused before anything ends', async () => {
  const { user, id } = await subscriber();
  await expect(
    clerk.call(CONSOLE.cancelNow, { params: { id }, body: { refundCents: 1501, note } }),
  ).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  expect(await statusOf(user)).toMatchObject({ status: 'active' });
});

test('customers have none of it, and nothing is done without a reason', async () => {
  const { user, id, invoice } = await subscriber();
  const params = { id: invoice };
  const body = { amountCents: 1, refundedBeforeCents: 0, note };
  await expect(user.call(CONSOLE.refundPayment, { params, body })).rejects.toMatchObject({ status: 404 });
  for (const call of ['cancelForCustomer', 'cancelNow', 'resumeForCustomer'] as const) {
    await expect(user.call(CONSOLE[call], { params: { id }, body: { note } })).rejects.toMatchObject({ status: 404 });
    await expect(clerk.call(CONSOLE[call], { params: { id }, body: { note: '' } })).rejects.toMatchObject({
      status: 400,
    });
  }
});
