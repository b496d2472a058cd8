import { beforeEach, describe, expect, test } from 'vitest';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { stripeCancelAt } from '../../../domain/subscription.ts';
import type { Context } from '../../context.ts';
import { openStripe } from '../payments/stripe-client.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { recordSubscription } from './record-subscription.ts';

const shop = await startShop();
beforeEach(() => {
  shop.webhooks.lose();
  shop.webhooks.hold();
});

interface Purchase {
  readonly user: Shopper;
  readonly reply: Awaited<ReturnType<Shopper['submit']>>;
}

/** Paid at the provider, which has not told the shop yet. */
async function paidPurchase(): Promise<Purchase> {
  const user = await shop.signUp();
  const reply = await user.submit();
  await user.confirm(reply);
  await shop.sandbox.webhooksDelivered();
  return { user, reply };
}

/** How the shop comes to know of a payment. */
const WAYS = {
  'the browser’s return': ({ user, reply }: Purchase) => user.settle(reply),
  'the webhook': () => shop.webhooks.deliver(),
  'the reconciler': () => reconcile(shop.ctx),
} as const satisfies Record<string, (purchase: Purchase) => Promise<unknown>>;
type Way = keyof typeof WAYS;
const ALL_WAYS = Object.keys(WAYS) as Way[];

/** Every choice of at least one way, in every order. */
function orders(left: readonly Way[]): Way[][] {
  return left.flatMap((first) => {
    const others = left.filter((way) => way !== first);
    return [[first], ...orders(others).map((rest) => [first, ...rest])];
  });
}

describe('one purchase, however the shop comes to know of it', () => {
  test.each(orders(ALL_WAYS).map((order) => [order.join(', then '), order] as const))('%s', async (_name, order) => {
    const purchase = await paidPurchase();
    for (const way of [...order, ...order]) await WAYS[way](purchase);
    expect(await gatherEvidence(shop, purchase.user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('all at once, several times over', async () => {
    const purchase = await paidPurchase();
    const attempts = [...ALL_WAYS, ...ALL_WAYS, ...ALL_WAYS];
    await Promise.all(attempts.map((way) => WAYS[way](purchase)));
    expect(await gatherEvidence(shop, purchase.user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('events that arrive backwards, and each of them twice', async () => {
    const { user } = await paidPurchase();
    const statuses = await shop.webhooks.deliver((events) => [...events, ...events].reverse());
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
  });
});

describe('two snapshots of Stripe at once', () => {
  test('the one that began earlier and ends later undoes nothing of the newer one', async () => {
    const { user, reply } = await paidPurchase();
    const slow = behindProxy();
    const meanwhile = shop.proxy.ambush(/^GET \/v1\/invoices\?/, 'after', async () => {
      await shop.stripe.subscriptions.cancel(reply.subscriptionId);
      await recordSubscription(shop.ctx, reply.subscriptionId);
      return 'go on';
    });
    await recordSubscription(slow, reply.subscriptionId);
    await meanwhile;
    expect((await gatherEvidence(shop, user)).subscriptions).toEqual(['monthly cancelled']);
  });

  test('the earlier one opens no invoice again that was voided meanwhile', async () => {
    const { user, stripeId } = await overdueSubscriber();
    const { data: unpaid } = await shop.stripe.invoices.list({ subscription: stripeId, status: 'open' });
    const meanwhile = shop.proxy.ambush(/^GET \/v1\/invoices\?/, 'after', async () => {
      await shop.stripe.invoices.voidInvoice(unpaid[0]?.id ?? '');
      await recordSubscription(shop.ctx, stripeId);
      return 'go on';
    });
    await recordSubscription(behindProxy(), stripeId);
    await meanwhile;
    const { invoices } = await user.call(API.listInvoices);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  test('the earlier one tells of an invoice that the newer one could not know yet', async () => {
    const { user, reply } = await paidPurchase();
    await user.settle(reply);
    const meanwhile = shop.proxy.ambush(/^GET \/v1\/invoices\?/, 'before', async () => {
      await recordSubscription(shop.ctx, reply.subscriptionId);
      await letAMonthPass(shop, user);
      return 'go on';
    });
    await recordSubscription(behindProxy(), reply.subscriptionId);
    await meanwhile;
    const { invoices } = await user.call(API.listInvoices);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });
});

/** A server of the shop whose Stripe calls a test can interrupt. */
function behindProxy(): Context {
  const stripe = openStripe({ ...shop.ctx.config.stripe, apiBase: new URL(shop.proxy.url) });
  return { ...shop.ctx, stripe };
}

/** A subscriber whose second month could not be charged. */
async function overdueSubscriber(): Promise<{ user: Shopper; stripeId: string }> {
  const { user, reply } = await paidPurchase();
  await user.settle(reply);
  const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: reply.customerId,
  });
  await shop.stripe.subscriptions.update(reply.subscriptionId, { default_payment_method: id });
  await letAMonthPass(shop, user);
  await recordSubscription(shop.ctx, reply.subscriptionId);
  return { user, stripeId: reply.subscriptionId };
}

describe('the reconciler', () => {
  test('limits a monthly season to twelve charges when that was left undone', async () => {
    const { reply } = await paidPurchase();
    await shop.stripe.subscriptions.update(reply.subscriptionId, { cancel_at: '' });
    await reconcile(shop.ctx);
    const subscription = await shop.stripe.subscriptions.retrieve(reply.subscriptionId);
    const anchor = new Date(subscription.billing_cycle_anchor * 1000);
    expect(subscription.cancel_at).toBe(stripeCancelAt(anchor).getTime() / 1000);
  });

  test('leaves an unpaid checkout open, and closes it once Stripe has given it up', async () => {
    const user = await shop.signUp();
    await user.submit();
    await reconcile(shop.ctx);
    expect((await gatherEvidence(shop, user)).checkouts).toEqual(['monthly pending']);
    await shop.letPass(24 * 3600);
    await reconcile(shop.ctx);
    expect((await gatherEvidence(shop, user)).checkouts).toEqual(['monthly abandoned']);
  });

  test('goes on with the others when one cannot be repaired', async () => {
    const [first, second] = [await paidPurchase(), await paidPurchase()];
    const path = `GET /v1/subscriptions/${first.reply.subscriptionId}`;
    // Both halves of the reconciler ask, three times each.
    const fault = { match: path, status: 500, times: 6 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await reconcile(shop.ctx);
    expect((await gatherEvidence(shop, first.user)).subscriptions).toEqual([]);
    expect(await gatherEvidence(shop, second.user)).toEqual(ONE_MONTHLY_PURCHASE);
    await reconcile(shop.ctx);
    expect(await gatherEvidence(shop, first.user)).toEqual(ONE_MONTHLY_PURCHASE);
  });
});
