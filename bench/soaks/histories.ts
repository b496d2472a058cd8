import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import type { Stripe } from 'stripe';
import { insertAddress } from '../../src/server/customers/addresses/queries.ts';
import { payOutstanding } from '../../src/server/commerce/invoices/pay-overdue.ts';
import { purchase } from '../../src/server/commerce/checkout/create-subscription.ts';
import type { Context } from '../../src/server/context.ts';
import { users } from '../../src/server/identity/schema.ts';
import { comparedUntil, refunds } from '../../src/server/commerce/billing-schema.ts';
import { invoices, stripeSubscriptions, subscriptions, userSeasons } from '../../src/server/commerce/schema.ts';
import { userProfiles } from '../../src/server/customers/schema.ts';
import { ApiError } from '../../src/server/platform/errors/api-error.ts';
import { setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import { linkCustomer } from '../../src/server/commerce/payments/customers.ts';
import { cancelSubscription, resumeSubscription } from '../../src/server/commerce/cancellation/cancel-and-resume.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { recordSubscription } from '../../src/server/commerce/purchases/record-subscription.ts';
import { applyEvent } from '../../src/server/commerce/stripe-events/webhook-handler.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { compareLedgers } from '../../test/load/ledgers.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { HARBOR_ADDRESS } from '../../test/clients/shopper.ts';
import type { Soak } from '../soak.ts';

const BEGIN_SECONDS = Date.UTC(2026, 0, 31, 15) / 1000;
const MONTH_SECONDS = 31 * 86_400 + 7_200;
const TROUBLED_CARD = 'pm_card_chargeCustomerFail';
/** How often each story is lived with a post that does what it likes, against once in order. */
const ORDERS_PER_STORY = 4;
/** Stories that one sandbox remembers before it is emptied, so that it stays quick. */
const RESET_AFTER = 4;

const action = fc.constantFrom(
  'month',
  'month',
  'month',
  'cancel',
  'resume',
  'bad card',
  'good card',
  'refund',
  'week',
);
const history = fc.record({
  planType: fc.constantFrom('monthly', 'monthly', 'annual'),
  actions: fc.array(action, { minLength: 1, maxLength: 9 }),
  /** Decides what the post does with the events. */
  seed: fc.integer(),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/**
 * `count` lives of a subscription whose events are held back, shuffled, repeated and dropped, with a reconciliation in the end. Every
 * fourth is another story, which is lived once more with each event delivered at once and in order. Our books end up the same as after
 * that one, and the same as the provider's.
 */
export const histories: Soak = {
  fullCount: 10_000,
  async run(shop, { count, seed }) {
    let stories = 0;
    let lived = 0;
    let events = 0;
    shop.webhooks.hold();
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        if (stories > 0 && stories % RESET_AFTER === 0) await deleteEverything(shop);
        stories += 1;
        const inOrder = await live(shop, story, 'in order');
        for (let order = 0; order < ORDERS_PER_STORY && lived < count; order++) {
          const outOfOrder = await live(shop, { ...story, seed: story.seed + order }, 'as it comes');
          deepStrictEqual(outOfOrder.books, inOrder.books);
          lived += 1;
          events += outOfOrder.events;
          if (lived % 100 === 0) console.log(`${lived} histories of ${stories} stories, ${events} events`);
        }
      }),
      { numRuns: Math.ceil(count / ORDERS_PER_STORY), seed, endOnFailure: true },
    );
    console.log(`${lived} histories of ${stories} stories, ${events} events out of order`);
  },
};

async function deleteEverything(shop: Shop): Promise<void> {
  await fetch(`${shop.sandbox.url}/_sandbox/reset`, { method: 'POST' });
  await setUpCatalogue(shop.ctx.stripe);
  await shop.ctx.db.transaction(async (tx) => {
    // The operators' log, which the cascade reaches, can be emptied by nobody as long as triggers fire.
    await tx.execute('set local session_replication_role = replica');
    await tx.execute('truncate subscriptions, checkouts, gifts, webhook_events, email_outbox cascade');
  });
}

