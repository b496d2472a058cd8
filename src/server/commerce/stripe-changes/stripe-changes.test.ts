import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { endSubscriptionsAfterEach, letAMonthPass } from '../../../../test/builders/months.ts';
import { stripeDesk } from '../../../../test/builders/stripe-edits.ts';
import { emailCounts, queuedEmails } from '../../../../test/clients/mailbox.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { stripeIntents } from '../stripe-changes-schema.ts';

const shop = await startShop({ logLevel: 'info' });
endSubscriptionsAfterEach(shop);
const desk = stripeDesk(shop);

describe.each([
  ['by its event', (...edit: Parameters<typeof desk.edit>) => desk.edit(...edit)],
  ['by the comparison alone', (...edit: Parameters<typeof desk.edit>) => desk.editUnheard(...edit)],
] as const)('a change in Stripe that is heard of %s', (_, change) => {
  test('cancels a subscription as if it had been asked for here, and is not undone', async () => {
    const one = await desk.subscriber();
    await change(one, { edit: 'cancel_at_period_end' });
    await reconcile(shop.ctx);
    expect(await desk.shown(one)).toMatchObject({ status: 'cancelled', toCome: { first: 1 } });
    expect(await desk.atStripe(one)).toMatchObject({
      cancel_at_period_end: true,
      metadata: { cancelled_by: 'operator' },
    });
    expect(await desk.changes(one)).toEqual(['cancelled_at_period_end']);
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'subscription-cancelled': 1 });
    await letAMonthPass(shop, one.user);
    expect(await desk.atStripe(one)).toMatchObject({ status: 'canceled' });
    expect(await desk.charges(one)).toBe(1);
  });

  test('takes a cancellation back: it is resumed, for as many charges as were left', async () => {
    const one = await desk.subscriber();
    await one.user.call(API.cancelSubscription, { params: { id: one.id } });
    await change(one, { edit: 'uncancel' });
    expect(await desk.shown(one)).toMatchObject({ status: 'active' });
    expect(await desk.changes(one)).toEqual(['uncancelled']);
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'subscription-resumed': 1 });
    expect((await desk.atStripe(one)).cancel_at_period_end).toBe(false);
    await desk.liveOn(one, 13);
    expect(await desk.charges(one)).toBe(12);
  });

  test('ends a subscription at once', async () => {
    const one = await desk.subscriber();
    await change(one, { edit: 'cancel_now' });
    expect(await desk.shown(one)).toMatchObject({ status: 'cancelled', toCome: { first: 1 } });
    expect(await desk.changes(one)).toEqual(['cancelled_now']);
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'subscription-cancelled': 1 });
  });

  test('ends an annual subscription before its year is over', async () => {
    const one = await desk.subscriber({ planType: 'annual' });
    await change(one, { edit: 'cancel_now' });
    expect(await desk.changes(one)).toEqual(['cancelled_now']);
  });

  test('moves the cycle: twelve charges are twelve, and none is numbered thirteen', { timeout: 60_000 }, async () => {
    const one = await desk.subscriber();
    await desk.liveOn(one, 1);
    await change(one, { edit: 'reset_cycle', proration: 'none' });
    await change(one, { edit: 'trial', days: 40 });
    expect(await desk.changes(one)).toEqual(['cycle_reset', 'trial_given']);
    await desk.liveByWeeks(one, 62);
    expect(await desk.charges(one)).toBe(12);
    expect(await desk.atStripe(one)).toMatchObject({ status: 'canceled' });
    const emails = await queuedEmails(shop.ctx, { recipient: one.user.email });
    const numbers = emails.flatMap(({ kind, data }) => (kind === 'renewal-receipt' ? [Number(data['charge'])] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test('pauses collection: what was not charged follows at the end, with the reason recorded', async () => {
    const one = await desk.subscriber();
    await change(one, { edit: 'pause' });
    await desk.liveOn(one, 2);
    expect(await desk.shown(one)).toMatchObject({ status: 'active', monthsPaid: 1 });
    await change(one, { edit: 'resume' });
    expect(await desk.changes(one)).toEqual(['collection_paused', 'collection_resumed']);
    await desk.liveOn(one, 12);
    expect(await desk.charges(one)).toBe(12);
    expect(await desk.atStripe(one)).toMatchObject({ status: 'canceled' });
    const reasons = await shop.ctx.db.select().from(stripeIntents).where(eq(stripeIntents.subscriptionId, one.id));
    expect(reasons.map(({ reason }) => reason)).toContain('11 of 12 charges are left; 2 were not charged');
  });

  test('changes price, quantity, discount and card, all of which stay', async () => {
    const one = await desk.subscriber();
    await change(one, { edit: 'price', unit_amount: 2000, proration: 'none' });
    await change(one, { edit: 'quantity', quantity: 2, proration: 'none' });
    await change(one, { edit: 'add_discount', percent_off: 50, duration: 'forever' });
    await change(one, { edit: 'card' });
    const { default_payment_method: card } = await desk.atStripe(one);
    expect(await desk.changes(one)).toEqual(['card_changed', 'discount_added', 'price_changed', 'quantity_changed']);
    expect(await desk.shown(one)).toMatchObject({ costCents: 2000 });
    await letAMonthPass(shop, one.user);
    expect((await one.user.call(API.listInvoices)).invoices[0]).toMatchObject({ totalCents: 2000 });
    await change(one, { edit: 'remove_discount' });
    expect(await desk.shown(one)).toMatchObject({ costCents: 4000, monthsPaid: 2 });
    expect((await desk.atStripe(one)).default_payment_method).toBe(card);
    expect(await desk.changes(one)).toContain('discount_removed');
  });

  test('takes something off an item: the next charge says so, and Stripe charges it', async () => {
    const one = await desk.subscriber();
    await change(one, { edit: 'add_item_discount', percent_off: 20 });
    expect(await desk.shown(one)).toMatchObject({ costCents: 1200 });
    await change(one, { edit: 'add_discount', percent_off: 50, duration: 'forever' });
    expect(await desk.shown(one)).toMatchObject({ costCents: 600 });
    expect(await desk.changes(one)).toEqual(['discount_added', 'discount_added']);
    await reconcile(shop.ctx);
    await letAMonthPass(shop, one.user);
    expect((await one.user.call(API.listInvoices)).invoices[0]).toMatchObject({ totalCents: 600 });
    await change(one, { edit: 'remove_discount' });
    expect(await desk.shown(one)).toMatchObject({ costCents: 1500, monthsPaid: 2 });
  });

  test('charges less than a card can pay: nothing is charged that month, and the next charge has it', async () => {
    const one = await desk.subscriber();
    await change(one, { edit: 'price', unit_amount: 30, proration: 'none' });
    await letAMonthPass(shop, one.user);
    expect(await desk.shown(one)).toMatchObject({ monthsPaid: 2, pastDue: false });
    const receipt = (await queuedEmails(shop.ctx, { recipient: one.user.email })).find(
      ({ kind }) => kind === 'renewal-receipt',
    );
    expect(receipt?.data).toMatchObject({ amountCents: 0 });
    await change(one, { edit: 'price', unit_amount: 1500, proration: 'none' });
    await letAMonthPass(shop, one.user);
    expect(await desk.shown(one)).toMatchObject({ monthsPaid: 3 });
    const { invoices } = await one.user.call(API.listInvoices);
    const receipts = invoices.map(({ id }) => one.user.call(API.getReceipt, { params: { id } }));
    const paid = (await Promise.all(receipts)).map(({ paidCents }) => paidCents);
    expect(paid).toEqual([1530, 0, 1500]);
  });

  test('is logged as information, and as a warning where an operator has to decide', async () => {
    const one = await desk.subscriber();
    await change(one, { edit: 'quantity', quantity: 2, proration: 'none' });
    await change(one, { edit: 'uncancel' });
    const lines = shop.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const levels = lines.flatMap((line) =>
      line['subscriptionId'] === one.id ? [[line['change'], line['level']]] : [],
    );
    expect(levels).toContainEqual(['quantity_changed', 30]);
    expect(levels).toContainEqual(['end_removed', 40]);
  });

  test('twice of one kind is recorded twice, and its repetition once', async () => {
    const one = await desk.subscriber();
    for (const kind of ['pause', 'resume', 'pause', 'resume']) await change(one, { edit: kind });
    const [newest] = (await shop.stripe.events.list({ limit: 1 })).data;
    await fetch(`${shop.sandbox.url}/_sandbox/events/${newest?.id}/resend`, { method: 'POST' });
    await shop.sandbox.webhooksDelivered();
    expect(await desk.changes(one)).toEqual([
      'collection_paused',
      'collection_paused',
      'collection_resumed',
      'collection_resumed',
    ]);
  });
});
