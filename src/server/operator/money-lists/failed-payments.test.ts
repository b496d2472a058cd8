import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { letAMonthPass, rowOf } from '../../../../test/builders/months.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { reconcile } from '../../commerce/reconcile/reconcile-checkouts.ts';

const shop = await startShop();
const note = 'They wrote to us.';
let user: Shopper;
let bought: { readonly subscriptionId: string; readonly customerId: string };

beforeAll(async () => {
  user = await shop.signUp();
  bought = await user.buy();
  await payWith('pm_card_chargeCustomerFail');
  await letAMonthPass(shop, user);
});

async function payWith(card: string): Promise<void> {
  const { id } = await shop.stripe.paymentMethods.attach(card, { customer: bought.customerId });
  await shop.stripe.subscriptions.update(bought.subscriptionId, { default_payment_method: id });
}

test('a failed payment is listed with amount, reason, attempts and next attempt until it is paid, then it is recovered once', async () => {
  const clerk = await hireOperator(shop);
  const params = { id: user.userId };
  const { id } = await rowOf(shop, bought.subscriptionId);
  expect(await clerk.call(CONSOLE.listFailedPayments)).toEqual({
    items: [
      expect.objectContaining({
        id,
        subscriberId: user.userId,
        email: user.email,
        street: expect.stringContaining(' ') as string,
        country: 'US',
        amountCents: 1500,
        declineCode: 'generic_decline',
        reason: 'The bank declined the card and gave no reason',
        attempts: 1,
        retries: 0,
        retriedAt: null,
        retryOutcome: null,
        nextAttemptAt: expect.any(String) as string,
      }),
    ],
    next: null,
  });
  const overdue = { failing: 1, failingCents: 1500 };
  expect(await clerk.call(CONSOLE.getRecovered)).toMatchObject({ recovered: 0, recoveredCents: 0, ...overdue });
  expect(await clerk.call(CONSOLE.retryPayment, { params, body: { note } })).toEqual({
    outcome: 'declined',
    reason: 'The bank declined the card and gave no reason',
  });
  const { items } = await clerk.call(CONSOLE.listFailedPayments);
  expect(items).toMatchObject([{ attempts: 1, retries: 1, retryOutcome: 'declined' }]);
  expect(Date.parse(items[0]?.retriedAt ?? '')).toBeLessThanOrEqual(shop.clock.now().getTime());
  const happened = async () => {
    const { items } = await clerk.call(CONSOLE.listSubscriberTimeline, { params });
    return items.map(({ words, by }) => `${words} | ${by}`);
  };
  const noReason = 'The bank declined the card and gave no reason';
  expect(await happened()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        new RegExp(`^Payment failed: \\$15\\.00, invoice \\S+\\. Attempts so far: \\d\\. ${noReason} \\| Stripe$`),
      ),
      `The retried payment was declined: ${noReason} | ${clerk.email}`,
    ]),
  );
  await payWith('pm_card_visa');
  const retry = () => clerk.call(CONSOLE.retryPayment, { params, body: { note } });
  const answers = await Promise.allSettled([retry(), retry()]);
  expect(answers).toContainEqual({
    status: 'fulfilled',
    value: expect.objectContaining({ outcome: 'paid' }) as object,
  });
  expect(await happened()).toContain(`The retried payment went through | ${clerk.email}`);
  const { data } = await shop.stripe.charges.list({ customer: bought.customerId, limit: 100 });
  expect(data.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  await shop.sandbox.webhooksDelivered();
  await reconcile(shop.ctx);
  expect((await clerk.call(CONSOLE.listFailedPayments)).items).toEqual([]);
  expect(await clerk.call(CONSOLE.getRecovered)).toMatchObject({
    recovered: 1,
    recoveredCents: 1500,
    failing: 0,
    failingCents: 0,
  });
});

test('a failed payment is found by its customer, and says when the link to update the card was last sent', async () => {
  const clerk = await hireOperator(shop);
  const debtor = await shop.signUp();
  const { subscriptionId } = await debtor.buy();
  await shop.sandbox.webhooksDelivered();
  const { id } = await rowOf(shop, subscriptionId);
  await shop.ctx.db.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.id, id));
  const sentAt = async () =>
    (await clerk.call(CONSOLE.listFailedPayments)).items.find((line) => line.id === id)?.linkSentAt;
  expect(await sentAt()).toBeNull();
  for (const [q, found] of [
    [debtor.email, [id]],
    ['ambrose', []],
  ] as const) {
    const { items } = await clerk.call(CONSOLE.listFailedPayments, { query: { q } });
    expect(items.map((line) => line.id)).toEqual(found);
    expect(await clerk.call(CONSOLE.getRecovered, { query: { q } })).toMatchObject({
      failing: found.length,
      recovered: 0,
    });
  }
  await clerk.call(CONSOLE.sendCardLink, { params: { id: debtor.userId }, body: { note } });
  expect(Date.parse((await sentAt()) ?? '')).toBeGreaterThan(shop.clock.now().getTime() - 60_000);
});

test('the payment that is overdue longest is first, because it is cancelled first', async () => {
  const clerk = await hireOperator(shop);
  const older = await addSubscriber(shop.ctx.db, { serviceStart: '2024-05-01', status: 'past_due' });
  const newer = await addSubscriber(shop.ctx.db, { serviceStart: '2024-05-01', status: 'past_due' });
  const createdAt = new Date('2024-05-01T12:00:00Z');
  await shop.ctx.db.update(subscriptions).set({ createdAt }).where(eq(subscriptions.id, older.subscriptionId));
  const { items } = await clerk.call(CONSOLE.listFailedPayments);
  expect(items.map(({ id }) => id).slice(0, 2)).toEqual([older.subscriptionId, newer.subscriptionId]);
});
