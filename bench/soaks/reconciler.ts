import { deepStrictEqual } from 'node:assert';
import { eq } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { createSandbox } from '../../fakes/stripe/sandbox.ts';
import { priceIds, setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import { openStripe } from '../../src/server/commerce/payments/stripe-client.ts';
import { recordSubscription } from '../../src/server/commerce/purchases/record-subscription.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { stripeSubscriptions, subscriptions } from '../../src/server/commerce/schema.ts';
import type { Context } from '../../src/server/context.ts';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { addSubscriber } from '../../test/builders/subscribers.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { secondsSince, type Soak } from './soak.ts';

const CALLS_AT_ONCE = 8;
const DRIFTED_EVERY = 100;
const PAGE = 100;
const CALLS_BESIDE = 5;
const CALLS_PER_DRIFTED = 6;

export const reconciler: Soak = {
  name: 'reconciler',
  proves: 'The reconciler repairs the 2 % of subscriptions that drifted and reads no other',
  fullSize: 20_000,
  smallSize: 200,
  async run(shop, { size, report }) {
    const sandbox = await createSandbox({ port: 0 });
    const stripe = openStripe({ ...shop.ctx.config.stripe, apiBase: new URL(sandbox.url) });
    const ctx: Context = { ...shop.ctx, stripe };
    let calls = 0;
    stripe.on('request', () => (calls += 1));
    const found: string[] = [];
    const reconcile = async (drifted: number) => {
      calls = 0;
      found.push(`${drifted} drifted: ${await measureReconciliation(ctx)}, ${calls} calls`);
      report(found.at(-1) ?? '');
      const most = Math.ceil(size / PAGE) + CALLS_BESIDE + drifted * CALLS_PER_DRIFTED;
      if (calls > most) throw new Error(`${calls} calls are more than ${most}: it has read what had not drifted.`);
    };
    try {
      const made = await fill(ctx, size);
      await reconcile(0);
      const ended = made.filter((_, number) => number % DRIFTED_EVERY === 0);
      const endless = made.filter((_, number) => number % DRIFTED_EVERY === DRIFTED_EVERY / 2);
      await inParallel(ended, CALLS_AT_ONCE, (id) => stripe.subscriptions.cancel(id));
      await inParallel(endless, CALLS_AT_ONCE, (id) =>
        stripe.subscriptions.update(id, { cancel_at_period_end: false }),
      );
      await reconcile(ended.length + endless.length);
      const rows = await ctx.db.select({ status: stripeSubscriptions.rawStatus }).from(stripeSubscriptions);
      deepStrictEqual(rows.filter(({ status }) => status === 'canceled').length, ended.length);
      const repaired = await inParallel(endless, CALLS_AT_ONCE, (id) => stripe.subscriptions.retrieve(id));
      deepStrictEqual(repaired.filter(({ cancel_at_period_end: ends }) => !ends).length, 0);
      await reconcile(0);
    } finally {
      await sandbox.close();
    }
    return found.join('; ');
  },
};

/** The sandbox in this process adds to the heap. */
async function measureReconciliation(ctx: Context): Promise<string> {
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 50);
  const began = performance.now();
  await reconcileSubscriptions(ctx);
  clearInterval(watch);
  return `${secondsSince(began)}, at most ${((most - before) / 1024 ** 2).toFixed(0)} MiB more`;
}

async function fill(ctx: Context, count: number): Promise<string[]> {
  await setUpCatalogue(ctx.stripe);
  const { annual } = await priceIds(ctx.stripe);
  const coupon = await ctx.stripe.coupons.create({ percent_off: 100, duration: 'forever' });
  return await inParallel(upTo(count), CALLS_AT_ONCE, () => subscribe(ctx, annual, coupon));
}

async function subscribe(ctx: Context, price: string, coupon: Stripe.Coupon): Promise<string> {
  const { db, stripe } = ctx;
  const facts = { serviceStart: '2026-08-01', planType: 'annual', paid: 0 } as const;
  const { userId, email, subscriptionId } = await addSubscriber(db, facts);
  const own = eq(subscriptions.id, subscriptionId);
  const [row] = await db.select().from(subscriptions).where(own);
  const { id: customer } = await stripe.customers.create({
    email,
    name: HARBOR_ADDRESS.fullName,
    metadata: { user_id: userId },
  });
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    discounts: [{ coupon: coupon.id }],
    cancel_at_period_end: true,
    metadata: { user_id: userId, checkout_id: row?.checkoutId ?? '' },
  });
  await db.update(subscriptions).set({ stripeSubscriptionId: id, stripeCustomerId: customer }).where(own);
  await recordSubscription(ctx, id);
  return id;
}
