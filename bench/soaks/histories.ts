import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import type { Stripe } from 'stripe';
import { comparedUntil, refunds } from '../../src/server/commerce/billing-schema.ts';
import { payOutstanding } from '../../src/server/commerce/invoices/pay-overdue.ts';
import { cancelSubscription, resumeSubscription } from '../../src/server/commerce/cancel-and-resume.ts';
import { purchase } from '../../src/server/commerce/checkout/create-subscription.ts';
import { priceIds, setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import { linkCustomer } from '../../src/server/commerce/payments/customers.ts';
import { recordSubscription } from '../../src/server/commerce/purchases/record-subscription.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { invoices, stripeSubscriptions, subscriptions, userSeasons } from '../../src/server/commerce/schema.ts';
import { applyEvent } from '../../src/server/commerce/stripe-events/webhook-handler.ts';
import type { Context } from '../../src/server/context.ts';
import { insertAddress } from '../../src/server/customers/addresses/queries.ts';
import { userProfiles } from '../../src/server/customers/schema.ts';
import { users } from '../../src/server/identity/schema.ts';
import { ApiError } from '../../src/server/platform/api-error.ts';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { compareLedgers } from './ledgers.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import type { Soak } from './soak.ts';

const BEGIN_SECONDS = Date.UTC(2026, 0, 31, 15) / 1000;
const WEEK_SECONDS = 7 * 86_400;
const MONTH_SECONDS = 31 * 86_400 + 7_200;
const ORDERS_PER_STORY = 4;
/** Keeps the sandbox quick. */
const RESET_AFTER = 4;

const ACTIONS = ['month', 'month', 'month', 'cancel', 'resume', 'bad card', 'good card', 'refund', 'week'] as const;
const story = fc.record({
  planType: fc.constantFrom('monthly', 'monthly', 'annual'),
  actions: fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 9 }),
  seed: fc.integer(),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

export const histories: Soak = {
  name: 'histories',
  proves:
    'Events repeated, shuffled, delayed and dropped leave, after a reconciliation, the books that events in order leave',
  fullSize: 10_000,
  smallSize: 4,
  async run(shop, { size, seed, report }) {
    let [stories, lived, events] = [0, 0, 0];
    shop.webhooks.hold();
    await fc.assert(
      fc.asyncProperty(story, async (generated) => {
        if (stories > 0 && stories % RESET_AFTER === 0) await deleteEverything(shop);
        stories += 1;
        const inOrder = await live(shop, generated, true);
        for (let order = 0; order < ORDERS_PER_STORY && lived < size; order++) {
          const outOfOrder = await live(shop, { ...generated, seed: generated.seed + order }, false);
          deepStrictEqual(outOfOrder.books, inOrder.books);
          lived += 1;
          events += outOfOrder.events;
          if (lived % 100 === 0) report(`${lived} histories of ${stories} stories, ${events} events`);
        }
      }),
      { numRuns: Math.ceil(size / ORDERS_PER_STORY), seed, endOnFailure: true },
    );
    return `${lived} histories of ${stories} stories, ${events} events out of order`;
  },
};

async function deleteEverything({ sandbox, ctx }: Shop): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
  await setUpCatalogue(ctx.stripe);
  await ctx.db.transaction(async (tx) => {
    // The cascade reaches the operators' log, and a trigger forbids emptying it.
    await tx.execute('set local session_replication_role = replica');
    await tx.execute('truncate subscriptions, checkouts, gifts, webhook_events, email_outbox cascade');
  });
}

interface Life {
  readonly ctx: Context;
  readonly shop: Shop;
  readonly userId: string;
  readonly id: string;
  readonly stripeId: string;
  readonly customerId: string;
  readonly pass: (seconds: number) => Promise<void>;
}

async function live(shop: Shop, { planType, actions, seed }: Story, isInOrder: boolean) {
  shop.webhooks.lose();
  const random = new SeededRandom(seed);
  const held: Stripe.Event[] = [];
  let events = 0;
  // The last comparison's time would hide the next life's changes.
  await shop.ctx.db.delete(comparedUntil);
  const life = await begin(shop, planType);
  for (const next of actions) {
    await act(life, next);
    const news = await collectEvents(shop);
    events += news.length;
    held.push(...news);
    if (isInOrder) for (const event of held.splice(0)) await applyEvent(life.ctx, event);
    else if (random.chance(50)) await deliverSome(life, held, random);
  }
  if (!isInOrder && random.chance(50)) await deliverSome(life, held, random);
  await reconcileSubscriptions(life.ctx);
  await collectEvents(shop);
  await compareLedgers({ stripe: shop.stripe, ctx: life.ctx }, life.customerId);
  return { books: await books(life), events };
}

