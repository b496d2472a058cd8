import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { endSubscriptionsAfterEach, letAMonthPass, moveStripeClock, rowOf } from '../../../test/builders/months.ts';
import { emailCounts, queuedEmails } from '../../../test/clients/mailbox.ts';
import { startShop } from '../../../test/server/shop.ts';
import type { Shopper, OrderOptions } from '../../../test/clients/shopper.ts';
import { API } from '../../contract/api.ts';
import type { SubscriptionReply } from '../../contract/account.ts';
import { newYorkDate } from '../../domain/calendar-date.ts';
import { stripeCancelAt } from '../../domain/subscription.ts';
import { refundLateRenewals } from './refunds/refund-invoices.ts';
import { lockCheckoutOf } from './purchases/queries.ts';
import { emailOutbox } from '../platform/schema.ts';
import { lockSubscriptionOf } from './subscriptions/queries.ts';
import { reconcile } from './reconcile/reconcile-checkouts.ts';

const shop = await startShop();
endSubscriptionsAfterEach(shop);

async function subscriber(options: OrderOptions = {}): Promise<{ user: Shopper; id: string; stripeId: string }> {
  const user = await shop.signUp();
  const { subscriptionId } = await user.buy(options);
  await shop.sandbox.webhooksDelivered();
  return { user, id: (await rowOf(shop, subscriptionId)).id, stripeId: subscriptionId };
}

const cancel = (user: Shopper, id: string): Promise<SubscriptionReply> =>
  user.call(API.cancelSubscription, { params: { id } });
const resume = (user: Shopper, id: string): Promise<SubscriptionReply> =>
  user.call(API.resumeSubscription, { params: { id } });

async function stripeFails(match: string, times: number): Promise<void> {
  const fault = { match, status: 500, times };
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
}

async function endingAtStripe(stripeId: string) {
  const { status, cancel_at, cancel_at_period_end, items, billing_cycle_anchor, metadata } =
    await shop.stripe.subscriptions.retrieve(stripeId);
  return {
    status,
    withPeriod: cancel_at_period_end,
    atPeriodEnd: cancel_at === items.data[0]?.current_period_end,
    afterTerm: cancel_at === stripeCancelAt(new Date(billing_cycle_anchor * 1000)).getTime() / 1000,
    by: metadata['cancelled_by'],
  };
}

async function chargesOf(user: Shopper): Promise<number> {
  const { invoices } = await user.call(API.listInvoices);
  return invoices.filter(({ status }) => status === 'paid').length;
}

