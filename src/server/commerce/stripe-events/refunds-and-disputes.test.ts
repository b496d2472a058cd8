import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { letAMonthPass, moveStripeClock, rowOf } from '../../../../test/builders/months.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { WEBHOOK_SECRET } from '../../../../test/server/surroundings.ts';
import { API } from '../../../contract/api.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { cardsOnFile, disputes, refunds } from '../billing-schema.ts';
import { subscriptions } from '../schema.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';

const shop = await startShop();

async function customer(): Promise<{ user: Shopper; customerId: string; subscriptionId: string; charge: string }> {
  const user = await shop.signUp();
  const reply = await user.buy();
  await shop.sandbox.webhooksDelivered();
  const [charge] = (await shop.stripe.charges.list({ customer: reply.customerId })).data;
  return { user, ...reply, charge: charge?.id ?? '' };
}

describe('a refund made at Stripe', () => {
  test('stands on the invoice and its receipt, and is emailed once, whichever events tell of it', async () => {
    const { user, charge } = await customer();
    await shop.stripe.refunds.create({ charge, amount: 500 });
    await shop.sandbox.webhooksDelivered();
    const [invoice] = (await user.call(API.listInvoices)).invoices;
    expect(invoice).toMatchObject({ status: 'paid', totalCents: 1500, refundedCents: 500 });
    const receipt = await user.call(API.getReceipt, { params: { id: invoice?.id ?? '' } });
    expect(receipt.refunds).toMatchObject([{ cents: 500 }]);
    expect(await emailCounts(shop, user)).toMatchObject({ refunded: 1 });
  });

  test('leaves the subscription as it is: only the guarantee ends it', async () => {
    const { user, charge } = await customer();
    await shop.stripe.refunds.create({ charge });
    await shop.sandbox.webhooksDelivered();
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'active', refunded: false }]);
  });

  test('counts while the bank takes its time over it, and no more once it has sent it back', async () => {
    const { user, charge } = await customer();
    const { id } = await shop.stripe.refunds.create({ charge });
    const refunded = async () => (await user.call(API.listInvoices)).invoices[0]?.refundedCents;
    await control(`refunds/${id}`, { status: 'pending' });
    expect(await statusOf(id)).toBe('pending');
    expect(await refunded()).toBe(1500);
    await control(`refunds/${id}`, { status: 'failed' });
    expect(await statusOf(id)).toBe('failed');
    expect(await refunded()).toBe(0);
    expect(shop.log.join('')).toContain('a refund has failed');
  });

  test('of a purchase that has not been recorded yet records both', async () => {
    const user = await shop.signUp();
    shop.webhooks.hold();
    const reply = await user.submit();
    await user.confirm(reply);
    const [charge] = (await shop.stripe.charges.list({ customer: reply.customerId })).data;
    const refund = await shop.stripe.refunds.create({ charge: charge?.id ?? '' });
    await shop.sandbox.webhooksDelivered();
    await shop.webhooks.deliver((events) => events.toReversed());
    shop.webhooks.lose();
    shop.webhooks.pass();
    const { id } = await rowOf(shop, reply.subscriptionId);
    const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.subscriptionId, id));
    expect(rows).toMatchObject([{ stripeRefundId: refund.id, amountCents: 1500, status: 'succeeded' }]);
  });
});

