import { describe, expect, it } from 'vitest';
import { addMonths } from './state/time.ts';
import {
  advanceMonths,
  advanceSeconds,
  ask,
  intentToPay,
  openShop,
  orderOf,
  startSandbox,
  subscribe,
} from './testing.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const JANUARY_31 = Date.UTC(2027, 0, 31, 15) / 1000;

const dates = (moments: number[]) => moments.map((moment) => new Date(moment * 1000).toISOString().slice(0, 10));

describe('a season at the sandbox', () => {
  it('charges a monthly plan twelve times and ends it at the twelfth boundary, without a 13th invoice', async () => {
    const { stripe, sandbox } = await startSandbox({ now: () => JANUARY_31 });
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const end = addMonths(active.billing_cycle_anchor, 12);
    await stripe.subscriptions.update(active.id, { cancel_at: end, proration_behavior: 'none' });

    await advanceMonths(sandbox, 14);
    const { data } = await stripe.invoices.list({ subscription: active.id, limit: 100 });
    expect(data).toHaveLength(12);
    expect(data.every(({ status, amount_paid }) => status === 'paid' && amount_paid === 1500)).toBe(true);
    expect(
      dates(data.map(({ created }) => created))
        .reverse()
        .slice(0, 4),
    ).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    expect(await stripe.subscriptions.retrieve(active.id)).toMatchObject({ status: 'canceled', ended_at: end });
    const ended = await stripe.events.list({ type: 'customer.subscription.deleted' });
    expect(ended.data.map(({ created }) => created)).toEqual([end]);
  });

  it('drafts a renewal at the boundary and charges it an hour later', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const end = active.items.data[0]?.current_period_end ?? 0;
    const { now } = (await (await ask(sandbox, 'clock', undefined, 'GET')).json()) as { now: number };
    await advanceSeconds(sandbox, end - now + 60);
    const [draft] = (await stripe.invoices.list({ subscription: active.id })).data;
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
    expect(draft?.automatically_finalizes_at).toBe(end + HOUR);
    await advanceSeconds(sandbox, HOUR);
    expect(await stripe.invoices.retrieve(draft?.id ?? '')).toMatchObject({ status: 'paid', attempt_count: 1 });
  });

  it('ends an annual plan after its one payment', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, annual } = await openShop(stripe);
    const active = await subscribe(stripe, customer, annual, { cancel_at_period_end: true });
    await advanceMonths(sandbox, 13);
    expect((await stripe.invoices.list({ subscription: active.id })).data).toHaveLength(1);
    expect(await stripe.subscriptions.retrieve(active.id)).toMatchObject({
      status: 'canceled',
      ended_at: active.cancel_at,
    });
  });

  it('asks again after 3, 5 and 7 days when a renewal is declined, then cancels', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    await stripe.subscriptions.update(active.id, { default_payment_method: failing.id });
    await advanceMonths(sandbox, 1);
    const overdue = await stripe.subscriptions.retrieve(active.id, { expand: ['latest_invoice'] });
    expect(overdue).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });

    await advanceSeconds(sandbox, 16 * DAY);
    expect(await stripe.subscriptions.retrieve(active.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { status: 'open', attempt_count: 4, next_payment_attempt: null },
    });
    expect((await stripe.events.list({ type: 'invoice.payment_failed' })).data).toHaveLength(4);
  });

  it('makes a past-due subscription active again when its invoice is paid with a new card', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    await stripe.subscriptions.update(active.id, { default_payment_method: failing.id });
    await advanceMonths(sandbox, 1);
    const [open] = (await stripe.invoices.list({ subscription: active.id, status: 'open' })).data;
    await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ statusCode: 402 });
    await stripe.invoices.pay(open?.id ?? '', { payment_method: 'pm_card_visa' });
    expect((await stripe.subscriptions.retrieve(active.id)).status).toBe('active');
  });

  it('leaves a renewal past due until the cardholder authenticates, when the card always wants that', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id });
    const created = await stripe.subscriptions.create(
      orderOf(customer, monthly, { default_payment_method: method.id }),
    );
    const challenged = await stripe.paymentIntents.confirm(intentToPay(created));
    await ask(sandbox, `3ds/${challenged.id}`, { client_secret: challenged.client_secret, outcome: 'complete' });
    await advanceMonths(sandbox, 1);
    expect((await stripe.subscriptions.retrieve(created.id)).status).toBe('past_due');
    expect((await stripe.events.list({ type: 'invoice.payment_action_required' })).data).toHaveLength(2);
    const [open] = (await stripe.invoices.list({ status: 'open', expand: ['data.confirmation_secret'] })).data;
    const secret = open?.confirmation_secret?.client_secret ?? '';
    const intent = secret.slice(0, secret.indexOf('_secret_'));
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('requires_action');
    await ask(sandbox, `3ds/${intent}`, { client_secret: secret, outcome: 'complete' });
    expect((await stripe.subscriptions.retrieve(created.id)).status).toBe('active');
  });

  it('expires a subscription whose first invoice stays unpaid for 23 hours', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const created = await stripe.subscriptions.create(orderOf(customer, monthly));
    await advanceSeconds(sandbox, 23 * HOUR + 1);
    expect(await stripe.subscriptions.retrieve(created.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
  });

  it('lets a customer on a test clock live by it alone', async () => {
    const { stripe } = await startSandbox();
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: JANUARY_31 });
    const { customer, monthly } = await openShop(stripe, { test_clock: clock.id });
    const stranger = await stripe.customers.create({ email: 'other@example.com' });
    const active = await subscribe(stripe, customer, monthly);
    const other = await subscribe(stripe, stranger, monthly);
    expect(active.start_date).toBe(JANUARY_31);
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: addMonths(JANUARY_31, 2) + 2 * HOUR });
    expect((await stripe.invoices.list({ subscription: active.id })).data).toHaveLength(3);
    expect((await stripe.invoices.list({ subscription: other.id })).data).toHaveLength(1);
  });

  it('resumes what was to end with its period', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    const cancelling = await stripe.subscriptions.update(active.id, { cancel_at_period_end: true });
    expect(cancelling.cancel_at).toBe(active.items.data[0]?.current_period_end);
    const resumed = await stripe.subscriptions.update(active.id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
    await advanceMonths(sandbox, 1);
    expect((await stripe.subscriptions.retrieve(active.id)).status).toBe('active');
  });
});