describe('cancelling', () => {
  test('waits for no event that is being applied, and the event not for it: neither holds what the other wants', async () => {
    const { user, id, stripeId } = await subscriber();
    const cancelled = await shop.ctx.db.transaction(async (tx) => {
      await lockCheckoutOf(tx, stripeId, null);
      const asked = cancel(user, id);
      await expect.poll(async () => (await rowOf(shop, stripeId)).status).toBe('cancelled');
      expect(await lockSubscriptionOf(tx, stripeId)).toMatchObject({ id });
      return { asked };
    });
    expect(await cancelled.asked).toMatchObject({ status: 'cancelled' });
  });

  test('shows it as cancelled at once, and Stripe ends it with the period that is paid for', async () => {
    const { user, id, stripeId } = await subscriber();
    const reply = await cancel(user, id);
    expect(reply).toMatchObject({ status: 'cancelled', pastDue: false, resumableUntil: reply.currentPeriodEnd });
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'active', withPeriod: true, by: 'user' });
    await letAMonthPass(shop, user);
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'canceled' });
    expect(await chargesOf(user)).toBe(1);
    expect((await user.call(API.getAccount)).subscriptions[0]).toMatchObject({
      status: 'cancelled',
      resumableUntil: null,
      updatedAt: reply.updatedAt,
    });
  });

  test('twice is cancelled once, with one email', async () => {
    const { user, id } = await subscriber();
    const [first] = await Promise.all([cancel(user, id), cancel(user, id), cancel(user, id)]);
    expect((await cancel(user, id)).updatedAt).toBe(first.updatedAt);
    expect(await emailCounts(shop, user)).toMatchObject({ 'subscription-cancelled': 1 });
  });

  test('a free season has no guarantee, since nothing can be refunded', async () => {
    const promotionCodeId = await shop.promotion({ percent_off: 100, duration: 'forever' });
    const { user, id } = await subscriber({ promotionCodeId });
    const { guarantee } = await user.call(API.getDelivery, { params: { id } });
    expect(guarantee).toEqual({ open: false, lastDay: null });
    await cancel(user, id);
    const [email] = await queuedEmails(shop.ctx, { recipient: user.email, dedupeKey: 'subscription-cancelled:%' });
    expect(email?.data).toMatchObject({ guarantee: { open: false } });
  });

  test('an annual season changes only what is shown: it was to end by itself', async () => {
    const { user, id, stripeId } = await subscriber({ planType: 'annual' });
    const toCome = { first: 1, last: 24 };
    expect(await cancel(user, id)).toMatchObject({ status: 'cancelled', toCome });
    const [email] = await shop.ctx.db
      .select({ data: emailOutbox.data })
      .from(emailOutbox)
      .where(and(eq(emailOutbox.recipient, user.email), eq(emailOutbox.kind, 'subscription-cancelled')));
    expect(email?.data).toMatchObject({ toCome, guarantee: { open: true, lastDay: null } });
    await expect(user.buy()).rejects.toThrow(/already subscribe/);
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'active', withPeriod: true, by: 'user' });
  });

  test('stands with Stripe as the subscriber’s request, also in the twelfth month and after an outage', async () => {
    const { user, id, stripeId } = await subscriber();
    await shop.letPass(340 * 86_400);
    await shop.sandbox.webhooksDelivered();
    await user.signInAgain();
    await stripeFails(`/v1/subscriptions/${stripeId}`, 3);
    await cancel(user, id);
    expect(await endingAtStripe(stripeId)).toMatchObject({ atPeriodEnd: true, afterTerm: true, by: undefined });
    await reconcile(shop.ctx);
    expect(await endingAtStripe(stripeId)).toMatchObject({ atPeriodEnd: true, by: 'user' });
    const { cancellation_details: details } = await shop.stripe.subscriptions.retrieve(stripeId);
    expect(details?.comment).toBe('Cancelled by the subscriber.');
  });

  test('while Stripe is down is cancelled all the same; it hears of it later', async () => {
    const { user, id, stripeId } = await subscriber();
    await stripeFails(`/v1/subscriptions/${stripeId}`, 3);
    expect(await cancel(user, id)).toMatchObject({ status: 'cancelled' });
    expect(await endingAtStripe(stripeId)).toMatchObject({ withPeriod: false });
    await reconcile(shop.ctx);
    expect(await endingAtStripe(stripeId)).toMatchObject({ withPeriod: true });
  });

  test('that reaches Stripe only after the next renewal gives that one back, once', async () => {
    const { user, id, stripeId } = await subscriber();
    await stripeFails(`/v1/subscriptions/${stripeId}`, 3);
    await cancel(user, id);
    await letAMonthPass(shop, user);
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'active', withPeriod: true });
    await Promise.all([refundLateRenewals(shop.ctx, id), refundLateRenewals(shop.ctx, id)]);
    await reconcile(shop.ctx);
    const { invoices } = await user.call(API.listInvoices);
    expect(invoices.map(({ refundedCents }) => refundedCents)).toEqual([1500, 0]);
    expect((await shop.stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([1500]);
    expect(await emailCounts(shop, user)).toMatchObject({ refunded: 1 });
    await letAMonthPass(shop, user);
    expect(await chargesOf(user)).toBe(2);
  });

  test('that came too late gives the renewal back, also behind one that Stripe refuses to give back', async () => {
    const subscribers = [await subscriber(), await subscriber(), await subscriber()];
    for (const { user, id, stripeId } of subscribers) {
      await stripeFails(`/v1/subscriptions/${stripeId}`, 3);
      await cancel(user, id);
    }
    shop.webhooks.hold();
    await letAMonthPass(shop, ...subscribers.map(({ user }) => user));
    for (const { stripeId } of subscribers.slice(0, 2)) await disputeNewestCharge(stripeId);
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    await reconcile(shop.ctx);
    const returned = await Promise.all(
      subscribers.map(async ({ user }) => (await user.call(API.listInvoices)).invoices[0]?.refundedCents),
    );
    expect(returned).toEqual([0, 0, 1500]);
    await expect(refundLateRenewals(shop.ctx)).rejects.toThrow(/refuses to refund .+ refuses to refund /);
  });

  test('that came too late asks for nothing again of what the bank has sent back', async () => {
    const { user, id, stripeId } = await subscriber();
    await stripeFails(`/v1/subscriptions/${stripeId}`, 3);
    await cancel(user, id);
    await letAMonthPass(shop, user);
    await refundLateRenewals(shop.ctx, id);
    const [refund] = (await shop.stripe.refunds.list({ limit: 1 })).data;
    const body = JSON.stringify({ status: 'failed' });
    await fetch(`${shop.sandbox.url}/_sandbox/refunds/${refund?.id}`, { method: 'POST', body });
    // The provider has forgotten our key by then, and would make another refund.
    await shop.letPass(2 * 86_400);
    await shop.sandbox.webhooksDelivered();
    await refundLateRenewals(shop.ctx, id);
    const { data } = await shop.stripe.refunds.list({ payment_intent: refund?.payment_intent as string });
    expect(data.map(({ status }) => status)).toEqual(['failed']);
    expect(await emailCounts(shop, user)).toMatchObject({ refunded: 1 });
  });

  test('while a renewal is overdue ends it at once: no one tries the card again', async () => {
    const user = await shop.signUp();
    const { subscriptionId, customerId } = await user.buy();
    await failRenewals(customerId, subscriptionId);
    await letAMonthPass(shop, user);
    const { id } = await rowOf(shop, subscriptionId);
    expect((await user.call(API.getAccount)).subscriptions[0]).toMatchObject({ status: 'active', pastDue: true });
    expect(await cancel(user, id)).toMatchObject({ status: 'cancelled', resumableUntil: null });
    expect(await endingAtStripe(subscriptionId)).toMatchObject({ status: 'canceled' });
    const { invoices } = await user.call(API.listInvoices);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
  });
});

