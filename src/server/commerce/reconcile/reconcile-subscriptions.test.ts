import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { cardsOnFile, refunds } from '../billing-schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { invoices, stripeSubscriptions, subscriptions } from '../schema.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';

const shop = await startShop();
// Every event is lost: what is repaired here is repaired by comparing.
beforeEach(() => {
  shop.webhooks.lose();
  shop.webhooks.hold();
});

async function subscriber(): Promise<{ user: Shopper; stripeId: string; customerId: string }> {
  const user = await shop.signUp();
  const { subscriptionId, customerId } = await user.buy();
  return { user, stripeId: subscriptionId, customerId };
}

/** The reasons in the user's emails about an ended subscription. */
async function endingEmails({ email }: Shopper): Promise<unknown[]> {
  const emails = await shop.ctx.db
    .select({ data: emailOutbox.data })
    .from(emailOutbox)
    .where(and(eq(emailOutbox.recipient, email), eq(emailOutbox.kind, 'subscription-cancelled')));
  return emails.map(({ data }) => data['reason']);
}

describe('comparing every subscription with Stripe', () => {
  test('finds a renewal that no one told of, with its receipt', async () => {
    const { user } = await subscriber();
    await shop.letPass(32 * 86_400);
    await reconcileSubscriptions(shop.ctx);
    await user.signInAgain();
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ monthsPaid: 2 }]);
    expect(await emailCounts(shop, user)).toMatchObject({ 'renewal-receipt': 1 });
  });

  test('finds one that has ended', async () => {
    const { user, stripeId } = await subscriber();
    await shop.stripe.subscriptions.cancel(stripeId);
    await reconcileSubscriptions(shop.ctx);
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'cancelled' }]);
  });

  test('emails once about an end for want of payment, though no failed charge was ever heard of', async () => {
    const { user, stripeId, customerId } = await subscriber();
    const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
    await shop.stripe.subscriptions.update(stripeId, { default_payment_method: id });
    await shop.letPass(60 * 86_400);
    await reconcileSubscriptions(shop.ctx);
    await recordSubscription(shop.ctx, stripeId);
    expect((await shop.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    expect(await endingEmails(user)).toEqual(['unpaid']);
  });

  test('emails once about an end that someone has made at Stripe, and blames no card for it', async () => {
    const { user, stripeId } = await subscriber();
    await shop.stripe.subscriptions.cancel(stripeId);
    await Promise.all([recordSubscription(shop.ctx, stripeId), recordSubscription(shop.ctx, stripeId)]);
    await reconcileSubscriptions(shop.ctx);
    expect(await endingEmails(user)).toEqual(['ended']);
  });

  test('finds a payment that was never recorded', async () => {
    const user = await shop.signUp();
    await user.confirm(await user.submit());
    await reconcileSubscriptions(shop.ctx);
    expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('puts right whatever has been changed on our side', async () => {
    const { user, stripeId } = await subscriber();
    const { id } = await rowOf(shop, stripeId);
    const { db } = shop.ctx;
    await db.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.id, id));
    await db.delete(invoices).where(eq(invoices.subscriptionId, id));
    await db
      .update(stripeSubscriptions)
      .set({ currentPeriodEnd: new Date(0), rawStatus: 'past_due' })
      .where(eq(stripeSubscriptions.subscriptionId, id));
    await reconcileSubscriptions(shop.ctx);
    expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('puts back an end that was removed at Stripe, and a name; an email that was changed there stays', async () => {
    const { stripeId, customerId } = await subscriber();
    await shop.stripe.subscriptions.update(stripeId, { cancel_at: '' });
    await shop.stripe.customers.update(customerId, { name: 'Nobody' });
    await reconcileSubscriptions(shop.ctx);
    await shop.stripe.customers.update(customerId, { email: 'nobody@example.com' });
    await reconcileSubscriptions(shop.ctx);
    expect((await shop.stripe.subscriptions.retrieve(stripeId)).cancel_at).not.toBeNull();
    expect(await shop.stripe.customers.retrieve(customerId)).toMatchObject({
      name: 'Ada Quill',
      email: 'nobody@example.com',
    });
  });

  test('finds the card that is charged, and a refund that no one told of', async () => {
    const { user, stripeId, customerId } = await subscriber();
    const [charge] = (await shop.stripe.charges.list({ customer: customerId })).data;
    const refund = await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 });
    await reconcileSubscriptions(shop.ctx);
    const [card] = await shop.ctx.db.select().from(cardsOnFile).where(eq(cardsOnFile.userId, user.userId));
    expect(card).toMatchObject({ last4: '4242', expYear: 2034 });
    const { id } = await rowOf(shop, stripeId);
    const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.subscriptionId, id));
    expect(rows).toMatchObject([{ stripeRefundId: refund.id, amountCents: 100 }]);
  });
});

test('where nothing has drifted it asks once per hundred, and for refunds and disputes', async () => {
  for (let bought = 0; bought < 3; bought++) {
    const { user } = await subscriber();
    await user.buy({ buyAnother: true, paymentMethodId: await user.payer.newCard('5555555555554444') });
  }
  await reconcileSubscriptions(shop.ctx);
  const asked: string[] = [];
  const note = ({ method, path }: { method: string; path: string }) =>
    void asked.push(`${method} ${path.split('?')[0]}`);
  shop.ctx.stripe.on('request', note);
  await reconcileSubscriptions(shop.ctx);
  shop.ctx.stripe.off('request', note);
  expect(asked).toEqual([
    'GET /v1/subscriptions',
    'GET /v1/refunds',
    'GET /v1/disputes',
    'GET /v1/radar/early_fraud_warnings',
    'GET /v1/reviews',
  ]);
});