type EventOrder = 'in order' | 'as it comes';

interface Life {
  readonly ctx: Context;
  readonly shop: Shop;
  readonly clockId: string;
  readonly userId: string;
  readonly id: string;
  readonly stripeId: string;
  readonly customerId: string;
}

async function live(shop: Shop, { planType, actions, seed }: History, order: EventOrder) {
  shop.webhooks.lose();
  const random = new SeededRandom(seed);
  const held: Stripe.Event[] = [];
  let events = 0;
  // Each life begins on the same day, on a clock of its own.
  await shop.ctx.db.delete(comparedUntil);
  const { life, pass } = await begin(shop, planType);
  for (const next of actions) {
    await happen(life, next, pass);
    const news = await collect(shop);
    events += news.length;
    held.push(...news);
    if (order === 'in order') for (const event of held.splice(0)) await applyEvent(life.ctx, event);
    else if (random.chance(50)) await deliverSome(life, held, random);
  }
  if (order === 'as it comes' && random.chance(50)) await deliverSome(life, held, random);
  await reconcileSubscriptions(life.ctx);
  await collect(shop);
  await compareLedgers({ stripe: shop.stripe, ctx: life.ctx }, life.customerId);
  return { books: await books(life), events };
}

/** Some get through, in any order and up to three times; some are lost for good; the rest waits for another time. */
async function deliverSome({ ctx }: Life, held: Stripe.Event[], random: SeededRandom): Promise<void> {
  const fates = held
    .splice(0)
    .map((event) => ({ event, fate: random.pick(['comes', 'comes', 'repeats', 'waits', 'lost']) }));
  const coming = fates.flatMap(({ event, fate }) => {
    if (fate === 'comes') return [event];
    return fate === 'repeats' ? [event, event, event] : [];
  });
  for (const event of random.shuffle(coming)) await applyEvent(ctx, event);
  held.push(...fates.filter(({ fate }) => fate === 'waits').map(({ event }) => event));
}

async function collect(shop: Shop): Promise<Stripe.Event[]> {
  await shop.sandbox.webhooksDelivered();
  const events: Stripe.Event[] = [];
  await shop.webhooks.deliver((all) => {
    events.push(...all.map(({ body }) => JSON.parse(body.toString()) as Stripe.Event));
    return [];
  });
  shop.webhooks.lose();
  return events;
}

/** Somebody with a clock of their own buys a season and comes back to tell us. */
async function begin(shop: Shop, planType: 'monthly' | 'annual') {
  const clock = await shop.stripe.testHelpers.testClocks.create({ frozen_time: BEGIN_SECONDS });
  const since = Date.now();
  let passed = 0;
  const now = () => new Date((BEGIN_SECONDS + passed) * 1000 + (Date.now() - since));
  const ctx: Context = { ...shop.ctx, clock: { now } };
  const { userId, shippingAddressId } = await addSubscriber(ctx);
  const customer = await shop.stripe.customers.create({ test_clock: clock.id, metadata: { user_id: userId } });
  await linkCustomer(ctx.db, userId, customer.id);
  const card = await shop.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
  const terms = { userId, seasonId: 'season-1', planType, promotionCodeId: null, giftId: null } as const;
  const order = { ...terms, shippingAddressId, paymentMethodId: card.id, stripeCustomerId: customer.id };
  const reply = await purchase(ctx, order, false, { userId, network: 'histories' });
  const intent = reply.clientSecret?.split('_secret_')[0] ?? '';
  await shop.stripe.paymentIntents.confirm(intent, { payment_method: card.id });
  await recordSubscription(ctx, reply.subscriptionId);
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const life: Life = {
    ctx,
    shop,
    clockId: clock.id,
    userId,
    id: row?.id ?? '',
    stripeId: reply.subscriptionId,
    customerId: customer.id,
  };
  const pass = async (seconds: number) => {
    passed += seconds;
    await shop.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: BEGIN_SECONDS + passed });
  };
  return { life, pass };
}

