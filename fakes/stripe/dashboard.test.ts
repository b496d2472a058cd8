import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { advanceMonths, advanceSeconds, ask, openInbox, openShop, startSandbox, subscribe } from './testing.ts';
import type { Sandbox } from './sandbox.ts';
import { DAY } from './state/time.ts';

async function begin(interval: 'monthly' | 'annual' = 'monthly') {
  const { sandbox, stripe } = await startSandbox();
  const shop = await openShop(stripe);
  const { id } = await subscribe(stripe, shop.customer, shop[interval]);
  const edit = async (body: object, path = `subscriptions/${id}`) => await apply(sandbox, path, body);
  const invoices = async () => (await stripe.invoices.list({ subscription: id, limit: 100 })).data.toReversed();
  const events = async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
  return { sandbox, stripe, id, edit, invoices, events, read: () => stripe.subscriptions.retrieve(id), ...shop };
}

async function apply(sandbox: Sandbox, path: string, body: object): Promise<void> {
  const answer = await ask(sandbox, `${path}/edit`, body);
  if (!answer.ok) throw new Error(await answer.text());
}

function figures({ status, billing_reason: reason, total, amount_due: due, amount_paid: paid }: Stripe.Invoice) {
  return { status, reason, total, due, paid };
}

describe('an edit of a subscription', () => {
  it('cancels it at the end of the period, takes that back, and cancels it now', async () => {
    const { edit, read, events } = await begin();
    await edit({ edit: 'cancel_at_period_end' });
    const cancelling = await read();
    expect(cancelling).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(cancelling.cancel_at).toBe(cancelling.items.data[0]?.current_period_end);
    await edit({ edit: 'uncancel' });
    expect(await read()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    await edit({ edit: 'cancel_now' });
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect((await events())[0]).toBe('customer.subscription.deleted');
  });

  it('pauses collection: renewals are voided, kept as drafts or written off until it resumes', async () => {
    const { sandbox, edit, read, invoices } = await begin();
    for (const behavior of ['void', 'keep_as_draft', 'mark_uncollectible']) {
      await edit({ edit: 'pause', behavior });
      await advanceMonths(sandbox, 1);
    }
    await edit({ edit: 'pause', resumes_in_days: 3 });
    await advanceSeconds(sandbox, 4 * DAY);
    expect(await read()).toMatchObject({ status: 'active', pause_collection: null });
    await advanceMonths(sandbox, 1);
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'void', 'draft', 'uncollectible', 'paid']);
  });

  it('changes the quantity, and prorates on the next invoice', async () => {
    const { sandbox, edit, invoices } = await begin();
    await edit({ edit: 'quantity', quantity: 2 });
    await advanceMonths(sandbox, 1);
    const [, renewal] = await invoices();
    expect(renewal && figures(renewal)).toEqual({
      status: 'paid',
      reason: 'subscription_cycle',
      total: 4500,
      due: 4500,
      paid: 4500,
    });
    expect(renewal?.lines.data.map(({ amount }) => amount)).toEqual([-1500, 3000, 3000]);
  });

  it('changes the price and invoices the difference at once, and a credit goes onto the balance', async () => {
    const { edit, invoices, stripe, customer } = await begin();
    await edit({ edit: 'price', unit_amount: 2500, proration: 'always_invoice' });
    await edit({ edit: 'price', unit_amount: 500, proration: 'always_invoice' });
    expect((await invoices()).slice(1).map(figures)).toEqual([
      { status: 'paid', reason: 'subscription_update', total: 1000, due: 1000, paid: 1000 },
      { status: 'paid', reason: 'subscription_update', total: -2000, due: 0, paid: 0 },
    ]);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -2000 });
  });

  it('gives a trial, which moves the billing cycle to its end', async () => {
    const { sandbox, edit, read, invoices } = await begin();
    await edit({ edit: 'trial', days: 20 });
    const trialing = await read();
    expect(trialing).toMatchObject({ status: 'trialing', billing_cycle_anchor: trialing.trial_end });
    expect(trialing.items.data[0]?.current_period_end).toBe(trialing.trial_end);
    await advanceSeconds(sandbox, 20 * DAY + 7200);
    expect(await read()).toMatchObject({ status: 'active' });
    expect((await invoices()).map(figures)).toMatchObject([
      { reason: 'subscription_create', paid: 1500 },
      { reason: 'subscription_update', total: 0 },
      { reason: 'subscription_cycle', paid: 1500 },
    ]);
  });

  it('resets the billing cycle: a new period begins now and is charged at once, less what is unused', async () => {
    const { sandbox, edit, read, invoices } = await begin();
    await advanceSeconds(sandbox, 10 * DAY);
    await edit({ edit: 'reset_cycle' });
    const { billing_cycle_anchor: anchor, items } = await read();
    expect(items.data[0]?.current_period_start).toBe(anchor);
    const [, reset] = await invoices();
    expect(reset?.billing_reason).toBe('subscription_update');
    expect(reset?.lines.data[1]?.amount).toBe(1500);
    expect(reset?.lines.data[0]?.amount).toBeLessThan(-900);
    await edit({ edit: 'reset_cycle', proration: 'none' });
    expect((await invoices()).at(-1)).toMatchObject({ amount_paid: 1500 });
  });

  it('adds a discount and removes it, and changes the card', async () => {
    const { sandbox, edit, read, events, invoices } = await begin();
    const { default_payment_method: before } = await read();
    await edit({ edit: 'add_discount', percent_off: 20, duration: 'forever' });
    await edit({ edit: 'card' });
    expect((await read()).default_payment_method).not.toBe(before);
    await advanceMonths(sandbox, 1);
    await edit({ edit: 'remove_discount' });
    await advanceMonths(sandbox, 1);
    expect((await invoices()).map(({ amount_paid: paid }) => paid)).toEqual([1500, 1200, 1500]);
    expect(await events()).toEqual(expect.arrayContaining(['customer.discount.created', 'customer.discount.deleted']));
  });

  it('sends a one-off invoice, which is charged at once and leaves the subscription as it is', async () => {
    const { edit, read, invoices } = await begin();
    const before = await read();
    await edit({ edit: 'one_off_invoice', amount: 500 });
    expect((await invoices()).at(-1)).toMatchObject({ billing_reason: 'manual', status: 'paid', amount_paid: 500 });
    expect(await read()).toEqual(before);
  });

  it('is refused once the subscription has ended, and when it is unknown', async () => {
    const { sandbox, edit, id } = await begin();
    await edit({ edit: 'cancel_now' });
    expect((await ask(sandbox, `subscriptions/${id}/edit`, { edit: 'uncancel' })).status).toBe(400);
    expect((await ask(sandbox, `subscriptions/${id}/edit`, { edit: 'explode' })).status).toBe(400);
    expect((await ask(sandbox, 'subscriptions/sub_none/edit', { edit: 'uncancel' })).status).toBe(404);
  });
});

