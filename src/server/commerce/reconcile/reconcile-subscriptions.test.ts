import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { mailsTo } from '../../../../test/clients/mails.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { cardsOnFile, refunds } from '../billing-schema.ts';
import { emailsOut } from '../../platform/outbox/schema.ts';
import { invoices, providerSubscriptions, subscriptions } from '../schema.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';

const shop = await startShop();
// Every event is lost: what is repaired here is repaired by comparing.
beforeEach(() => {
  shop.webhooks.lose();
  shop.webhooks.hold();
});

async function subscriber(): Promise<{ person: Shopper; stripeId: string; customerId: string }> {
  const person = await shop.signUp();
  const { subscriptionId, customerId } = await person.buy();
  return { person, stripeId: subscriptionId, customerId };
}

/** Why each mail about an end says that it came. */
async function endsTold({ email }: Shopper): Promise<unknown[]> {
  const mails = await shop.ctx.db
    .select({ data: emailsOut.data })
    .from(emailsOut)
    .where(and(eq(emailsOut.recipient, email), eq(emailsOut.kind, 'subscription-cancelled')));
  return mails.map(({ data }) => data['reason']);
}

describe('comparing every subscription with the provider', () => {
  test('finds a renewal that nobody told of, with its receipt', async () => {
    const { person } = await subscriber();
    await shop.letPass(32 * 86_400);
    await reconcileSubscriptions(shop.ctx);
    await person.signInAgain();
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ monthsPaid: 2 }]);
    expect(await mailsTo(shop, person)).toMatchObject({ 'renewal-receipt': 1 });
  });

  test('finds one that has ended', async () => {
    const { person, stripeId } = await subscriber();
    await shop.provider.subscriptions.cancel(stripeId);
    await reconcileSubscriptions(shop.ctx);
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'cancelled' }]);
  });

  test('mails once of an end for want of payment, though no failed charge was ever heard of', async () => {
    const { person, stripeId, customerId } = await subscriber();
    const { id } = await shop.provider.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
    await shop.provider.subscriptions.update(stripeId, { default_payment_method: id });
    await shop.letPass(60 * 86_400);
    await reconcileSubscriptions(shop.ctx);
    await recordSubscription(shop.ctx, stripeId);
    expect((await shop.provider.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    expect(await endsTold(person)).toEqual(['unpaid']);
  });

  test('mails once of an end that somebody has made at the provider, and blames no card for it', async () => {
    const { person, stripeId } = await subscriber();
    await shop.provider.subscriptions.cancel(stripeId);
    await Promise.all([recordSubscription(shop.ctx, stripeId), recordSubscription(shop.ctx, stripeId)]);
    await reconcileSubscriptions(shop.ctx);
    expect(await endsTold(person)).toEqual(['ended']);
  });

  test('finds a payment that was never recorded', async () => {
    const person = await shop.signUp();
    await person.confirm(await person.submit());
    await reconcileSubscriptions(shop.ctx);
    expect(await gatherEvidence(shop, person)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('puts right whatever has been changed on our side', async () => {
    const { person, stripeId } = await subscriber();
    const { id } = await rowOf(shop, stripeId);
    const { db } = shop.ctx;
    await db.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.id, id));
    await db.delete(invoices).where(eq(invoices.subscriptionId, id));
    await db
      .update(providerSubscriptions)
      .set({ currentPeriodEnd: new Date(0), rawStatus: 'past_due' })
      .where(eq(providerSubscriptions.subscriptionId, id));
    await reconcileSubscriptions(shop.ctx);
    expect(await gatherEvidence(shop, person)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('puts right what has been changed on theirs: how it ends, and whose it is', async () => {
    const { person, stripeId, customerId } = await subscriber();
    await shop.provider.subscriptions.update(stripeId, { cancel_at: '' });
    await shop.provider.customers.update(customerId, { name: 'Nobody', email: 'nobody@example.com' });
    await reconcileSubscriptions(shop.ctx);
    expect((await shop.provider.subscriptions.retrieve(stripeId)).cancel_at).not.toBeNull();
    expect(await shop.provider.customers.retrieve(customerId)).toMatchObject({
      name: 'Ada Quill',
      email: person.email,
    });
  });

  test('finds the card that is charged, and a refund that nobody told of', async () => {
    const { person, stripeId, customerId } = await subscriber();
    const [charge] = (await shop.provider.charges.list({ customer: customerId })).data;
    const refund = await shop.provider.refunds.create({ charge: charge?.id ?? '', amount: 100 });
    await reconcileSubscriptions(shop.ctx);
    const [card] = await shop.ctx.db.select().from(cardsOnFile).where(eq(cardsOnFile.userId, person.userId));
    expect(card).toMatchObject({ last4: '4242', expYear: 2034 });
    const { id } = await rowOf(shop, stripeId);
    const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.subscriptionId, id));
    expect(rows).toMatchObject([{ stripeRefundId: refund.id, amountCents: 100 }]);
  });
});

test('where nothing has drifted it asks once per hundred, and for refunds and disputes', async () => {
  for (let bought = 0; bought < 3; bought++) {
    const { person } = await subscriber();
    await person.buy({ buyAnother: true, paymentMethodId: await person.payer.newCard('5555555555554444') });
  }
  await reconcileSubscriptions(shop.ctx);
  const asked: string[] = [];
  const note = ({ method, path }: { method: string; path: string }) =>
    void asked.push(`${method} ${path.split('?')[0]}`);
  shop.ctx.stripe.on('request', note);
  await reconcileSubscriptions(shop.ctx);
  shop.ctx.stripe.off('request', note);
  expect(asked).toEqual(['GET /v1/subscriptions', 'GET /v1/refunds', 'GET /v1/disputes']);
});
