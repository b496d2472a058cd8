import { eq } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { giveAnnouncedGift, giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { endSubscriptionsAfterEach, letAMonthPass, rowOf } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { OrderOptions, Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { GIFT_HELD_WORDS } from '../../../domain/held-letters.ts';
import { stripeCancelAt } from '../../../domain/subscription.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { refundUnderGuarantee } from '../refunds/refund-under-guarantee.ts';
import { paymentWarnings } from '../billing-schema.ts';
import { findSubscription } from '../subscriptions/queries.ts';
import { countToAnswer, listToAnswer } from './queries.ts';
import { listChangesOf } from '../stripe-changes/queries.ts';
import { releaseLetters } from './release-letters.ts';

const shop = await startShop();
endSubscriptionsAfterEach(shop);
const OPERATOR = { operator: 'wendell', note: 'called the subscriber' } as const;

interface Subscriber {
  readonly user: Shopper;
  readonly customerId: string;
  readonly subscriptionId: string;
}

async function subscriber(options: OrderOptions = {}): Promise<Subscriber> {
  const user = await shop.signUp();
  const { customerId, subscriptionId } = await user.buy(options);
  await shop.sandbox.webhooksDelivered();
  return { user, customerId, subscriptionId };
}

async function control(path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${shop.sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  await shop.sandbox.webhooksDelivered();
}

/** Newest first. */
async function chargesOf({ customerId }: Pick<Subscriber, 'customerId'>): Promise<string[]> {
  const { data } = await shop.stripe.charges.list({ customer: customerId, limit: 100 });
  return data.map(({ id }) => id);
}

async function dispute(charge: string, body: object = {}): Promise<string> {
  await control(`charges/${charge}/dispute`, body);
  return (await shop.stripe.disputes.list({ limit: 1 })).data[0]?.id ?? '';
}

async function disputeNewest(of: Pick<Subscriber, 'customerId'>, body: object = {}): Promise<string> {
  const [charge = ''] = await chargesOf(of);
  return await dispute(charge, body);
}

const decide = (id: string, status: string) => control(`disputes/${id}`, { status });

async function paidCharges(of: Subscriber): Promise<number> {
  return (await chargesOf(of)).length;
}

async function atStripe({ subscriptionId }: Subscriber) {
  return await shop.stripe.subscriptions.retrieve(subscriptionId);
}

async function shown({ user }: Subscriber) {
  const [subscription] = (await user.call(API.getAccount)).subscriptions;
  return subscription;
}

describe('an open dispute', () => {
  test('stops the charges at Stripe, and the months that it takes follow at the end of the term', async () => {
    const one = await subscriber();
    const id = await disputeNewest(one);
    expect((await atStripe(one)).pause_collection).toMatchObject({ behavior: 'void' });
    await letAMonthPass(shop, one.user);
    await letAMonthPass(shop, one.user);
    expect(await paidCharges(one)).toBe(1);
    await decide(id, 'won');
    const { pause_collection: pause, cancel_at: cancelAt, billing_cycle_anchor: anchor } = await atStripe(one);
    expect(pause).toBeNull();
    expect(cancelAt).toBe(stripeCancelAt(new Date(anchor * 1000), 2).getTime() / 1000);
    expect(await rowOf(shop, one.subscriptionId)).toMatchObject({ disputeHeldAt: null, missedMonths: 2 });
    for (let month = 0; month < 13; month++) await letAMonthPass(shop, one.user);
    expect(await paidCharges(one)).toBe(12);
    expect((await atStripe(one)).status).toBe('canceled');
    expect(await shown(one)).toMatchObject({ status: 'active', monthsPaid: 12 });
  });

  test('drops the renewal that is overdue, and shows nothing as overdue, also after it is won', async () => {
    const one = await subscriber();
    const [charge = ''] = await chargesOf(one);
    const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: one.customerId });
    await shop.stripe.subscriptions.update(one.subscriptionId, { default_payment_method: id });
    await letAMonthPass(shop, one.user);
    expect(await shown(one)).toMatchObject({ pastDue: true });
    const disputed = await dispute(charge);
    const open = await shop.stripe.invoices.list({ subscription: one.subscriptionId, status: 'open' });
    expect(open.data).toEqual([]);
    expect(await shown(one)).toMatchObject({ pastDue: false });
    expect(await rowOf(shop, one.subscriptionId)).toMatchObject({ missedMonths: 1 });
    await decide(disputed, 'won');
    expect((await atStripe(one)).status).toBe('past_due');
    expect(await shown(one)).toMatchObject({ pastDue: false, held: null });
  });

  test('is emailed once when it stops the letters, and once when they go on', async () => {
    const one = await subscriber();
    const id = await disputeNewest(one);
    await decide(id, 'under_review');
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'payment-disputed': 1 });
    await decide(id, 'won');
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'payment-disputed': 2 });
  });

  test('that is an inquiry stops both, and lets both go on when it is closed', async () => {
    const one = await subscriber();
    const id = await disputeNewest(one, { status: 'warning_needs_response' });
    expect((await atStripe(one)).pause_collection).not.toBeNull();
    await decide(id, 'warning_closed');
    expect((await atStripe(one)).pause_collection).toBeNull();
    expect(await rowOf(shop, one.subscriptionId)).toMatchObject({ disputeHeldAt: null, chargesPausedAt: null });
  });

  test('leaves a pause alone that an operator made at Stripe', async () => {
    const one = await subscriber();
    await shop.stripe.subscriptions.update(one.subscriptionId, { pause_collection: { behavior: 'keep_as_draft' } });
    await decide(await disputeNewest(one), 'won');
    expect((await atStripe(one)).pause_collection).toMatchObject({ behavior: 'keep_as_draft' });
  });

  test('whose pause an operator changes at Stripe leaves theirs in place, and has each in the timeline', async () => {
    const one = await subscriber();
    const id = await disputeNewest(one);
    const { id: subscriptionId } = await rowOf(shop, one.subscriptionId);
    await shop.stripe.subscriptions.update(one.subscriptionId, { pause_collection: { behavior: 'keep_as_draft' } });
    await reconcile(shop.ctx);
    const kinds = (await listChangesOf(shop.ctx.db, subscriptionId)).map(({ kind }) => kind);
    expect(kinds).toContain('collection_paused');
    const pause = async (pause_collection: NonNullable<Stripe.SubscriptionUpdateParams['pause_collection']>) => {
      await shop.stripe.subscriptions.update(one.subscriptionId, { pause_collection });
      await reconcile(shop.ctx);
    };
    await pause('');
    await pause({ behavior: 'void' });
    const later = (await listChangesOf(shop.ctx.db, subscriptionId)).map(({ kind }) => kind);
    expect(later.filter((kind) => kind === 'collection_paused')).toHaveLength(2);
    await pause({ behavior: 'keep_as_draft' });
    await decide(id, 'won');
    expect((await atStripe(one)).pause_collection).toMatchObject({ behavior: 'keep_as_draft' });
  });

  test('whose pause was lifted at Stripe becomes past due when a renewal fails, as there', async () => {
    const one = await subscriber();
    await disputeNewest(one);
    await shop.stripe.subscriptions.update(one.subscriptionId, { pause_collection: '' });
    await reconcile(shop.ctx);
    const { stripeCustomerId } = await rowOf(shop, one.subscriptionId);
    const card = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: stripeCustomerId });
    await shop.stripe.subscriptions.update(one.subscriptionId, { default_payment_method: card.id });
    await letAMonthPass(shop, one.user);
    await reconcile(shop.ctx);
    expect((await atStripe(one)).status).toBe('past_due');
    expect(await rowOf(shop, one.subscriptionId)).toMatchObject({ status: 'past_due' });
  });

  test('beside another one goes on stopping what the other no longer stops', async () => {
    const one = await subscriber();
    await letAMonthPass(shop, one.user);
    const ids: string[] = [];
    for (const charge of await chargesOf(one)) ids.push(await dispute(charge));
    await decide(ids[0] ?? '', 'won');
    expect((await atStripe(one)).pause_collection).not.toBeNull();
    await decide(ids[1] ?? '', 'won');
    expect((await atStripe(one)).pause_collection).toBeNull();
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'payment-disputed': 2 });
  });

  test('about an annual plan charges nothing anyway, and moves its end by the months it took', async () => {
    const one = await subscriber({ planType: 'annual' });
    const before = await shown(one);
    const id = await disputeNewest(one);
    expect((await atStripe(one)).pause_collection).toBeNull();
    await letAMonthPass(shop, one.user);
    await decide(id, 'won');
    const { missedMonths } = await rowOf(shop, one.subscriptionId);
    expect(missedMonths).toBeGreaterThan(0);
    const after = await shown(one);
    expect(Date.parse(after?.currentPeriodEnd ?? '')).toBeGreaterThan(Date.parse(before?.currentPeriodEnd ?? ''));
  });
});

