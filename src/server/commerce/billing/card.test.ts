import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../../../test/clients/mails.ts';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import {
  CARD_DECLINED_AT_CHARGE,
  DECLINED_CARD,
  GOOD_CARD,
  intentOf,
  THREE_D_SECURE_CARD,
} from '../../../../test/clients/payer.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { emailsOut } from '../../platform/outbox/schema.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';

const shop = await startShop();
const MASTERCARD = '5555555555554444';

async function subscriber(card = GOOD_CARD): Promise<{ person: Shopper; customerId: string; subscriptionId: string }> {
  const person = await shop.signUp();
  const reply = await person.buy({ paymentMethodId: await person.payer.newCard(card) });
  await shop.sandbox.webhooksDelivered();
  return { person, ...reply };
}

/** Enters a card as the billing page does. */
async function updateCard(person: Shopper, number: string) {
  const { clientSecret } = await person.call(API.startCardUpdate);
  const confirmed = await person.payer.confirmSetup(clientSecret, await person.payer.newCard(number));
  if (confirmed.status === 'requires_action') await person.payer.authenticate(clientSecret, 'complete');
  return await person.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(clientSecret) } });
}

/** Somebody whose renewal has failed: the card was good for the first month only. */
async function debtor(): Promise<Awaited<ReturnType<typeof subscriber>>> {
  const owner = await subscriber();
  const { id } = await shop.provider.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: owner.customerId,
  });
  await shop.provider.subscriptions.update(owner.subscriptionId, { default_payment_method: id });
  await letAMonthPass(shop, owner.person);
  expect((await owner.person.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'active', pastDue: true }]);
  return owner;
}

describe('the card on file', () => {
  test('is told as the specification has it', async () => {
    const { person, customerId } = await subscriber();
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: true,
      paymentMethod: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } },
    });
  });

  test('without a subscription there is none: No subscription found', async () => {
    const person = await shop.signUp();
    const { customerId } = await person.submit();
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: false,
      error: 'No subscription found',
    });
  });

  test('without a card there is none: No payment method found', async () => {
    const { person, customerId } = await subscriber();
    for (const { id } of (await shop.provider.customers.listPaymentMethods(customerId)).data) {
      await shop.provider.paymentMethods.detach(id);
    }
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: false,
      error: 'No payment method found',
    });
  });

  test('while the provider is down cannot be told: Unable to fetch payment information', async () => {
    const { person, customerId } = await subscriber();
    const fault = { match: 'GET /v1/subscriptions', status: 500, times: 3 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await expect(person.call(API.getPaymentMethod, { body: { customerId } })).rejects.toMatchObject({
      status: 503,
      message: 'Unable to fetch payment information',
    });
  });

  test('is gone with the customer that somebody has deleted at the provider, and so is the billing address', async () => {
    const { person, customerId } = await subscriber();
    await shop.provider.customers.del(customerId);
    await shop.sandbox.webhooksDelivered();
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: false,
      error: 'No payment method found',
    });
    expect(await person.call(API.getBillingAddress)).toEqual({ address: null });
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'cancelled' }]);
  });

  test('is that of the customer made in its place, though the subscription names the one that is gone', async () => {
    const { person, customerId } = await subscriber();
    await shop.provider.customers.del(customerId);
    await shop.sandbox.webhooksDelivered();
    await person.submit({ paymentMethodId: await person.payer.newCard(MASTERCARD) });
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ stripeCustomerId: customerId }]);
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      success: true,
      paymentMethod: { card: { last4: '4444' } },
    });
  });
});

describe('a new card', () => {
  test('is the one for every running subscription from then on', async () => {
    const { person, customerId, subscriptionId } = await subscriber();
    const second = await person.buy({ buyAnother: true });
    const reply = await updateCard(person, MASTERCARD);
    expect(reply).toMatchObject({
      card: { brand: 'mastercard', last4: '4444' },
      outstanding: { outcome: 'nothing_due' },
    });
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      paymentMethod: { card: { last4: '4444' } },
    });
    const cards = await Promise.all(
      [subscriptionId, second.subscriptionId].map(async (id) => {
        const subscription = await shop.provider.subscriptions.retrieve(id, { expand: ['default_payment_method'] });
        const card = subscription.default_payment_method;
        return typeof card === 'object' ? card?.card?.last4 : card;
      }),
    );
    expect(cards).toEqual(['4444', '4444']);
  });

  test('is taken up by the webhook when the browser does not come back', async () => {
    const { person, customerId } = await subscriber();
    const { clientSecret } = await person.call(API.startCardUpdate);
    await person.payer.confirmSetup(clientSecret, await person.payer.newCard(MASTERCARD));
    await shop.sandbox.webhooksDelivered();
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      paymentMethod: { card: { last4: '4444' } },
    });
  });

  test('never gives way to one whose update was opened before it', async () => {
    const { person, customerId } = await subscriber();
    const early = await person.call(API.startCardUpdate);
    await shop.letPass(5);
    await updateCard(person, MASTERCARD);
    await person.payer.confirmSetup(early.clientSecret, await person.payer.newCard(GOOD_CARD));
    await person.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(early.clientSecret) } });
    await shop.sandbox.webhooksDelivered();
    expect(await person.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      paymentMethod: { card: { last4: '4444' } },
    });
  });

  test('that was not confirmed is refused', async () => {
    const { person } = await subscriber();
    const { clientSecret } = await person.call(API.startCardUpdate);
    await person.payer.confirmSetup(clientSecret, await person.payer.newCard(DECLINED_CARD));
    await expect(
      person.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(clientSecret) } }),
    ).rejects.toMatchObject({ status: 409, code: 'card_not_confirmed' });
  });
});

