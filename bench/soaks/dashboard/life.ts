import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { editAtStripe, type StripeEdit, type StripeObject } from '../../../test/builders/stripe-edits.ts';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import type { Shop } from '../../../test/server/open-shop.ts';
import { cancelSubscription, resumeSubscription } from '../../../src/server/commerce/cancel-and-resume.ts';
import { purchase } from '../../../src/server/commerce/checkout/create-subscription.ts';
import { payOutstanding } from '../../../src/server/commerce/invoices/pay-overdue.ts';
import { priceIds } from '../../../src/server/commerce/payments/catalogue.ts';
import { linkCustomer } from '../../../src/server/commerce/payments/customers.ts';
import { recordSubscription } from '../../../src/server/commerce/purchases/record-subscription.ts';
import { refundLateRenewals } from '../../../src/server/commerce/refunds/refund-invoices.ts';
import { comparedUntil } from '../../../src/server/commerce/billing-schema.ts';
import {
  reconcileDisputes,
  reconcileRefunds,
} from '../../../src/server/commerce/reconcile/reconcile-refunds-and-disputes.ts';
import { subscriptions } from '../../../src/server/commerce/schema.ts';
import { applyEvent } from '../../../src/server/commerce/stripe-events/webhook-handler.ts';
import type { Context } from '../../../src/server/context.ts';
import { insertAddress } from '../../../src/server/customers/addresses/queries.ts';
import { userProfiles } from '../../../src/server/customers/schema.ts';
import { users } from '../../../src/server/identity/schema.ts';
import { ApiError } from '../../../src/server/platform/api-error.ts';
import type { SeededRandom } from '../../../test/load/seeded-random.ts';

const BEGIN_SECONDS = Date.UTC(2026, 0, 31, 15) / 1000;

/** One subscription that an operator edits at Stripe, on a clock of its own. */
export interface Life {
  readonly ctx: Context;
  readonly shop: Shop;
  readonly userId: string;
  readonly id: string;
  readonly stripeId: string;
  readonly customerId: string;
  readonly pass: (seconds: number) => Promise<void>;
}

export async function beginLife(shop: Shop, planType: 'monthly' | 'annual'): Promise<Life> {
  const { stripe } = shop;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: BEGIN_SECONDS });
  const since = Date.now();
  let passed = 0;
  const ctx: Context = {
    ...shop.ctx,
    clock: { now: () => new Date((BEGIN_SECONDS + passed) * 1000 + (Date.now() - since)) },
  };
  const { userId, email, shippingAddressId } = await addUser(ctx);
  const customer = await stripe.customers.create({ email, test_clock: clock.id, metadata: { user_id: userId } });
  await linkCustomer(ctx.db, userId, customer.id);
  const card = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
  const { [planType]: priceId } = await priceIds(ctx.stripe);
  const terms = { userId, seasonId: 'season-1', planType, priceId, promotionCodeId: null, giftId: null } as const;
  const order = { ...terms, shippingAddressId, paymentMethodId: card.id, stripeCustomerId: customer.id };
  const actor = { userId, network: 'dashboard' };
  const { subscriptionId: stripeId, clientSecret } = await purchase(ctx, order, false, actor);
  await stripe.paymentIntents.confirm(clientSecret?.split('_secret_')[0] ?? '', { payment_method: card.id });
  await recordSubscription(ctx, stripeId);
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const pass = async (seconds: number) => {
    passed += seconds;
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: BEGIN_SECONDS + passed });
  };
  return { ctx, shop, userId, id: row?.id ?? '', stripeId, customerId: customer.id, pass };
}

async function addUser(ctx: Context): Promise<{ userId: string; email: string; shippingAddressId: string }> {
  const userId = randomUUID();
  const email = `${userId}@wickharbor.example`;
  const times = { createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() };
  await ctx.db.insert(users).values({ id: userId, email, appMetadata: {}, userMetadata: {}, ...times });
  await ctx.db.insert(userProfiles).values({ id: userId, email, preferences: { emailNotifications: true }, ...times });
  const home = { ...HARBOR_ADDRESS, country: 'US', userId, label: 'Home', isDefault: true } as const;
  const { id } = await insertAddress(ctx.db, home, ctx.clock.now());
  return { userId, email, shippingAddressId: id };
}

const EDITS: readonly ((random: SeededRandom) => StripeEdit)[] = [
  () => ({ edit: 'cancel_at_period_end' }),
  () => ({ edit: 'uncancel' }),
  () => ({ edit: 'uncancel' }),
  (random) => ({ edit: 'pause', behavior: random.pick(['void', 'keep_as_draft', 'mark_uncollectible']) }),
  () => ({ edit: 'pause', resumes_in_days: 40 }),
  () => ({ edit: 'resume' }),
  (random) => ({ edit: 'quantity', quantity: random.pick([1, 2, 3]), proration: prorations(random) }),
  (random) => ({ edit: 'price', unit_amount: random.pick([500, 1500, 2500]), proration: prorations(random) }),
  (random) => ({
    edit: 'trial',
    days: random.pick([5, 20, 70]),
    proration: random.pick(['none', 'create_prorations']),
  }),
  (random) => ({ edit: 'reset_cycle', proration: random.pick(['none', 'create_prorations']) }),
  (random) => ({ edit: 'add_discount', percent_off: 20, duration: random.pick(['once', 'forever']) }),
  () => ({ edit: 'add_item_discount' }),
  () => ({ edit: 'remove_discount' }),
  (random) => ({ edit: 'end_at', days: random.pick([10, 40, 100, 500]) }),
  (random) => ({ edit: 'card', card: random.pick(['pm_card_visa', 'pm_card_chargeCustomerFail']) }),
];