/** What a bank or a network does by itself, with every event of it. */
async function control(path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${shop.sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  await shop.sandbox.webhooksDelivered();
}

async function statusOf(refund: string): Promise<string | undefined> {
  const [row] = await shop.ctx.db.select().from(refunds).where(eq(refunds.stripeRefundId, refund));
  return row?.status;
}

async function dispute(charge: string): Promise<string> {
  await control(`charges/${charge}/dispute`);
  return (await shop.stripe.disputes.list({ limit: 1 })).data[0]?.id ?? '';
}

async function bankDecides(id: string, status: 'won' | 'lost'): Promise<void> {
  await control(`disputes/${id}`, { status });
}

/** Holds all events from Stripe while it runs `happen`. */
async function unheard<T>(happen: () => Promise<T>): Promise<T> {
  shop.webhooks.hold();
  const result = await happen();
  shop.webhooks.lose();
  shop.webhooks.pass();
  return result;
}

/** An event with a signature of the provider's. */
async function notify(type: string, object: object): Promise<void> {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  const created = Math.floor(shop.clock.now().getTime() / 1000);
  const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const header = shop.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': header };
  const answer = await fetch(`${shop.siteUrl}/webhooks/stripe`, { method: 'POST', headers, body: payload });
  expect(answer.status).toBe(200);
}

/** Two months of one subscription, both disputed, and both decided for us. */
async function twiceDisputed(): Promise<{ subscriptionId: string; ids: string[] }> {
  const { user, customerId, subscriptionId } = await customer();
  await letAMonthPass(shop, user);
  const ids: string[] = [];
  for (const { id } of (await shop.stripe.charges.list({ customer: customerId })).data) ids.push(await dispute(id));
  for (const id of ids) await bankDecides(id, 'won');
  expect(ids).toHaveLength(2);
  return { subscriptionId, ids };
}

/** Makes the disputes open again. */
async function takeToBeOpen(ids: readonly string[]): Promise<void> {
  const { db, clock } = shop.ctx;
  const heldRows = await db
    .update(disputes)
    .set({ status: 'needs_response' })
    .where(inArray(disputes.stripeDisputeId, [...ids]))
    .returning();
  const held = heldRows.map((row) => row.subscriptionId);
  await db.update(subscriptions).set({ disputeHeldAt: clock.now() }).where(inArray(subscriptions.id, held));
}

describe('a dispute', () => {
  test('holds the letters back until the bank has decided for us', async () => {
    const { subscriptionId, charge } = await customer();
    const id = await dispute(charge);
    expect((await rowOf(shop, subscriptionId)).disputeHeldAt).not.toBeNull();
    await bankDecides(id, 'won');
    expect((await rowOf(shop, subscriptionId)).disputeHeldAt).toBeNull();
  });

  test('that was lost goes on holding it, also when an older word comes late', async () => {
    const { subscriptionId, charge } = await customer();
    const id = await dispute(charge);
    const before = await shop.stripe.disputes.retrieve(id);
    await bankDecides(id, 'lost');
    await notify('charge.dispute.updated', { ...before, status: 'won' });
    expect((await rowOf(shop, subscriptionId)).disputeHeldAt).not.toBeNull();
  });

  test('that is settled at the same moment as another of that subscription lets the letters go, every time', async () => {
    const { subscriptionId, ids } = await twiceDisputed();
    for (let round = 0; round < 5; round++) {
      await takeToBeOpen(ids);
      await interleave(shop.ctx.db, {
        hold: (tx) => tx.select().from(disputes).where(inArray(disputes.stripeDisputeId, ids)).for('update'),
        call: () => Promise.all(ids.map((id) => recordDispute(shop.ctx, id))),
        waiting: 2,
      });
      expect((await rowOf(shop, subscriptionId)).disputeHeldAt).toBeNull();
    }
  });
});

test('letters held though every dispute is settled are let go by the reconciler, those of an open one are not', async () => {
  const [settled, open] = [await customer(), await customer()];
  await bankDecides(await dispute(settled.charge), 'won');
  await dispute(open.charge);
  const now = shop.ctx.clock.now();
  const ofSettled = eq(subscriptions.stripeSubscriptionId, settled.subscriptionId);
  await shop.ctx.db.update(subscriptions).set({ disputeHeldAt: now }).where(ofSettled);
  await reconcile(shop.ctx);
  expect((await rowOf(shop, settled.subscriptionId)).disputeHeldAt).toBeNull();
  expect((await rowOf(shop, open.subscriptionId)).disputeHeldAt).not.toBeNull();
});

describe('a dispute whose events are lost', () => {
  test('is found by the reconciler', async () => {
    const { subscriptionId, charge } = await customer();
    await unheard(() => dispute(charge));
    await reconcile(shop.ctx);
    expect((await rowOf(shop, subscriptionId)).disputeHeldAt).not.toBeNull();
  });

  test('and that the bank has decided for us meanwhile lets the letters go again', async () => {
    const { subscriptionId, charge } = await customer();
    const id = await dispute(charge);
    await unheard(() => bankDecides(id, 'won'));
    expect((await rowOf(shop, subscriptionId)).disputeHeldAt).not.toBeNull();
    await reconcile(shop.ctx);
    expect((await rowOf(shop, subscriptionId)).disputeHeldAt).toBeNull();
  });

  test('is found as well when the clock of Stripe is weeks ahead of ours', async () => {
    const { subscriptionId, charge } = await customer();
    await moveStripeClock(shop, 21 * 86_400);
    const id = await dispute(charge);
    await unheard(() => bankDecides(id, 'won'));
    await reconcile(shop.ctx);
    expect((await rowOf(shop, subscriptionId)).disputeHeldAt).toBeNull();
  });
});

test('the card on file is known from the purchase on, and forgotten when it is taken away', async () => {
  const { user, customerId } = await customer();
  const onFile = async () => await shop.ctx.db.select().from(cardsOnFile).where(eq(cardsOnFile.userId, user.userId));
  expect(await onFile()).toMatchObject([{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }]);
  for (const { id } of (await shop.stripe.customers.listPaymentMethods(customerId)).data) {
    await shop.stripe.paymentMethods.detach(id);
  }
  await shop.sandbox.webhooksDelivered();
  expect(await onFile()).toEqual([]);
  await letAMonthPass(shop, user);
  expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: true }]);
});

test('the card on file is known with the expiry of the card that its bank has sent in its place', async () => {
  const { customerId } = await customer();
  const [card] = (await shop.stripe.customers.listPaymentMethods(customerId)).data;
  await control(`payment_methods/${card?.id}/renew`, { exp_month: 7, exp_year: 2039 });
  const onFile = await shop.ctx.db
    .select()
    .from(cardsOnFile)
    .where(eq(cardsOnFile.paymentMethodId, card?.id ?? ''));
  expect(onFile).toMatchObject([{ expMonth: 7, expYear: 2039 }]);
});
