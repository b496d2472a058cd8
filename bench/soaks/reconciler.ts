import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { createSandbox } from '../../fakes/stripe/sandbox.ts';
import type { Context } from '../../src/server/context.ts';
import { users } from '../../src/server/identity/schema.ts';
import { checkouts, invoices, stripeSubscriptions, subscriptions } from '../../src/server/commerce/schema.ts';
import { shippingAddresses, userProfiles } from '../../src/server/customers/schema.ts';
import { priceIds, setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import { openStripe } from '../../src/server/commerce/payments/stripe-client.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { GANNET_ROW } from '../../test/builders/subscribers.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE = 8;
const BATCH = 500;
const DRIFTED_EVERY = 100;

/** Of the provider's list. */
const PAGE = 100;
/** Refunds and disputes are asked for once each; reading one subscription again takes three at most, beside what tells it to end. */
const CALLS_BESIDE = 5;
const CALLS_PER_DRIFTED = 6;

/**
 * `count` live subscriptions, all as we know them, and then two in a hundred changed at the provider without a word: one has ended, one
 * would go on for ever. The reconciler asks page by page, repairs those and reads nothing else, and needs no more memory for the last
 * page than for the first.
 */
export const reconciler: Soak = {
  fullCount: 20_000,
  async run(shop, { count }) {
    const sandbox = await createSandbox({ port: 0 });
    const stripe = openStripe({ ...shop.ctx.config.stripe, apiBase: new URL(sandbox.url) });
    const ctx: Context = { ...shop.ctx, stripe };
    let calls = 0;
    stripe.on('request', () => (calls += 1));
    const compare = async (what: string, drifted: number) => {
      calls = 0;
      console.log(`${what}: ${await timed(ctx)}, ${calls} calls`);
      const most = Math.ceil(count / PAGE) + CALLS_BESIDE + drifted * CALLS_PER_DRIFTED;
      if (calls > most) throw new Error(`${calls} calls are more than ${most}: it has read what had not drifted.`);
    };
    try {
      const made = await fill(ctx, count);
      await compare('nothing has drifted', 0);
      const ended = made.filter((_, number) => number % DRIFTED_EVERY === 0);
      const endless = made.filter((_, number) => number % DRIFTED_EVERY === DRIFTED_EVERY / 2);
      await inParallel(ended, AT_ONCE, ({ id }) => stripe.subscriptions.cancel(id));
      await inParallel(endless, AT_ONCE, ({ id }) => stripe.subscriptions.update(id, { cancel_at_period_end: false }));
      const drifted = ended.length + endless.length;
      await compare(`${ended.length} have ended unnoticed, and ${endless.length} would never end`, drifted);
      const rows = await ctx.db.select({ status: stripeSubscriptions.rawStatus }).from(stripeSubscriptions);
      deepStrictEqual(rows.filter(({ status }) => status === 'canceled').length, ended.length);
      const repaired = await inParallel(endless, AT_ONCE, ({ id }) => stripe.subscriptions.retrieve(id));
      deepStrictEqual(repaired.filter(({ cancel_at_period_end: ends }) => !ends).length, 0);
      await compare('and again, nothing', 0);
    } finally {
      await sandbox.close();
    }
  },
};

/** @returns how long a whole comparison took, and by how much memory in use grew at most meanwhile */
async function timed(ctx: Context): Promise<string> {
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 50);
  const began = performance.now();
  await reconcileSubscriptions(ctx);
  clearInterval(watch);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return `${seconds} s, at most ${((most - before) / 1024 ** 2).toFixed(0)} MiB more (with the sandbox in the same process)`;
}

/** Subscriptions at the provider, of a price that a code takes down to nothing, and our rows of them. */
async function fill(ctx: Context, count: number): Promise<Stripe.Subscription[]> {
  await setUpCatalogue(ctx.stripe);
  const { annual } = await priceIds(ctx.stripe);
  const coupon = await ctx.stripe.coupons.create({ percent_off: 100, duration: 'forever' });
  const all: Stripe.Subscription[] = [];
  for (let filled = 0; filled < count; filled += BATCH) {
    const batch = await inParallel(upTo(Math.min(BATCH, count - filled)), AT_ONCE, () =>
      subscribe(ctx, annual, coupon),
    );
    await insertRows(ctx, batch);
    all.push(...batch);
  }
  return all;
}

