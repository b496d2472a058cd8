import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/mails.ts';
import { letAMonthPass, rowOf } from '../../../test/months.ts';
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

async function tell(type: string, object: object, created: number): Promise<void> {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const header = shop.provider.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': header };
  const answer = await fetch(`${shop.siteUrl}/webhooks/stripe`, { method: 'POST', headers, body: payload });
  expect(answer.status).toBe(200);
}

describe('a dispute', () => {
  test('holds the mail back until the bank has decided for us', async () => {
    const { subscriptionId, charge } = await customer();
    await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge}/dispute`, { method: 'POST' });
    await shop.sandbox.webhooksDelivered();
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
    const [created] = (await shop.provider.events.list({ type: 'charge.dispute.created', limit: 1 })).data;
    const dispute = created?.data.object ?? {};
    await tell('charge.dispute.closed', { ...dispute, status: 'won' }, (created?.created ?? 0) + 60);
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).toBeNull();
  });

  test('that was lost goes on holding it, also when an older word comes late', async () => {
    const { subscriptionId, charge } = await customer();
    await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge}/dispute`, { method: 'POST' });
    await shop.sandbox.webhooksDelivered();
    const [created] = (await shop.provider.events.list({ type: 'charge.dispute.created', limit: 1 })).data;
    const dispute = created?.data.object ?? {};
    const then = created?.created ?? 0;
    await tell('charge.dispute.closed', { ...dispute, status: 'lost' }, then + 60);
    await tell('charge.dispute.updated', { ...dispute, status: 'won' }, then + 30);
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
  });
});

describe('a dispute whose events are lost', () => {
  test('is found by the reconciler', async () => {
    const { subscriptionId, charge } = await customer();
    shop.webhooks.hold();
    await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge}/dispute`, { method: 'POST' });
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    await reconcile(shop.ctx);
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
  });

  test('and that the bank has decided for us meanwhile lets the mail go again', async () => {
    const { subscriptionId, charge } = await customer();
    await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge}/dispute`, { method: 'POST' });
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.hold();
    const [dispute] = (await shop.provider.disputes.list({ limit: 1 })).data;
    const body = JSON.stringify({ status: 'won' });
    await fetch(`${shop.sandbox.url}/_sandbox/disputes/${dispute?.id}`, { method: 'POST', body });
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    expect((await rowOf(shop, subscriptionId)).mailHeldAt).not.toBeNull();
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
