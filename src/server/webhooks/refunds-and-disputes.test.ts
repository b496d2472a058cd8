import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/mails.ts';
import { letAMonthPass, moveProviderClock, rowOf } from '../../../test/months.ts';
import { startShop } from '../../../test/shop.ts';
import type { Shopper } from '../../../test/shopper.ts';
import { WEBHOOK_SECRET } from '../../../test/surroundings.ts';
import { API } from '../../contract/api.ts';
import { cardsOnFile, refunds } from '../db/billing-schema.ts';
import { reconcile } from '../subscriptions/reconcile.ts';

const shop = await startShop();

async function customer(): Promise<{ person: Shopper; customerId: string; subscriptionId: string; charge: string }> {
  const person = await shop.signUp();
  const reply = await person.buy();
  await shop.sandbox.webhooksDelivered();
  const [charge] = (await shop.provider.charges.list({ customer: reply.customerId })).data;
  return { person, ...reply, charge: charge?.id ?? '' };
}

describe('a refund made at the provider', () => {
  test('stands on the invoice and its receipt, and is mailed once, whichever events tell of it', async () => {
    const { person, charge } = await customer();
    await shop.provider.refunds.create({ charge, amount: 500 });
    await shop.sandbox.webhooksDelivered();
    const [invoice] = (await person.call(API.listInvoices)).invoices;
    expect(invoice).toMatchObject({ status: 'paid', totalCents: 1500, refundedCents: 500 });
    const receipt = await person.call(API.getReceipt, { params: { id: invoice?.id ?? '' } });
    expect(receipt.refunds).toMatchObject([{ cents: 500 }]);
    expect(await mailsTo(shop, person)).toMatchObject({ refunded: 1 });
  });

  test('leaves the subscription as it is: only the guarantee ends it', async () => {
    const { person, charge } = await customer();
    await shop.provider.refunds.create({ charge });
    await shop.sandbox.webhooksDelivered();
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'active', refunded: false }]);
  });

  test('of a purchase that has not been recorded yet records both', async () => {
    const person = await shop.signUp();
    shop.webhooks.hold();
    const reply = await person.submit();
    await person.confirm(reply);
    const [charge] = (await shop.provider.charges.list({ customer: reply.customerId })).data;
    const refund = await shop.provider.refunds.create({ charge: charge?.id ?? '' });
    await shop.sandbox.webhooksDelivered();
    await shop.webhooks.deliver((events) => events.toReversed());
    shop.webhooks.lose();
    shop.webhooks.pass();
    const { id } = await rowOf(shop, reply.subscriptionId);
    const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.subscriptionId, id));
    expect(rows).toMatchObject([{ stripeRefundId: refund.id, amountCents: 1500, status: 'succeeded' }]);
  });
});

async function dispute(charge: string): Promise<string> {
  await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge}/dispute`, { method: 'POST' });
  await shop.sandbox.webhooksDelivered();
  return (await shop.provider.disputes.list({ limit: 1 })).data[0]?.id ?? '';
}

async function bankDecides(id: string, status: 'won' | 'lost'): Promise<void> {
  await fetch(`${shop.sandbox.url}/_sandbox/disputes/${id}`, { method: 'POST', body: JSON.stringify({ status }) });
  await shop.sandbox.webhooksDelivered();
}

/** Whatever happens at the provider meanwhile, no event tells of it. */
async function unheard<T>(happen: () => Promise<T>): Promise<T> {
  shop.webhooks.hold();
  const result = await happen();
  shop.webhooks.lose();
  shop.webhooks.pass();
  return result;
}

/** An event with a signature of the provider's. */
async function tell(type: string, object: object): Promise<void> {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  const created = Math.floor(shop.clock.now().getTime() / 1000);
  const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const header = shop.provider.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': header };
  const answer = await fetch(`${shop.siteUrl}/webhooks/stripe`, { method: 'POST', headers, body: payload });
  expect(answer.status).toBe(200);
}

describe('a dispute', () => {
  test('holds the mail back until the bank has decided for us', async () => {
    const { subscriptionId, charge } = await customer();
    const id = await dispute(charge);
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
    await bankDecides(id, 'won');
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).toBeNull();
  });

  test('that was lost goes on holding it, also when an older word comes late', async () => {
    const { subscriptionId, charge } = await customer();
    const id = await dispute(charge);
    const before = await shop.provider.disputes.retrieve(id);
    await bankDecides(id, 'lost');
    await tell('charge.dispute.updated', { ...before, status: 'won' });
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
  });
});

describe('a dispute whose events are lost', () => {
  test('is found by the reconciler', async () => {
    const { subscriptionId, charge } = await customer();
    await unheard(() => dispute(charge));
    await reconcile(shop.ctx);
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
  });

  test('and that the bank has decided for us meanwhile lets the mail go again', async () => {
    const { subscriptionId, charge } = await customer();
    const id = await dispute(charge);
    await unheard(() => bankDecides(id, 'won'));
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
    await reconcile(shop.ctx);
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).toBeNull();
  });

  test('is found as well when the clock of the provider is weeks ahead of ours', async () => {
    const { subscriptionId, charge } = await customer();
    await moveProviderClock(shop, 21 * 86_400);
    const id = await dispute(charge);
    await unheard(() => bankDecides(id, 'won'));
    await reconcile(shop.ctx);
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).toBeNull();
  });
});

test('the card on file is known from the purchase on, and forgotten when it is taken away', async () => {
  const { person, customerId } = await customer();
  const onFile = async () => await shop.ctx.db.select().from(cardsOnFile).where(eq(cardsOnFile.userId, person.userId));
  expect(await onFile()).toMatchObject([{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }]);
  for (const { id } of (await shop.provider.customers.listPaymentMethods(customerId)).data) {
    await shop.provider.paymentMethods.detach(id);
  }
  await shop.sandbox.webhooksDelivered();
  expect(await onFile()).toMatchObject([{ brand: null, last4: null }]);
  await letAMonthPass(shop, person);
  expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: true }]);
});