async function subscribe({ stripe }: Context, price: string, coupon: Stripe.Coupon): Promise<Stripe.Subscription> {
  const userId = randomUUID();
  const customer = await stripe.customers.create({
    email: `${userId}@wickharbor.example`,
    metadata: { user_id: userId },
  });
  return await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    discounts: [{ coupon: coupon.id }],
    cancel_at_period_end: true,
    metadata: { user_id: userId, checkout_id: randomUUID() },
    expand: ['latest_invoice'],
  });
}

async function insertRows({ db, clock }: Context, made: readonly Stripe.Subscription[]): Promise<void> {
  const times = { createdAt: clock.now(), updatedAt: clock.now() };
  const rows = made.map((subscription) => ({ ...rowsOf(subscription, clock.now()), times }));
  await db
    .insert(users)
    .values(rows.map(({ userId: id, email }) => ({ id, email, appMetadata: {}, userMetadata: {}, ...times })));
  await db
    .insert(userProfiles)
    .values(rows.map(({ userId: id, email }) => ({ id, email, preferences: { emailNotifications: true }, ...times })));
  await db.insert(shippingAddresses).values(
    rows.map(({ userId, addressId: id }) => ({
      id,
      userId,
      label: 'Home',
      isDefault: true,
      ...GANNET_ROW,
      ...times,
    })),
  );
  await db.insert(checkouts).values(
    rows.map(({ checkoutId: id, bought }) => ({
      id,
      ...bought,
      status: 'paid' as const,
      paymentMethodId: 'pm_none',
      ...times,
    })),
  );
  await db.insert(subscriptions).values(rows.map(({ subscription }) => ({ ...subscription, ...times })));
  await db.insert(stripeSubscriptions).values(rows.map(({ stripe }) => stripe));
  await db.insert(invoices).values(rows.map(({ invoice }) => invoice));
}

/** The provider's epoch seconds. */
function at(seconds = 0): Date {
  return new Date(seconds * 1000);
}

function rowsOf(made: Stripe.Subscription, now: Date) {
  const [userId, checkoutId] = [made.metadata['user_id'] ?? '', made.metadata['checkout_id'] ?? ''];
  const [addressId, id] = [randomUUID(), randomUUID()];
  const customer = typeof made.customer === 'string' ? made.customer : made.customer.id;
  const bought = {
    userId,
    planType: 'annual' as const,
    seasonId: 'season-1',
    shippingAddressId: addressId,
    stripeCustomerId: customer,
  };
  const [item] = made.items.data;
  const drawn = typeof made.latest_invoice === 'object' ? made.latest_invoice : null;
  return {
    userId,
    email: `${userId}@wickharbor.example`,
    addressId,
    checkoutId,
    bought,
    subscription: {
      id,
      ...bought,
      checkoutId,
      status: 'active' as const,
      seasonName: 'Season 1',
      stripeSubscriptionId: made.id,
      serviceStart: '2026-08-01' as const,
    },
    stripe: {
      subscriptionId: id,
      rawStatus: made.status,
      currentPeriodStart: at(item?.current_period_start),
      currentPeriodEnd: at(item?.current_period_end),
      billingCycleAnchor: at(made.billing_cycle_anchor),
      stripeCancelAt: made.cancel_at === null ? null : at(made.cancel_at),
      cancelAtPeriodEnd: made.cancel_at_period_end,
      defaultPaymentMethodId: null,
      nextChargeCents: 0,
      readAt: now,
    },
    invoice: {
      stripeInvoiceId: drawn?.id ?? '',
      subscriptionId: id,
      status: drawn?.status ?? 'draft',
      billingReason: drawn?.billing_reason ?? null,
      subtotalCents: drawn?.subtotal ?? 0,
      totalCents: drawn?.total ?? 0,
      amountPaidCents: drawn?.amount_paid ?? 0,
      paidAt: now,
      createdAt: now,
    },
  };
}
