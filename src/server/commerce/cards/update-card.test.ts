import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { endSubscriptionsAfterEach, letAMonthPass } from '../../../../test/builders/months.ts';
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
import { emailOutbox } from '../../platform/schema.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';

const shop = await startShop();
endSubscriptionsAfterEach(shop);
const MASTERCARD = '5555555555554444';

async function subscriber(card = GOOD_CARD): Promise<{ user: Shopper; customerId: string; subscriptionId: string }> {
  const user = await shop.signUp();
  const reply = await user.buy({ paymentMethodId: await user.payer.newCard(card) });
  await shop.sandbox.webhooksDelivered();
  return { user, ...reply };
}

/** Enters a card as the billing page does. */
async function updateCard(user: Shopper, number: string) {
  const { clientSecret } = await user.call(API.startCardUpdate);
  const confirmed = await user.payer.confirmSetup(clientSecret, await user.payer.newCard(number));
  if (confirmed.status === 'requires_action') await user.payer.authenticate(clientSecret, 'complete');
  return await user.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(clientSecret) } });
}

/** A subscriber whose renewal has failed: the card was good for the first month only. */
async function debtor(): Promise<Awaited<ReturnType<typeof subscriber>>> {
  const owner = await subscriber();
  const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: owner.customerId,
  });
  await shop.stripe.subscriptions.update(owner.subscriptionId, { default_payment_method: id });
  await letAMonthPass(shop, owner.user);
  expect((await owner.user.call(API.getAccount)).subscriptions).toMatchObject([
    { status: 'active', pastDue: true, overdue: { amountCents: 1500, nextAttempt: expect.any(String) as string } },
  ]);
  return owner;
}

describe('the card on file', () => {
  test('is told as the specification has it', async () => {
    const { user, customerId } = await subscriber();
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: true,
      paymentMethod: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } },
    });
  });

  test('without a subscription there is none: No subscription found', async () => {
    const user = await shop.signUp();
    const { customerId } = await user.submit();
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: false,
      error: 'No subscription found',
    });
  });

  test('without a card there is none: No payment method found', async () => {
    const { user, customerId } = await subscriber();
    for (const { id } of (await shop.stripe.customers.listPaymentMethods(customerId)).data) {
      await shop.stripe.paymentMethods.detach(id);
    }
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: false,
      error: 'No payment method found',
    });
  });

  test('while Stripe is down cannot be told: Unable to fetch payment information', async () => {
    const { user, customerId } = await subscriber();
    const fault = { match: 'GET /v1/subscriptions', status: 500, times: 3 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await expect(user.call(API.getPaymentMethod, { body: { customerId } })).rejects.toMatchObject({
      status: 503,
      message: 'Unable to fetch payment information',
    });
  });

  test('is gone with the customer that someone has deleted at Stripe, and so is the billing address', async () => {
    const { user, customerId } = await subscriber();
    await shop.stripe.customers.del(customerId);
    await shop.sandbox.webhooksDelivered();
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toEqual({
      success: false,
      error: 'No payment method found',
    });
    expect(await user.call(API.getBillingAddress)).toEqual({ address: null });
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'cancelled' }]);
  });

  test('is that of the customer made in its place, though the subscription names the one that is gone', async () => {
    const { user, customerId } = await subscriber();
    await shop.stripe.customers.del(customerId);
    await shop.sandbox.webhooksDelivered();
    await user.submit({ paymentMethodId: await user.payer.newCard(MASTERCARD), buyAnother: true });
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ stripeCustomerId: customerId }]);
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      success: true,
      paymentMethod: { card: { last4: '4444' } },
    });
  });
});

describe('a new card', () => {
  test('is the one for every running subscription from then on', async () => {
    const { user, customerId, subscriptionId } = await subscriber();
    const second = await user.buy({ buyAnother: true });
    const reply = await updateCard(user, MASTERCARD);
    expect(reply).toMatchObject({
      card: { brand: 'mastercard', last4: '4444' },
      outstanding: { outcome: 'nothing_due' },
    });
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      paymentMethod: { card: { last4: '4444' } },
    });
    const cards = await Promise.all(
      [subscriptionId, second.subscriptionId].map(async (id) => {
        const subscription = await shop.stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] });
        const card = subscription.default_payment_method;
        return typeof card === 'object' ? card?.card?.last4 : card;
      }),
    );
    expect(cards).toEqual(['4444', '4444']);
  });

  test('is taken up by the webhook when the browser does not come back', async () => {
    const { user, customerId } = await subscriber();
    const { clientSecret } = await user.call(API.startCardUpdate);
    await user.payer.confirmSetup(clientSecret, await user.payer.newCard(MASTERCARD));
    await shop.sandbox.webhooksDelivered();
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      paymentMethod: { card: { last4: '4444' } },
    });
  });

  test('never gives way to one whose update was opened before it', async () => {
    const { user, customerId } = await subscriber();
    const early = await user.call(API.startCardUpdate);
    await shop.letPass(5);
    await updateCard(user, MASTERCARD);
    await user.payer.confirmSetup(early.clientSecret, await user.payer.newCard(GOOD_CARD));
    await user.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(early.clientSecret) } });
    await shop.sandbox.webhooksDelivered();
    expect(await user.call(API.getPaymentMethod, { body: { customerId } })).toMatchObject({
      paymentMethod: { card: { last4: '4444' } },
    });
  });

  test('that was not confirmed is refused', async () => {
    const { user } = await subscriber();
    const { clientSecret } = await user.call(API.startCardUpdate);
    await user.payer.confirmSetup(clientSecret, await user.payer.newCard(DECLINED_CARD));
    await expect(
      user.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(clientSecret) } }),
    ).rejects.toMatchObject({ status: 409, code: 'card_not_confirmed' });
  });
});