describe('a renewal that failed', () => {
  test('is mailed at the first failure, once, and shown as overdue', async () => {
    const { person } = await debtor();
    expect(await mailsTo(shop, person)).toMatchObject({ 'payment-failed': 1 });
    await shop.letPass(3 * 86_400);
    await shop.sandbox.webhooksDelivered();
    expect(await mailsTo(shop, person)).toMatchObject({ 'payment-failed': 1 });
  });

  test('is mailed with the card that was refused, whichever other the same person has', async () => {
    const { person, customerId, subscriptionId } = await subscriber();
    const { id } = await shop.provider.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
    await shop.provider.subscriptions.update(subscriptionId, { default_payment_method: id });
    await person.buy({ buyAnother: true, paymentMethodId: await person.payer.newCard(MASTERCARD) });
    await letAMonthPass(shop, person);
    const isTheirs = and(eq(emailsOut.recipient, person.email), eq(emailsOut.kind, 'payment-failed'));
    const mails = await shop.ctx.db.select().from(emailsOut).where(isTheirs);
    expect(mails.map(({ data }) => data)).toMatchObject([{ card: { brand: 'visa', last4: '0341' } }]);
  });

  test('is paid by a new card, with a receipt', async () => {
    const { person } = await debtor();
    expect(await updateCard(person, MASTERCARD)).toMatchObject({ outstanding: { outcome: 'paid' } });
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: false, monthsPaid: 2 }]);
    await shop.sandbox.webhooksDelivered();
    expect(await mailsTo(shop, person)).toMatchObject({ 'renewal-receipt': 1, 'subscription-started': 1 });
  });

  test('stays overdue when the new card is refused too', async () => {
    const { person } = await debtor();
    const { outstanding } = await updateCard(person, CARD_DECLINED_AT_CHARGE);
    expect(outstanding.outcome).toBe('declined');
    expect(outstanding.message).toMatch(/declined/);
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: true }]);
  });

  test('may be tried again with the card on file', async () => {
    const { person } = await debtor();
    expect((await person.call(API.payOutstanding)).outcome).toBe('declined');
    expect((await (await subscriber()).person.call(API.payOutstanding)).outcome).toBe('nothing_due');
  });

  test('for want of the holder’s word is mailed as such, and paid once the holder has given it', async () => {
    const owner = await subscriber();
    const { person } = owner;
    await updateCard(person, THREE_D_SECURE_CARD);
    await letAMonthPass(shop, person);
    const mails = await mailsTo(shop, person);
    expect(mails).toMatchObject({ 'payment-action-required': 1 });
    expect(mails).not.toHaveProperty('payment-failed');
    const { outcome, clientSecret } = await person.call(API.payOutstanding);
    expect(outcome).toBe('action_required');
    await person.payer.authenticate(clientSecret ?? '', 'complete');
    await shop.sandbox.webhooksDelivered();
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: false, monthsPaid: 2 }]);
  });

  test('and fails to the last attempt ends the subscription, with a mail that says why', async () => {
    const { person } = await debtor();
    await shop.letPass(20 * 86_400);
    await shop.sandbox.webhooksDelivered();
    await person.signInAgain();
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([
      { status: 'cancelled', resumableUntil: null },
    ]);
    expect(await mailsTo(shop, person)).toMatchObject({ 'subscription-cancelled': 1 });
  });

  test('and fails to the last attempt is owed no longer: nobody can pay it after we have said so', async () => {
    const { person } = await debtor();
    await shop.letPass(20 * 86_400);
    await shop.sandbox.webhooksDelivered();
    await person.signInAgain();
    const { invoices } = await person.call(API.listInvoices);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
    const late = shop.provider.invoices.pay(invoices[0]?.id ?? '');
    await expect(late).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
  });

  test('is shown as owed no longer also before the provider has heard of it, and the reconciler tells it', async () => {
    const { person, subscriptionId } = await debtor();
    const [unpaid] = (await person.call(API.listInvoices)).invoices;
    shop.webhooks.hold();
    await shop.letPass(20 * 86_400);
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    const fault = { match: `/v1/invoices/${unpaid?.id}/void`, status: 500, times: 3 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await expect(recordSubscription(shop.ctx, subscriptionId)).rejects.toMatchObject({ code: 'payments_unavailable' });
    await person.signInAgain();
    expect((await shop.provider.invoices.retrieve(unpaid?.id ?? '')).status).toBe('open');
    expect((await person.call(API.listInvoices)).invoices[0]?.status).toBe('void');
    await reconcile(shop.ctx);
    expect((await shop.provider.invoices.retrieve(unpaid?.id ?? '')).status).toBe('void');
  });
});