describe('a lost dispute', () => {
  test('ends the subscription at Stripe too, charges nothing more, and says so once', async () => {
    const one = await subscriber();
    const id = await disputeNewest(one);
    await decide(id, 'lost');
    expect((await atStripe(one)).status).toBe('canceled');
    expect(await shown(one)).toMatchObject({ status: 'cancelled', resumableUntil: null, held: 'lost' });
    await letAMonthPass(shop, one.user);
    expect(await paidCharges(one)).toBe(1);
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'payment-disputed': 2 });
    expect(await emailCounts(shop, one.user)).not.toHaveProperty('subscription-cancelled');
  });

  test('ends it while another dispute is open, or won', async () => {
    const one = await subscriber();
    await letAMonthPass(shop, one.user);
    const [newer = '', older = ''] = await chargesOf(one);
    const other = await dispute(newer);
    await decide(await dispute(older), 'lost');
    expect((await atStripe(one)).status).toBe('canceled');
    await decide(other, 'won');
    expect(await rowOf(shop, one.subscriptionId)).toMatchObject({ status: 'cancelled' });
    expect((await rowOf(shop, one.subscriptionId)).disputeHeldAt).not.toBeNull();
  });

  test('about a gift ends the gift, and tells its giver', async () => {
    const giver = await shop.signUp();
    const { subscriptionId } = await giveGift(giver, inDays(shop, 3));
    const row = await findSubscription(shop.ctx.db, subscriptionId);
    await decide(await disputeNewest({ customerId: row?.stripeCustomerId ?? '' }), 'lost');
    expect((await shop.stripe.subscriptions.retrieve(row?.stripeSubscriptionId ?? '')).status).toBe('canceled');
    expect(await emailCounts(shop, giver)).toMatchObject({ 'payment-disputed': 2 });
  });

  test('about a gift tells its recipient that the gift has ended, and nothing of the payment', async () => {
    const [giver, reader] = [await shop.signUp(), await shop.signUp()];
    const { gift, token } = await giveAnnouncedGift(shop, giver);
    await reader.call(API.claimGift, { body: { token } });
    const letters = () => reader.call(API.getLetters, { params: { id: gift.subscriptionId } });
    const row = await findSubscription(shop.ctx.db, gift.subscriptionId);
    const id = await disputeNewest({ customerId: row?.stripeCustomerId ?? '' });
    expect(await letters()).toMatchObject({ held: 'gift', next: null });
    await decide(id, 'lost');
    expect(await letters()).toMatchObject({ held: 'gift_ended', next: null });
    expect(GIFT_HELD_WORDS.gift_ended.title).toBe('This gift has ended.');
  });

  test('about a season that was given back says nothing more', async () => {
    const one = await subscriber();
    const [charge = ''] = await chargesOf(one);
    const { id } = await rowOf(shop, one.subscriptionId);
    await refundUnderGuarantee(shop.ctx, id, OPERATOR);
    await decide(await dispute(charge), 'lost');
    expect(await emailCounts(shop, one.user)).not.toHaveProperty('payment-disputed');
    expect(await shown(one)).toMatchObject({ status: 'cancelled', refunded: true });
  });

  test('about a charge that was refunded by itself ends the subscription', async () => {
    const one = await subscriber();
    const [charge = ''] = await chargesOf(one);
    await shop.stripe.refunds.create({ charge });
    await decide(await dispute(charge), 'lost');
    expect((await atStripe(one)).status).toBe('canceled');
  });

  test('of which no event tells is found by the reconciler', async () => {
    const one = await subscriber();
    shop.webhooks.hold();
    await decide(await disputeNewest(one), 'lost');
    shop.webhooks.lose();
    shop.webhooks.pass();
    await reconcile(shop.ctx);
    expect((await atStripe(one)).status).toBe('canceled');
    expect(await emailCounts(shop, one.user)).toMatchObject({ 'payment-disputed': 1 });
  });
});