async function disputeNewestCharge(stripeId: string): Promise<void> {
  const customer = (await rowOf(shop, stripeId)).stripeCustomerId;
  const [charge] = (await shop.stripe.charges.list({ customer, limit: 1 })).data;
  await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge?.id}/dispute`, { method: 'POST' });
}

/** A subscriber ten minutes into the second month. */
async function renewing() {
  const bought = await subscriber();
  const [account] = (await bought.user.call(API.getAccount)).subscriptions;
  const ends = new Date(account?.currentPeriodEnd ?? '').getTime();
  await shop.letPass(Math.ceil((ends - shop.clock.now().getTime()) / 1000) + 600);
  await shop.sandbox.webhooksDelivered();
  await bought.user.signInAgain();
  const { data } = await shop.stripe.invoices.list({ subscription: bought.stripeId });
  expect(data.map(({ status }) => status)).toEqual(['draft', 'paid']);
  return { ...bought, paidUntil: new Date(ends) };
}

describe('cancelling in the hour in which a renewal is drawn up and not yet charged', () => {
  test('ends it at once: the draft is never charged, and nothing is said of resuming', async () => {
    const { user, id, stripeId, paidUntil } = await renewing();
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([
      { status: 'active', resumableIfCancelled: null },
    ]);
    expect(await cancel(user, id)).toMatchObject({ status: 'cancelled', resumableUntil: null, monthsPaid: 1 });
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'canceled' });
    await letAMonthPass(shop, user);
    const { invoices } = await user.call(API.listInvoices);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
    const [email] = await shop.ctx.db
      .select({ data: emailOutbox.data })
      .from(emailOutbox)
      .where(and(eq(emailOutbox.recipient, user.email), eq(emailOutbox.kind, 'subscription-cancelled')));
    expect(email?.data).toMatchObject({ paidThrough: newYorkDate(paidUntil), resumableUntil: null });
    await expect(resume(user, id)).rejects.toMatchObject({ code: 'cannot_resume' });
  });

  test('ends it also when Stripe fails between the voiding of the draft and the end: that month cannot be resumed into', async () => {
    const { user, id, stripeId } = await renewing();
    shop.webhooks.hold();
    await stripeFails(`DELETE /v1/subscriptions/${stripeId}`, 3);
    expect(await cancel(user, id)).toMatchObject({ status: 'cancelled', resumableUntil: null });
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'active', withPeriod: false });
    await stripeFails(`DELETE /v1/subscriptions/${stripeId}`, 3);
    await reconcile(shop.ctx);
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ resumableUntil: null }]);
    await expect(resume(user, id)).rejects.toMatchObject({ code: 'cannot_resume' });
    await reconcile(shop.ctx);
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'canceled' });
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    expect((await user.call(API.listInvoices)).invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  test('stops the draft also when no one has told us of it', async () => {
    const { user, id, stripeId } = await subscriber();
    shop.webhooks.hold();
    const { items } = await shop.stripe.subscriptions.retrieve(stripeId);
    const ends = items.data[0]?.current_period_end ?? 0;
    await shop.letPass(ends - Math.floor(shop.clock.now().getTime() / 1000) + 600);
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    await user.signInAgain();
    await cancel(user, id);
    await letAMonthPass(shop, user);
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'canceled' });
    expect(await chargesOf(user)).toBe(1);
  });

  test('gives the renewal back when Stripe could not be told before it charged', async () => {
    const { user, id, stripeId } = await renewing();
    await stripeFails(`/v1/subscriptions/${stripeId}`, 3);
    await cancel(user, id);
    await shop.letPass(3600);
    await shop.sandbox.webhooksDelivered();
    await user.signInAgain();
    expect(await chargesOf(user)).toBe(2);
    await refundLateRenewals(shop.ctx, id);
    const { invoices } = await user.call(API.listInvoices);
    expect(invoices.map(({ refundedCents }) => refundedCents)).toEqual([1500, 0]);
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'active', withPeriod: true });
  });
});

/** From now on the customer's subscription is charged to a card that every bank refuses. */
async function failRenewals(customer: string, subscription: string): Promise<void> {
  const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await shop.stripe.subscriptions.update(subscription, { default_payment_method: id });
}

describe('resuming', () => {
  test('until the period ends goes on as before, to the same twelfth charge', async () => {
    const { user, id, stripeId } = await subscriber();
    await cancel(user, id);
    expect(await resume(user, id)).toMatchObject({ status: 'active', resumableUntil: null });
    expect(await endingAtStripe(stripeId)).toMatchObject({ status: 'active', withPeriod: false, afterTerm: true });
    await letAMonthPass(shop, user);
    expect(await chargesOf(user)).toBe(2);
    expect(await emailCounts(shop, user)).toMatchObject({ 'subscription-cancelled': 1, 'subscription-resumed': 1 });
  });

  test('an annual season does not make it renew', async () => {
    const { user, id, stripeId } = await subscriber({ planType: 'annual' });
    await cancel(user, id);
    expect(await endingAtStripe(stripeId)).toMatchObject({ withPeriod: true, by: 'user' });
    expect(await resume(user, id)).toMatchObject({ status: 'active' });
    expect(await endingAtStripe(stripeId)).toMatchObject({ withPeriod: true, by: undefined });
  });

  test('what is not cancelled changes nothing', async () => {
    const { user, id } = await subscriber();
    expect(await resume(user, id)).toMatchObject({ status: 'active' });
    expect(await emailCounts(shop, user)).not.toHaveProperty('subscription-resumed');
  });

  test('after the period has ended is refused', async () => {
    const { user, id } = await subscriber();
    await cancel(user, id);
    await letAMonthPass(shop, user);
    await expect(resume(user, id)).rejects.toMatchObject({ status: 409, code: 'cannot_resume' });
  });

  test('and cancelling at once, again and again, ends as the last one wished', async () => {
    const { user, id, stripeId } = await subscriber();
    await Promise.allSettled(Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? cancel : resume)(user, id)));
    const options = await resume(user, id);
    expect(options.status).toBe('active');
    expect(await endingAtStripe(stripeId)).toMatchObject({ withPeriod: false, afterTerm: true });
  });
});

// The last one here: from now on the two clocks differ.
test('cancelling gives back nothing that was rightly charged before, also when the clock of Stripe is weeks ahead', async () => {
  const { user, id } = await subscriber();
  await moveStripeClock(shop, 33 * 86_400);
  expect(await chargesOf(user)).toBe(2);
  await cancel(user, id);
  await refundLateRenewals(shop.ctx, id);
  await reconcile(shop.ctx);
  const { invoices } = await user.call(API.listInvoices);
  expect(invoices.map(({ refundedCents }) => refundedCents)).toEqual([0, 0]);
  expect(await emailCounts(shop, user)).not.toHaveProperty('refunded');
});
