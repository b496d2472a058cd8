import { randomUUID } from 'node:crypto';
import { eq, type InferInsertModel } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { checkouts, subscriptions, userSeasons, webhookEvents } from '../../commerce/schema.ts';
import { emailOutbox } from '../schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';

/**
 * If locks and leases fail, the database's keys still prevent duplicates. Each test copies a row that the shop wrote, and inserts it
 * under another id.
 */
const shop = await startShop();
const { db } = shop.ctx;
let user: Shopper;
let bought: InferInsertModel<typeof subscriptions>;

beforeAll(async () => {
  user = await shop.signUp();
  await user.buy();
  await shop.sandbox.webhooksDelivered();
  bought = only(await db.select().from(subscriptions).where(eq(subscriptions.userId, user.userId)));
});

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`There are ${rows.length} rows, not one.`);
  return row;
}

async function refusalOf(insert: PromiseLike<unknown>): Promise<string> {
  try {
    await insert;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    return cause instanceof Error && 'constraint' in cause ? String(cause.constraint) : String(error);
  }
  return 'It was taken.';
}

async function ownCheckout(): Promise<typeof checkouts.$inferSelect> {
  return only(await db.select().from(checkouts).where(eq(checkouts.userId, user.userId)));
}

async function anotherCheckout(changes: Partial<typeof checkouts.$inferInsert>): Promise<string> {
  const id = randomUUID();
  const blank = { status: 'paid', stripeSubscriptionId: `sub_${id.slice(0, 8)}` } as const;
  await db.insert(checkouts).values({ ...(await ownCheckout()), id, ...blank, ...changes });
  return id;
}

test('one subscription for each subscription at Stripe', async () => {
  const row = { ...bought, id: randomUUID(), checkoutId: await anotherCheckout({ stripeSubscriptionId: null }) };
  expect(await refusalOf(db.insert(subscriptions).values(row))).toBe('subscriptions_stripe_key');
  await db.delete(checkouts).where(eq(checkouts.id, row.checkoutId));
});

test('one subscription for each checkout', async () => {
  const row = { ...bought, id: randomUUID(), stripeSubscriptionId: 'sub_another' };
  expect(await refusalOf(db.insert(subscriptions).values(row))).toBe('subscriptions_checkout_key');
});

test('one open checkout for each user and season', async () => {
  const stranger = await shop.signUp();
  await stranger.submit();
  const open = only(await db.select().from(checkouts).where(eq(checkouts.userId, stranger.userId)));
  const another = { ...open, id: randomUUID(), stripeSubscriptionId: null };
  expect(await refusalOf(db.insert(checkouts).values(another))).toBe('checkouts_open_key');
});

test('one checkout for each subscription at Stripe', async () => {
  const { stripeSubscriptionId } = await ownCheckout();
  expect(await refusalOf(anotherCheckout({ stripeSubscriptionId }))).toBe('checkouts_subscription_key');
});

test('one season on the shelf for each subscription', async () => {
  const season = only(await db.select().from(userSeasons).where(eq(userSeasons.subscriptionId, bought.id)));
  const another = db.insert(userSeasons).values({ ...season, id: randomUUID() });
  expect(await refusalOf(another)).toBe('user_seasons_subscription_key');
});

test('one default address for each user', async () => {
  const home = only(await db.select().from(shippingAddresses).where(eq(shippingAddresses.userId, user.userId)));
  const another = db.insert(shippingAddresses).values({ ...home, id: randomUUID() });
  expect(await refusalOf(another)).toBe('shipping_addresses_default_key');
});

test('one user for each customer at Stripe', async () => {
  const stranger = await shop.signUp();
  const theft = db
    .update(userProfiles)
    .set({ stripeCustomerId: bought.stripeCustomerId })
    .where(eq(userProfiles.id, stranger.userId));
  expect(await refusalOf(theft)).toBe('user_profiles_customer_key');
});

test('each attempt at each letter once', async () => {
  const now = new Date();
  const letter = {
    subscriptionId: bought.id,
    letter: 1,
    attempt: 1,
    state: 'waiting',
    nominalOn: '2026-11-27',
    address: HARBOR_ADDRESS,
  } as const;
  const piece = () => db.insert(mailingPieces).values({ ...letter, id: randomUUID(), createdAt: now, updatedAt: now });
  await piece();
  expect(await refusalOf(piece())).toBe('mailing_pieces_once_key');
});

test('each email once for its occasion', async () => {
  const dedupeKey = `subscription-started:${bought.id}`;
  const email = only(await db.select().from(emailOutbox).where(eq(emailOutbox.dedupeKey, dedupeKey)));
  expect(await refusalOf(db.insert(emailOutbox).values({ ...email, id: randomUUID() }))).toBe(
    'email_outbox_dedupe_key',
  );
});

test('each event of Stripe once', async () => {
  const [event] = await db.select().from(webhookEvents).limit(1);
  if (event === undefined) throw new Error('No event has arrived.');
  expect(await refusalOf(db.insert(webhookEvents).values(event))).toBe('webhook_events_pkey');
});
