import { describe, expect, test } from 'vitest';
import { editAtStripe, stripeDesk } from '../../../../test/builders/stripe-edits.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';

const shop = await startShop();
const desk = stripeDesk(shop);

describe('what a change at Stripe does not do', () => {
  test('our own calls are none: cancelling, resuming, a new card', async () => {
    const one = await desk.subscriber();
    await one.user.call(API.cancelSubscription, { params: { id: one.id } });
    await one.user.call(API.resumeSubscription, { params: { id: one.id } });
    await one.user.call(API.cancelSubscription, { params: { id: one.id } });
    await shop.sandbox.webhooksDelivered();
    await reconcile(shop.ctx);
    expect(await desk.changes(one)).toEqual([]);
  });

  test(
    'nor are a season’s twelve charges with a discount of its first one, nor its end',
    { timeout: 60_000 },
    async () => {
      const promotionCodeId = await shop.promotion({ percent_off: 20, duration: 'once' });
      const one = await desk.subscriber({ promotionCodeId });
      await desk.liveOn(one, 13);
      expect(await desk.atStripe(one)).toMatchObject({ status: 'canceled' });
      expect(await desk.changes(one)).toEqual([]);
    },
  );

  test('nor a renewal that fails until Stripe ends it', async () => {
    const one = await desk.subscriber();
    await desk.failCharges(one);
    await desk.liveOn(one, 2);
    expect(await desk.changes(one)).toEqual(['card_changed']);
    expect(await desk.shown(one)).toMatchObject({ status: 'cancelled' });
  });
});

describe('what would break the terms is corrected, and said to operators', () => {
  test('an end that was removed is set back: no thirteenth charge', async () => {
    const one = await desk.subscriber();
    await desk.edit(one, { edit: 'uncancel' });
    expect(await desk.changes(one)).toEqual(['end_removed']);
    expect((await desk.atStripe(one)).cancel_at).not.toBeNull();
  });

  test('a charge beyond the twelfth, made by hand, is refunded in full', { timeout: 60_000 }, async () => {
    const one = await desk.subscriber();
    await desk.liveOn(one, 11);
    await desk.edit(one, { edit: 'reset_cycle', proration: 'none' });
    await reconcile(shop.ctx);
    expect(await desk.changes(one)).toContain('charged_beyond_term');
    const { invoices: list } = await one.user.call(API.listInvoices);
    expect(list[0]).toMatchObject({ refundedCents: 1500 });
    await desk.liveOn(one, 2);
    expect(await desk.atStripe(one)).toMatchObject({ status: 'canceled' });
    expect(await desk.charges(one)).toBe(13);
  });

  test('a second running subscription of one checkout is ended', async () => {
    const one = await desk.subscriber();
    const first = await desk.atStripe(one);
    const second = await shop.stripe.subscriptions.create({
      customer: first.customer as string,
      items: [{ price: first.items.data[0]?.price.id ?? '' }],
      payment_behavior: 'default_incomplete',
      default_payment_method: first.default_payment_method as string,
      metadata: first.metadata,
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = second.latest_invoice;
    const secret = typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? '') : '';
    await shop.stripe.paymentIntents.confirm(secret.split('_secret_')[0] ?? '');
    await shop.sandbox.webhooksDelivered();
    expect(await shop.stripe.subscriptions.retrieve(second.id)).toMatchObject({ status: 'canceled' });
    expect(await desk.changes(one)).toEqual(['second_subscription']);
    expect(await desk.shown(one)).toMatchObject({ status: 'active' });
  });

  test('an email of the customer stays as it is in Stripe, until the account changes its own', async () => {
    const one = await desk.subscriber();
    const customer = await desk.customerOf(one);
    await editAtStripe(shop, 'customers', customer, { edit: 'email', email: 'elsewhere@example.com' });
    await reconcile(shop.ctx);
    await reconcile(shop.ctx);
    expect(await desk.changes(one)).toEqual(['email_changed']);
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ email: 'elsewhere@example.com' });
  });

  test('a default card of the customer that was changed in Stripe is in the timeline at once', async () => {
    const one = await desk.subscriber();
    await editAtStripe(shop, 'customers', await desk.customerOf(one), { edit: 'card' });
    await shop.sandbox.webhooksDelivered();
    expect(await desk.changes(one)).toEqual(['card_changed']);
  });

  test('a customer that is deleted ends the subscription', async () => {
    const one = await desk.subscriber();
    const customer = await desk.customerOf(one);
    await editAtStripe(shop, 'customers', customer, { edit: 'delete' });
    await reconcile(shop.ctx);
    expect(await desk.shown(one)).toMatchObject({ status: 'cancelled' });
    expect(await desk.changes(one)).toEqual(['customer_deleted']);
  });
});