test('what Stripe could not be told when a dispute was recorded, it is told later', async () => {
  const one = await subscriber();
  const path = `POST /v1/subscriptions/${one.subscriptionId}`;
  const fail = { match: path, status: 500, times: 30 };
  await control('fail', fail);
  await disputeNewest(one);
  expect(await rowOf(shop, one.subscriptionId)).toMatchObject({ chargesPausedAt: expect.any(Date) as Date });
  expect((await atStripe(one)).pause_collection).toBeNull();
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'DELETE' });
  await reconcile(shop.ctx);
  expect((await atStripe(one)).pause_collection).not.toBeNull();
});

test('events of a dispute in any order and number come to one end', async () => {
  const one = await subscriber();
  shop.webhooks.hold();
  const id = await disputeNewest(one);
  await decide(id, 'under_review');
  await letAMonthPass(shop, one.user);
  await decide(id, 'lost');
  await shop.webhooks.deliver((events) => [...events, ...events].toReversed());
  shop.webhooks.lose();
  shop.webhooks.pass();
  expect((await atStripe(one)).status).toBe('canceled');
  expect(await rowOf(shop, one.subscriptionId)).toMatchObject({ status: 'cancelled' });
  expect(await emailCounts(shop, one.user)).toMatchObject({ 'payment-disputed': 1 });
});

