import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { ask, intentToPay, latestInvoice, openShop, orderOf, sdk, startSandbox, subscribe } from './testing.ts';

const DAY = 86_400;

describe('a purchase at the sandbox', () => {
  it('starts a monthly subscription incomplete and activates it when its first invoice is paid', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const created = await stripe.subscriptions.create(
      orderOf(customer, monthly, { default_payment_method: method.id, metadata: { user_id: 'u1' } }),
    );
    expect(created.status).toBe('incomplete');
    expect(latestInvoice(created)).toMatchObject({
      status: 'open',
      amount_due: 1500,
      billing_reason: 'subscription_create',
    });

    const paid = await stripe.paymentIntents.confirm(intentToPay(created), { payment_method: method.id });
    expect(paid.status).toBe('succeeded');
    const active = await stripe.subscriptions.retrieve(created.id, { expand: ['latest_invoice.payments', 'customer'] });
    expect(active).toMatchObject({ status: 'active', default_payment_method: method.id, metadata: { user_id: 'u1' } });
    expect(active.customer).toMatchObject({ email: 'reader@example.com' });
    expect(latestInvoice(active)).toMatchObject({ status: 'paid', amount_paid: 1500, amount_remaining: 0 });
    expect(latestInvoice(active).payments?.data[0]?.payment.payment_intent).toBe(paid.id);
  });

  it('ends an annual subscription with its period when it was created so', async () => {
    const { stripe } = await startSandbox();
    const { customer, annual } = await openShop(stripe);
    const active = await subscribe(stripe, customer, annual, { cancel_at_period_end: true });
    const end = active.items.data[0]?.current_period_end ?? 0;
    expect(active).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end });
    expect(end - active.start_date).toBeGreaterThanOrEqual(365 * DAY);
  });

  it('lets a declined card be followed by a good one on the same subscription', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    const intent = intentToPay(created);
    await expect(
      stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa_chargeDeclined' }),
    ).rejects.toMatchObject({
      statusCode: 402,
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    });
    expect((await stripe.subscriptions.retrieve(created.id)).status).toBe('incomplete');

    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    const active = await stripe.subscriptions.retrieve(created.id, { expand: ['default_payment_method'] });
    expect(active.status).toBe('active');
    expect((active.default_payment_method as Stripe.PaymentMethod).customer).toBe(customer.id);
  });

  it('refuses to attach a card that its issuer declines', async () => {
    const { stripe } = await startSandbox();
    const { customer } = await openShop(stripe);
    const attach = (id: string) => stripe.paymentMethods.attach(id, { customer: customer.id });
    await expect(attach('pm_card_visa_chargeDeclined')).rejects.toMatchObject({ statusCode: 402 });
    await expect(attach('pm_card_chargeCustomerFail')).resolves.toMatchObject({ customer: customer.id });
  });

  it('sends a 3-D Secure card through a challenge, which may be completed', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    const challenged = await stripe.paymentIntents.confirm(intentToPay(created), {
      payment_method: 'pm_card_authenticationRequired',
    });
    expect(challenged).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });

    const answer = { client_secret: challenged.client_secret, outcome: 'complete' };
    expect((await ask(sandbox, `3ds/${challenged.id}`, answer)).status).toBe(200);
    expect((await stripe.paymentIntents.retrieve(challenged.id)).status).toBe('succeeded');
    expect((await stripe.subscriptions.retrieve(created.id)).status).toBe('active');
  });

  it('goes back to choosing a card when the challenge fails', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    const { id, client_secret } = await stripe.paymentIntents.confirm(intentToPay(created), {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    await ask(sandbox, `3ds/${id}`, { client_secret, outcome: 'fail' });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await stripe.subscriptions.retrieve(created.id)).status).toBe('incomplete');
  });

  it('cancels an unpaid subscription together with its invoice and PaymentIntent', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    await stripe.subscriptions.cancel(created.id, { prorate: false, invoice_now: false });
    expect((await stripe.subscriptions.retrieve(created.id)).status).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(latestInvoice(created).id)).status).toBe('void');
    await expect(
      stripe.paymentIntents.confirm(intentToPay(created), { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('voids the invoice of a PaymentIntent that is cancelled, so that no further card can be tried', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    const canceled = await stripe.paymentIntents.cancel(intentToPay(created), { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect((await stripe.invoices.retrieve(latestInvoice(created).id)).status).toBe('void');
  });

  it('lets the payer’s browser confirm with the publishable key and shows it the public part only', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const browser = sdk(sandbox, 'pk_test_sandbox');
    const method = await browser.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: new Date().getUTCFullYear() + 3, cvc: '123' },
      billing_details: { name: 'Ada Reader' },
    });
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    const intent = intentToPay(created);
    const paid = await browser.paymentIntents.confirm(intent, {
      payment_method: method.id,
      client_secret: latestInvoice(created).confirmation_secret?.client_secret,
    } as Stripe.PaymentIntentConfirmParams);
    expect(paid.status).toBe('succeeded');
    expect(paid).not.toHaveProperty('customer');
    expect(paid).not.toHaveProperty('latest_charge');
    await expect(browser.paymentIntents.retrieve(intent, { client_secret: 'wrong' })).rejects.toMatchObject({
      statusCode: 404,
    });
    await expect(browser.customers.list()).rejects.toMatchObject({ statusCode: 401 });
  });

  it('shows a publishable key a payment method whose `customer` is null, also inside errors', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const browser = sdk(sandbox, 'pk_test_sandbox');
    const made = await browser.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    expect(made.customer).toBeNull();
    const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    const refused = browser.paymentIntents.confirm(intentToPay(created), {
      payment_method: id,
      client_secret: latestInvoice(created).confirmation_secret?.client_secret,
    } as Stripe.PaymentIntentConfirmParams);
    await expect(refused).rejects.toMatchObject({
      statusCode: 402,
      payment_method: { id, customer: null },
      payment_intent: { last_payment_error: { payment_method: { id, customer: null } } },
    });
    expect((await stripe.paymentMethods.retrieve(id)).customer).toBe(customer.id);
  });
});
