import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { ask, intentToPay, openShop, orderOf, startSandbox, subscribe } from './testing.ts';

describe('what support does at the sandbox', () => {
  it('refunds a paid invoice through its payment, once', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const payments = await stripe.invoicePayments.list({ invoice: active.latest_invoice as string, status: 'paid' });
    const payment_intent = payments.data[0]?.payment.payment_intent as string;
    const partial = await stripe.refunds.create({ payment_intent, amount: 500, reason: 'requested_by_customer' });
    expect(partial).toMatchObject({ status: 'succeeded', amount: 500 });
    await stripe.refunds.create({ payment_intent });
    const { latest_charge } = await stripe.paymentIntents.retrieve(payment_intent, {
      expand: ['latest_charge.refunds'],
    });
    expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 1500 });
    expect((latest_charge as Stripe.Charge).refunds?.data).toHaveLength(2);
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await stripe.subscriptions.retrieve(active.id)).status).toBe('active');
  });

  it('tells what a refund was before, with every `refund.updated`', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    await subscribe(stripe, customer, monthly);
    const [charge] = (await stripe.charges.list()).data;
    const refund = await stripe.refunds.create({ charge: charge?.id ?? '' });
    expect((await ask(sandbox, `refunds/${refund.id}`, { status: 'failed' })).ok).toBe(true);
    const { data } = await stripe.events.list({ type: 'refund.updated' });
    expect(data.map((event) => event.data.previous_attributes)).toEqual([
      { status: 'succeeded', failure_reason: null },
      { destination_details: { card: { reference: null, reference_status: 'pending' } } },
    ]);
  });

  it('ends a subscription at once, leaving what was invoiced', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const ended = await stripe.subscriptions.cancel(active.id, { prorate: false, invoice_now: false });
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } });
    await expect(stripe.subscriptions.update(active.id, { metadata: { a: 'b' } })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  });

  it('sees a dispute when the cardholder opens one', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    await subscribe(stripe, customer, monthly, { card: 'pm_card_createDispute' });
    expect((await stripe.charges.list()).data[0]).toMatchObject({ paid: true, disputed: true });
    expect((await stripe.events.list({ type: 'charge.dispute.created' })).data).toHaveLength(1);
  });
});

describe('a new card at the sandbox', () => {
  it('is set up without paying, attached, and made the default', async () => {
    const { stripe } = await startSandbox();
    const { customer } = await openShop(stripe);
    const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' });
    const done = await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_mastercard' });
    expect(done.status).toBe('succeeded');
    const card = done.payment_method as string;
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card } });
    const expanded = await stripe.customers.retrieve(customer.id, {
      expand: ['invoice_settings.default_payment_method'],
    });
    expect(expanded).toMatchObject({ invoice_settings: { default_payment_method: { card: { brand: 'mastercard' } } } });
    expect((await stripe.customers.listPaymentMethods(customer.id, { type: 'card', limit: 1 })).data[0]?.id).toBe(card);
  });

  it('is refused with the SetupIntent in the error', async () => {
    const { stripe } = await startSandbox();
    const { customer } = await openShop(stripe);
    const setup = await stripe.setupIntents.create({ customer: customer.id });
    await expect(
      stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa_chargeDeclined' }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined', setup_intent: { id: setup.id } });
  });

  it('that wants authentication once pays without it after a completed challenge', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const setup = await stripe.setupIntents.create({ customer: customer.id });
    const challenged = await stripe.setupIntents.confirm(setup.id, {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    expect(challenged.status).toBe('requires_action');
    await ask(sandbox, `3ds/${setup.id}`, { client_secret: setup.client_secret, outcome: 'complete' });
    const { status, payment_method } = await stripe.setupIntents.retrieve(setup.id);
    expect(status).toBe('succeeded');
    const created = await stripe.subscriptions.create(
      orderOf(customer, monthly, { default_payment_method: payment_method as string }),
    );
    expect((await stripe.paymentIntents.confirm(intentToPay(created))).status).toBe('succeeded');
  });

  it('cannot be used again once it was detached, nor by anyone else', async () => {
    const { stripe } = await startSandbox();
    const { customer } = await openShop(stripe);
    const other = await stripe.customers.create({ email: 'other@example.com' });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await expect(stripe.paymentMethods.attach(card.id, { customer: other.id })).rejects.toMatchObject({
      statusCode: 400,
    });
    const payment = { amount: 1500, currency: 'usd', customer: other.id, payment_method: card.id };
    await expect(stripe.paymentIntents.create(payment)).rejects.toMatchObject({ statusCode: 400 });
    await stripe.paymentMethods.detach(card.id);
    await expect(stripe.paymentMethods.attach(card.id, { customer: customer.id })).rejects.toMatchObject({
      message: expect.stringContaining('may not be used again') as string,
    });
  });

  it.each([
    ['a number that fails its checksum', { number: '4242424242424241' }, 'incorrect_number'],
    ['a month that does not exist', { exp_month: 13 }, 'invalid_expiry_month'],
    ['a year that is over', { exp_year: 2020 }, 'invalid_expiry_year'],
    ['a CVC of the wrong length', { cvc: '12' }, 'invalid_cvc'],
    ['a card that is not a test card', { number: '4111111111111111' }, 'card_declined'],
  ])('is refused for %s', async (_reason, wrong, code) => {
    const { stripe } = await startSandbox();
    const card = { number: '4242424242424242', exp_month: 12, exp_year: new Date().getUTCFullYear() + 3, cvc: '123' };
    await expect(stripe.paymentMethods.create({ type: 'card', card: { ...card, ...wrong } })).rejects.toMatchObject({
      statusCode: 402,
      code,
    });
  });
});