function prorations(random: SeededRandom): string {
  return random.pick(['none', 'create_prorations', 'always_invoice']);
}

/** Chosen rarely, since most other edits need a running subscription. */
const ENDS: readonly StripeEdit[] = [{ edit: 'cancel_now' }];

/** @returns what was edited; null where Stripe's page offers nothing to edit */
export async function editSomething(life: Life, random: SeededRandom): Promise<StripeEdit | null> {
  const { status } = await readStripe(life);
  if (random.chance(25)) return await editPayments(life, random);
  if (status === 'canceled') return null;
  const edit = random.chance(4) ? random.pick(ENDS) : random.pick(EDITS)(random);
  return await tryEdit(life, 'subscriptions', life.stripeId, edit);
}

async function editPayments(life: Life, random: SeededRandom): Promise<StripeEdit | null> {
  const { stripe } = life.shop;
  const kind = random.pick(['invoices', 'charges', 'email', 'customer card', 'delete'] as const);
  if (kind === 'invoices') {
    const [open] = (await stripe.invoices.list({ subscription: life.stripeId, status: 'open', limit: 1 })).data;
    const edit = { edit: random.pick(['void', 'paid_out_of_band', 'uncollectible']) };
    return open?.id === undefined ? null : await tryEdit(life, 'invoices', open.id, edit);
  }
  if (kind === 'charges') {
    const charges = (await stripe.charges.list({ customer: life.customerId, limit: 1 })).data;
    return charges[0]?.paid ? await tryEdit(life, 'charges', charges[0].id, chargeEdit(random)) : null;
  }
  if (kind === 'customer card') return await tryEdit(life, 'customers', life.customerId, { edit: 'card' });
  if (kind === 'delete')
    return random.chance(10) ? await tryEdit(life, 'customers', life.customerId, { edit: 'delete' }) : null;
  const email = `${random.pick(['a', 'b', 'c'])}@elsewhere.example`;
  return await tryEdit(life, 'customers', life.customerId, { edit: 'email', email });
}

function chargeEdit(random: SeededRandom): StripeEdit {
  if (random.chance(50)) return { edit: 'refund', amount: 50 };
  const edits = [
    'dispute',
    'dispute',
    'dispute_won',
    'dispute_won',
    'dispute_lost',
    'early_fraud_warning',
    'open_review',
  ];
  return { edit: random.pick(edits) };
}

/** Stripe's page refuses some edits, such as a second refund. */
async function tryEdit({ shop }: Life, kind: StripeObject, id: string, edit: StripeEdit): Promise<StripeEdit | null> {
  try {
    await editAtStripe(shop, kind, id, edit);
    return edit;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('{"error"')) return null;
    throw error;
  }
}

export const OWN_CALLS = ['cancel', 'resume', 'pay'] as const;

export async function callOurselves(life: Life, call: (typeof OWN_CALLS)[number]): Promise<void> {
  const { ctx, userId, id } = life;
  try {
    if (call === 'cancel') await cancelSubscription(ctx, userId, id);
    else if (call === 'resume') await resumeSubscription(ctx, userId, id);
    else await payOutstanding(ctx, { userId, network: 'dashboard' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'payments_unavailable') throw error;
  }
}

/** Events arrive in order, some of them twice, or all are lost and the comparison finds what happened. */
export async function hear(life: Life, random: SeededRandom): Promise<'events' | 'comparison'> {
  const events = await collectEvents(life.shop);
  const isLost = random.chance(40);
  if (isLost) await compare(life);
  else
    for (const event of events)
      for (let times = random.chance(15) ? 2 : 1; times > 0; times--) await applyEvent(life.ctx, event);
  await refundLateRenewals(life.ctx, life.id);
  for (const event of await collectEvents(life.shop)) await applyEvent(life.ctx, event);
  return isLost ? 'comparison' : 'events';
}

async function compare({ ctx, stripeId }: Life): Promise<void> {
  // The stored comparison time belongs to another life's clock.
  await ctx.db.delete(comparedUntil);
  await recordSubscription(ctx, stripeId);
  await reconcileRefunds(ctx);
  await reconcileDisputes(ctx);
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

export async function readStripe({ shop, stripeId }: Life): Promise<Stripe.Subscription> {
  return await shop.stripe.subscriptions.retrieve(stripeId, { expand: ['customer'] });
}