describe('a renewal that failed', () => {
  test('is emailed at the first failure, once, and shown as overdue', async () => {
    const { user } = await debtor();
    expect(await emailCounts(shop, user)).toMatchObject({ 'payment-failed': 1 });
    await shop.letPass(3 * 86_400);
    await shop.sandbox.webhooksDelivered();
    expect(await emailCounts(shop, user)).toMatchObject({ 'payment-failed': 1 });
  });

  test('is emailed with the card that was refused, whichever other the same user has', async () => {
    const { user, customerId, subscriptionId } = await subscriber();
    const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
    await shop.stripe.subscriptions.update(subscriptionId, { default_payment_method: id });
    await user.buy({ buyAnother: true, paymentMethodId: await user.payer.newCard(MASTERCARD) });
    await letAMonthPass(shop, user);
    const isTheirs = and(eq(emailOutbox.recipient, user.email), eq(emailOutbox.kind, 'payment-failed'));
    const emails = await shop.ctx.db.select().from(emailOutbox).where(isTheirs);
    expect(emails.map(({ data }) => data)).toMatchObject([{ card: { brand: 'visa', last4: '0341' } }]);
  });

  test('is paid by a new card, with a receipt', async () => {
    const { user } = await debtor();
    expect(await updateCard(user, MASTERCARD)).toMatchObject({ outstanding: { outcome: 'paid' } });
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: false, monthsPaid: 2 }]);
    await shop.sandbox.webhooksDelivered();
    expect(await emailCounts(shop, user)).toMatchObject({ 'renewal-receipt': 1, 'subscription-started': 1 });
  });

  test('stays overdue when the new card is refused too', async () => {
    const { user } = await debtor();
    const { outstanding } = await updateCard(user, CARD_DECLINED_AT_CHARGE);
    expect(outstanding.outcome).toBe('declined');
    expect(outstanding.message).toMatch(/declined/);
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: true }]);
  });

  test('may be tried again with the card on file', async () => {
    const { user } = await debtor();
    expect((await user.call(API.payOutstanding)).outcome).toBe('declined');
    expect((await (await subscriber()).user.call(API.payOutstanding)).outcome).toBe('nothing_due');
  });

  test('for want of the owner’s approval is emailed as such, and paid once the owner has given it', async () => {
    const owner = await subscriber();
    const { user } = owner;
    await updateCard(user, THREE_D_SECURE_CARD);
    await letAMonthPass(shop, user);
    const emails = await emailCounts(shop, user);
    expect(emails).toMatchObject({ 'payment-action-required': 1 });
    expect(emails).not.toHaveProperty('payment-failed');
    const { outcome, clientSecret } = await user.call(API.payOutstanding);
    expect(outcome).toBe('action_required');
    await user.payer.authenticate(clientSecret ?? '', 'complete');
    await shop.sandbox.webhooksDelivered();
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ pastDue: false, monthsPaid: 2 }]);
  });

  test('and fails to the last attempt ends the subscription, with an email that says why', async () => {
    const { user } = await debtor();
    await shop.letPass(20 * 86_400);
    await shop.sandbox.webhooksDelivered();
    await user.signInAgain();
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([
      { status: 'cancelled', resumableUntil: null },
    ]);
    expect(await emailCounts(shop, user)).toMatchObject({ 'subscription-cancelled': 1 });
  });

  test('and fails to the last attempt is owed no longer: no one can pay it after we have said so', async () => {
    const { user } = await debtor();
    await shop.letPass(20 * 86_400);
    await shop.sandbox.webhooksDelivered();
    await user.signInAgain();
    const { invoices } = await user.call(API.listInvoices);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
    const late = shop.stripe.invoices.pay(invoices[0]?.id ?? '');
    await expect(late).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
  });

  test('is shown as owed no longer also before Stripe has heard of it, and the reconciler tells it', async () => {
    const { user, subscriptionId } = await debtor();
    const [unpaid] = (await user.call(API.listInvoices)).invoices;
    shop.webhooks.hold();
    await shop.letPass(20 * 86_400);
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    const fault = { match: `/v1/invoices/${unpaid?.id}/void`, status: 500, times: 3 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await expect(recordSubscription(shop.ctx, subscriptionId)).rejects.toMatchObject({ code: 'payments_unavailable' });
    await user.signInAgain();
    expect((await shop.stripe.invoices.retrieve(unpaid?.id ?? '')).status).toBe('open');
    expect((await user.call(API.listInvoices)).invoices[0]?.status).toBe('void');
    await reconcile(shop.ctx);
    expect((await shop.stripe.invoices.retrieve(unpaid?.id ?? '')).status).toBe('void');
  });
});

test('the form for another card, opened again and left alone, uses the open SetupIntent again', async () => {
  const { user } = await subscriber();
  const { clientSecret } = await user.call(API.startCardUpdate);
  expect(await user.call(API.startCardUpdate)).toEqual({ clientSecret });
  await user.payer.confirmSetup(clientSecret, await user.payer.newCard(MASTERCARD));
  const next = await user.call(API.startCardUpdate);
  expect(next.clientSecret).not.toBe(clientSecret);
});