async function withOpenRenewal() {
  const shop = await begin();
  await shop.edit({ edit: 'card', card: 'pm_card_chargeCustomerFail' });
  await advanceMonths(shop.sandbox, 1);
  const open = (await shop.invoices()).at(-1)?.id ?? '';
  expect(await shop.read()).toMatchObject({ status: 'past_due' });
  return { ...shop, open };
}

describe('an edit of what is owed or was paid', () => {
  it('voids, writes off or takes as paid an open invoice, after which nothing is past due', async () => {
    for (const [edit, status, event] of [
      ['void', 'void', 'invoice.voided'],
      ['uncollectible', 'uncollectible', 'invoice.marked_uncollectible'],
      ['paid_out_of_band', 'paid', 'invoice.paid'],
    ] as const) {
      const shop = await withOpenRenewal();
      await shop.edit({ edit }, `invoices/${shop.open}`);
      expect(await shop.stripe.invoices.retrieve(shop.open)).toMatchObject({ status });
      expect(await shop.read()).toMatchObject({ status: 'active' });
      expect(await shop.events()).toContain(event);
    }
  });

  it('refunds in part, disputes, warns of fraud and reviews a charge', async () => {
    const { sandbox, stripe, edit, events } = await begin();
    const [charge] = (await stripe.charges.list()).data;
    const path = `charges/${charge?.id}`;
    await edit({ edit: 'refund', amount: 500 }, path);
    await edit({ edit: 'early_fraud_warning' }, path);
    await edit({ edit: 'open_review' }, path);
    const { data: reviews } = await stripe.reviews.list();
    await apply(sandbox, `reviews/${reviews[0]?.id}`, { edit: 'approved' });
    await edit({ edit: 'dispute' }, path);
    await edit({ edit: 'dispute_won' }, path);
    expect((await stripe.radar.earlyFraudWarnings.list({ charge: charge?.id ?? '' })).data).toHaveLength(1);
    expect(await stripe.reviews.retrieve(reviews[0]?.id ?? '')).toMatchObject({ closed_reason: 'approved' });
    expect((await stripe.disputes.list()).data).toMatchObject([{ status: 'won' }]);
    expect(await events()).toEqual(
      expect.arrayContaining([
        'charge.refunded',
        'radar.early_fraud_warning.created',
        'review.opened',
        'review.closed',
        'charge.dispute.created',
        'charge.dispute.closed',
      ]),
    );
  });

  it('changes a customer’s email and card, and deletes the customer with the subscriptions', async () => {
    const { stripe, edit, customer, read } = await begin();
    await edit({ edit: 'email', email: 'new@example.com' }, `customers/${customer.id}`);
    await edit({ edit: 'card' }, `customers/${customer.id}`);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'new@example.com' });
    await edit({ edit: 'delete' }, `customers/${customer.id}`);
    expect(await read()).toMatchObject({ status: 'canceled' });
  });

  it('is a form of the viewer, whose every value has a default, and sends its events to the shop', async () => {
    const { sandbox, stripe, id } = await begin();
    const inbox = await openInbox(stripe);
    const { secret } = await stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['*'] });
    inbox.secret = secret ?? '';
    expect(await (await fetch(`${sandbox.url}/_sandbox/`)).text()).toContain(`/_sandbox/subscriptions/${id}/edit`);
    const answer = await fetch(`${sandbox.url}/_sandbox/subscriptions/${id}/edit`, {
      method: 'POST',
      headers: { accept: 'text/html', origin: sandbox.url },
      body: new URLSearchParams({ edit: 'pause' }),
    });
    expect(answer.url).toBe(`${sandbox.url}/_sandbox/`);
    await sandbox.webhooksDelivered();
    expect(inbox.events.map(({ type }) => type)).toEqual(['customer.subscription.updated']);
  });
});