const held = async ({ subscriptionId }: Subscriber) => (await rowOf(shop, subscriptionId)).disputeHeldAt !== null;
const release = async ({ subscriptionId }: Subscriber) =>
  releaseLetters(shop.ctx, (await rowOf(shop, subscriptionId)).id, OPERATOR);

describe('a warning of Stripe Radar', () => {
  test('of fraud holds the letters and not the charges, until an operator releases them', async () => {
    const one = await subscriber();
    const [charge] = await chargesOf(one);
    await control(`charges/${charge}/early_fraud_warning`);
    expect(await held(one)).toBe(true);
    expect((await atStripe(one)).pause_collection).toBeNull();
    await reconcile(shop.ctx);
    expect(await held(one)).toBe(true);
    expect(await release(one)).toEqual({ held: false });
    await reconcile(shop.ctx);
    expect(await held(one)).toBe(false);
    await expect(release(one)).rejects.toThrow('No warning and no review');
  });

  test('of which no event tells is found by the reconciler', async () => {
    const one = await subscriber();
    const [charge] = await chargesOf(one);
    shop.webhooks.hold();
    await control(`charges/${charge}/early_fraud_warning`);
    await control(`charges/${charge}/review`);
    shop.webhooks.lose();
    shop.webhooks.pass();
    await reconcile(shop.ctx);
    expect(await held(one)).toBe(true);
    const { id } = await rowOf(shop, one.subscriptionId);
    const rows = await shop.ctx.db.select().from(paymentWarnings).where(eq(paymentWarnings.subscriptionId, id));
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['early_fraud_warning', 'review']);
  });

  test('that turns into a dispute is settled with it', async () => {
    const one = await subscriber();
    const [charge] = await chargesOf(one);
    await control(`charges/${charge}/early_fraud_warning`);
    const id = await disputeNewest(one);
    await expect(release(one)).rejects.toThrow('No warning and no review');
    await decide(id, 'won');
    expect(await held(one)).toBe(false);
  });

  test('a review that is approved lets the letters go, one that is closed as fraud leaves that to an operator', async () => {
    const [good, bad] = [await subscriber(), await subscriber()];
    for (const one of [good, bad]) {
      const [charge] = await chargesOf(one);
      await control(`charges/${charge}/review`);
      expect(await held(one)).toBe(true);
    }
    const [ofBad, ofGood] = (await shop.stripe.reviews.list({ limit: 2 })).data;
    await control(`reviews/${ofGood?.id}`, { reason: 'approved' });
    expect(await held(good)).toBe(false);
    await control(`reviews/${ofBad?.id}`, { reason: 'refunded_as_fraud' });
    expect(await held(bad)).toBe(true);
  });
});

test('a dispute names no day for a letter to come and no charge, and an operator has to answer it', async () => {
  const one = await subscriber();
  const { id } = await rowOf(shop, one.subscriptionId);
  expect((await one.user.call(API.getLetters, { params: { id } })).next).not.toBeNull();
  const opened = await disputeNewest(one);
  expect(await shown(one)).toMatchObject({ status: 'active', held: 'dispute' });
  expect(await one.user.call(API.getLetters, { params: { id } })).toMatchObject({
    letters: [],
    next: null,
    held: 'dispute',
  });
  const file = await one.user.call(API.getCalendarFile, { params: { id } });
  expect(file.content).not.toContain('BEGIN:VEVENT');
  const { db } = shop.ctx;
  const before = await countToAnswer(db);
  const line = (await listToAnswer(db, 50)).find((each) => each.id === opened);
  expect(line).toMatchObject({ kind: 'dispute', subscriptionId: id, owner: one.user.email, amountCents: 1500 });
  expect(line?.dueBy).toBeInstanceOf(Date);
  await decide(opened, 'under_review');
  expect(await countToAnswer(db)).toBe(before - 1);
});