async function addSubscriber(ctx: Context): Promise<{ userId: string; shippingAddressId: string }> {
  const userId = randomUUID();
  const email = `${userId}@wickharbor.example`;
  const times = { createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() };
  await ctx.db.insert(users).values({ id: userId, email, appMetadata: {}, userMetadata: {}, ...times });
  await ctx.db.insert(userProfiles).values({ id: userId, email, preferences: { emailNotifications: true }, ...times });
  const home = { ...HARBOR_ADDRESS, country: 'US', userId, label: 'Home', isDefault: true } as const;
  const { id } = await insertAddress(ctx.db, home, ctx.clock.now());
  return { userId, shippingAddressId: id };
}

async function happen(life: Life, next: string, pass: (seconds: number) => Promise<void>): Promise<void> {
  switch (next) {
    case 'month':
      await pass(MONTH_SECONDS);
      break;
    case 'week':
      await pass(7 * 86_400);
      break;
    case 'cancel':
      await cancelSubscription(life.ctx, life.userId, life.id);
      break;
    case 'resume':
      await unlessTooLate(resumeSubscription(life.ctx, life.userId, life.id));
      break;
    case 'bad card':
      await putCard(life, TROUBLED_CARD);
      break;
    case 'good card':
      await putCard(life, 'pm_card_visa');
      // Whether we know yet that something is overdue or not: the billing page would say so after this reading.
      await recordSubscription(life.ctx, life.stripeId);
      await payOutstanding(life.ctx, { userId: life.userId, network: 'histories' });
      break;
    default:
      await refundLatest(life);
  }
}

async function unlessTooLate(resuming: Promise<void>): Promise<void> {
  try {
    await resuming;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'cannot_resume')) throw error;
  }
}

async function putCard({ shop: { stripe }, stripeId, customerId }: Life, card: string): Promise<void> {
  if ((await stripe.subscriptions.retrieve(stripeId)).status === 'canceled') return;
  const { id } = await stripe.paymentMethods.attach(card, { customer: customerId });
  await stripe.subscriptions.update(stripeId, { default_payment_method: id });
}

/** Somebody at the provider's dashboard is generous. */
async function refundLatest({ shop: { stripe }, customerId }: Life): Promise<void> {
  const { data } = await stripe.charges.list({ customer: customerId, limit: 100 });
  const charge = data.find(({ paid, refunded }) => paid && !refunded);
  if (charge !== undefined) await stripe.refunds.create({ charge: charge.id, amount: 100 });
}

/** Everything that stands in our books about one life, but for ids and the moments at which we learned of it. */
async function books({ ctx: { db }, id }: Life) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  const [stripe] = await db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.subscriptionId, id));
  const drawn = await db.select().from(invoices).where(eq(invoices.subscriptionId, id)).orderBy(invoices.createdAt);
  const given = await db.select().from(refunds).where(eq(refunds.subscriptionId, id)).orderBy(refunds.createdAt);
  const seasons = await db.select().from(userSeasons).where(eq(userSeasons.subscriptionId, id));
  return {
    status: row?.status,
    planType: row?.planType,
    serviceStart: row?.serviceStart,
    stripe: [stripe?.rawStatus, stripe?.currentPeriodEnd, stripe?.stripeCancelAt, stripe?.cancelAtPeriodEnd],
    invoices: drawn.map(({ status, totalCents, amountPaidCents, billingReason }) => [
      status,
      totalCents,
      amountPaidCents,
      billingReason,
    ]),
    refunds: given.map(({ amountCents, status }) => [amountCents, status]),
    seasons: seasons.map(({ status }) => status),
  };
}