async function begin(shop: Shop, planType: 'monthly' | 'annual'): Promise<Life> {
  const { stripe } = shop;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: BEGIN_SECONDS });
  const since = Date.now();
  let passed = 0;
  const now = () => new Date((BEGIN_SECONDS + passed) * 1000 + (Date.now() - since));
  const ctx: Context = { ...shop.ctx, clock: { now } };
  const { userId, shippingAddressId } = await addUser(ctx);
  const customer = await stripe.customers.create({ test_clock: clock.id, metadata: { user_id: userId } });
  await linkCustomer(ctx.db, userId, customer.id);
  const card = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
  const { [planType]: priceId } = await priceIds(stripe);
  const terms = { userId, seasonId: 'season-1', planType, priceId, promotionCodeId: null, giftId: null } as const;
  const order = { ...terms, shippingAddressId, paymentMethodId: card.id, stripeCustomerId: customer.id };
  const { subscriptionId: stripeId, clientSecret } = await purchase(ctx, order, false, {
    userId,
    network: 'histories',
  });
  await stripe.paymentIntents.confirm(clientSecret?.split('_secret_')[0] ?? '', { payment_method: card.id });
  await recordSubscription(ctx, stripeId);
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const pass = async (seconds: number) => {
    passed += seconds;
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: BEGIN_SECONDS + passed });
  };
  return { ctx, shop, userId, id: row?.id ?? '', stripeId, customerId: customer.id, pass };
}

async function addUser(ctx: Context): Promise<{ userId: string; shippingAddressId: string }> {
  const userId = randomUUID();
  const email = `${userId}@wickharbor.example`;
  const times = { createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() };
  await ctx.db.insert(users).values({ id: userId, email, appMetadata: {}, userMetadata: {}, ...times });
  await ctx.db.insert(userProfiles).values({ id: userId, email, preferences: { emailNotifications: true }, ...times });
  const home = { ...HARBOR_ADDRESS, country: 'US', userId, label: 'Home', isDefault: true } as const;
  const { id } = await insertAddress(ctx.db, home, ctx.clock.now());
  return { userId, shippingAddressId: id };
}

async function act(life: Life, action: (typeof ACTIONS)[number]): Promise<void> {
  const { ctx, userId, id } = life;
  if (action === 'month' || action === 'week') await life.pass(action === 'month' ? MONTH_SECONDS : WEEK_SECONDS);
  else if (action === 'cancel') await cancelSubscription(ctx, userId, id);
  else if (action === 'resume') await resumeIfPossible(life);
  else if (action === 'refund') await refundLatest(life);
  else if (action === 'bad card') await changeCard(life, 'pm_card_chargeCustomerFail');
  else {
    await changeCard(life, 'pm_card_visa');
    await recordSubscription(ctx, life.stripeId);
    await payOutstanding(ctx, { userId, network: 'histories' });
  }
}

async function resumeIfPossible({ ctx, userId, id }: Life): Promise<void> {
  try {
    await resumeSubscription(ctx, userId, id);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'cannot_resume')) throw error;
  }
}

async function refundLatest({ shop: { stripe }, customerId }: Life): Promise<void> {
  const { data } = await stripe.charges.list({ customer: customerId, limit: 100 });
  const charge = data.find(({ paid, refunded }) => paid && !refunded);
  if (charge !== undefined) await stripe.refunds.create({ charge: charge.id, amount: 100 });
}

async function changeCard({ shop: { stripe }, stripeId, customerId }: Life, card: string): Promise<void> {
  if ((await stripe.subscriptions.retrieve(stripeId)).status === 'canceled') return;
  const { id } = await stripe.paymentMethods.attach(card, { customer: customerId });
  await stripe.subscriptions.update(stripeId, { default_payment_method: id });
}

async function collectEvents(shop: Shop): Promise<Stripe.Event[]> {
  await shop.sandbox.webhooksDelivered();
  const events: Stripe.Event[] = [];
  await shop.webhooks.deliver((all) => {
    events.push(...all.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as Stripe.Event));
    return [];
  });
  shop.webhooks.lose();
  return events;
}

/** Some arrive up to three times and in any order, some are lost, the rest stays held. */
async function deliverSome({ ctx }: Life, held: Stripe.Event[], random: SeededRandom): Promise<void> {
  const arriving: Stripe.Event[] = [];
  for (const event of held.splice(0)) {
    const fate = random.pick(['arrives', 'arrives', 'repeats', 'waits', 'lost']);
    if (fate === 'waits') held.push(event);
    if (fate === 'arrives') arriving.push(event);
    if (fate === 'repeats') arriving.push(event, event, event);
  }
  for (const event of random.shuffle(arriving)) await applyEvent(ctx, event);
}

/** Our rows, without ids and recording times. */
async function books({ ctx: { db }, id }: Life) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  const [stripe] = await db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.subscriptionId, id));
  const drawn = await db.select().from(invoices).where(eq(invoices.subscriptionId, id)).orderBy(invoices.createdAt);
  const given = await db.select().from(refunds).where(eq(refunds.subscriptionId, id)).orderBy(refunds.createdAt);
  const seasons = await db.select().from(userSeasons).where(eq(userSeasons.subscriptionId, id));
  return {
    subscription: [row?.status, row?.planType, row?.serviceStart],
    stripe: [stripe?.rawStatus, stripe?.currentPeriodEnd, stripe?.stripeCancelAt, stripe?.cancelAtPeriodEnd],
    invoices: drawn.map((each) => [each.status, each.totalCents, each.amountPaidCents, each.billingReason]),
    refunds: given.map(({ amountCents, status }) => [amountCents, status]),
    seasons: seasons.map(({ status }) => status),
  };
}
