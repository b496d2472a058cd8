import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import type { Stripe } from 'stripe';
import type { Address } from '../../../domain/address.ts';
import { createUser } from '../../identity/users/accounts.ts';
import type { SignedIn } from '../../identity/session/bearer.ts';
import { hasVerifiedFactor, insertFactor } from '../../identity/users/factors.ts';
import { findUserByEmail } from '../../identity/users/queries.ts';
import { purchase } from '../../commerce/checkout/create-subscription.ts';
import { listAddresses } from '../../customers/addresses/queries.ts';
import { users } from '../../identity/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { handOverLettersSoFar } from './seed-letters.ts';
import { priceIds } from '../../commerce/payments/catalogue.ts';
import { ensureCustomer, linkCustomer } from '../../commerce/payments/customers.ts';
import { grantRole } from '../../identity/operators/roles.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { featuredSeason } from '../../../../seasons/shelf.ts';
import { cancelSubscription } from '../../commerce/cancel-and-resume.ts';
import { findNewestSubscription, findSubscriptionOf, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { insertCardIntents } from '../../commerce/stripe-changes/queries.ts';
import { findMonthsPaid } from '../../commerce/subscriptions/months-paid.ts';
import { recordSubscription } from '../../commerce/purchases/record-subscription.ts';
import { DEMO_OPERATOR_SECRET, DEMO_PASSWORD, DEMO_USERS, type DemoUser } from './demo-users.ts';

const DAY_SECONDS = 86_400;
/** A card whose charges all succeed (rules/stripe-sandbox 18). */
const VISA = { type: 'card', card: { token: 'tok_visa' } } as const;
/** A card that can be attached, but whose charges are all declined (rules/stripe-sandbox 19). */
const OVERDRAWN = 'pm_card_chargeCustomerFail';

interface DemoSignIns {
  readonly email: string;
  readonly password: string;
  readonly operator: { readonly email: string; readonly authenticatorKey: string };
}

/**
 * Can be repeated to finish an interrupted seed.
 * @returns sign-ins for trying the shop
 * @throws Error on a deployed server, since the passwords are public
 */
export async function seedDemo(ctx: CommerceContext): Promise<DemoSignIns> {
  if (ctx.config.deployed) throw new Error('Demonstration people are not made on a deployed server.');
  await seedPromotionCodes(ctx.stripe);
  for (const user of DEMO_USERS) await seedUser(ctx, user);
  return {
    email: 'reader@deadletter.example',
    password: DEMO_PASSWORD,
    operator: { email: 'operator@deadletter.example', authenticatorKey: DEMO_OPERATOR_SECRET },
  };
}

async function seedPromotionCodes(stripe: Stripe): Promise<void> {
  const codes = [
    { code: 'LETTER20', coupon: { percent_off: 20, duration: 'once' } },
    { code: 'QUARTER50', coupon: { percent_off: 50, duration: 'repeating', duration_in_months: 3 } },
    { code: 'PAPERBOY10', coupon: { percent_off: 10, duration: 'forever' } },
    { code: 'ONTHEHOUSE', coupon: { percent_off: 100, duration: 'once' } },
  ] as const;
  for (const { code, coupon } of codes) {
    const known = await stripe.promotionCodes.list({ code, limit: 1 });
    if (known.data.length > 0) continue;
    const made = await stripe.coupons.create(coupon, { idempotencyKey: `coupon:${code}` });
    await stripe.promotionCodes.create(
      { promotion: { type: 'coupon', coupon: made.id }, code },
      { idempotencyKey: `promotion:${code}` },
    );
  }
}

async function seedUser(ctx: CommerceContext, user: DemoUser): Promise<void> {
  const existing = await findUserByEmail(ctx.db, user.email);
  // A real account with that address must not get a role or a purchase.
  if (existing !== null && !existing.demonstration) return;
  const userId = existing?.id ?? (await openDemoAccount(ctx, user));
  if (user.operator) await seedOperator(ctx, userId, user.email);
  if (user.purchase === null) return;
  const subscription = (await findNewestSubscription(ctx.db, userId)) ?? (await buy(ctx, userId, user));
  if (subscription === null) return;
  if (user.purchase.overdue) await replaceByRefusedCard(ctx, subscription);
  if (user.purchase.daysAgo > 0) await advanceTestClock(ctx, subscription);
  if (user.purchase.cancelled && subscription.status === 'active') {
    await cancelSubscription(ctx, userId, subscription.id);
  }
  const caughtUp = await findSubscriptionOf(ctx.db, subscription.stripeSubscriptionId);
  if (caughtUp !== null) await handOverLettersSoFar(ctx, caughtUp);
}

async function seedOperator(ctx: CommerceContext, userId: string, email: string): Promise<void> {
  await grantRole(ctx, email, { operator: 'the demonstration', note: null });
  await ctx.db.transaction(async (tx) => {
    if (await hasVerifiedFactor(tx, userId)) return;
    const now = ctx.clock.now();
    await insertFactor(tx, {
      id: randomUUID(),
      userId,
      friendlyName: 'Demonstration',
      secret: ctx.keys.seal(Buffer.from(Secret.fromBase32(DEMO_OPERATOR_SECRET).bytes)),
      factorType: 'totp',
      status: 'verified',
      opensConsole: true,
      createdAt: now,
      updatedAt: now,
    });
  });
}

async function openDemoAccount(ctx: CommerceContext, user: DemoUser): Promise<string> {
  const { email, fullName, street, purchase: planned } = user;
  const shippingAddress: Address = {
    fullName,
    addressLine1: street,
    addressLine2: null,
    city: 'Wick Harbor',
    stateProvince: 'ME',
    postalCode: '04614',
    country: 'US',
    countryName: null,
  };
  const { userId } = await createUser(ctx, {
    email,
    password: DEMO_PASSWORD,
    fullName,
    shippingAddress,
    confirmed: true,
    demonstration: true,
  });
  if (planned !== null) await backdateAccount(ctx, userId, planned.daysAgo);
  return userId;
}

async function buy(ctx: CommerceContext, userId: string, { email, purchase: planned }: DemoUser) {
  const [address] = await listAddresses(ctx.db, userId);
  if (address === undefined || planned === null) return null;
  const user: SignedIn = { userId, email, sessionId: userId, aal: 'aal1' };
  if (planned.daysAgo > 0) await createPastCustomer(ctx, user, planned.daysAgo);
  const card = await ctx.stripe.paymentMethods.create(VISA);
  const order = {
    userId,
    seasonId: featuredSeason().id,
    planType: planned.planType,
    priceId: (await priceIds(ctx.stripe))[planned.planType],
    promotionCodeId: null,
    giftId: null,
    shippingAddressId: address.id,
    paymentMethodId: card.id,
    stripeCustomerId: await ensureCustomer(ctx, user, null),
  };
  const { clientSecret, subscriptionId } = await purchase(ctx, order, false, { userId, network: 'seed' });
  const intent = clientSecret?.split('_secret_')[0];
  if (intent !== undefined) await ctx.stripe.paymentIntents.confirm(intent, { payment_method: card.id });
  await recordSubscription(ctx, subscriptionId);
  return await findSubscriptionOf(ctx.db, subscriptionId);
}

/** Uses a test clock of Stripe, so that past renewals are charged. */
async function createPastCustomer(ctx: CommerceContext, { userId, email }: SignedIn, daysAgo: number): Promise<void> {
  const profile = await findProfile(ctx.db, userId);
  if (profile === null || profile.stripeCustomerId !== null) return;
  const clock = await ctx.stripe.testHelpers.testClocks.create({
    frozen_time: epochSeconds(ctx) - daysAgo * DAY_SECONDS,
    name: email,
  });
  const customer = await ctx.stripe.customers.create({ email, test_clock: clock.id, metadata: { user_id: userId } });
  await linkCustomer(ctx.db, userId, customer.id);
}

/** Replaces the card after the first payment, so that the next renewal is declined. */
async function replaceByRefusedCard({ db, stripe, clock }: CommerceContext, subscription: Subscription): Promise<void> {
  if (subscription.status !== 'active' || (await findMonthsPaid(db, subscription.id)) > 1) return;
  const { stripeCustomerId: customer, stripeSubscriptionId } = subscription;
  const { id: card } = await stripe.paymentMethods.attach(OVERDRAWN, { customer });
  await insertCardIntents(db, [stripeSubscriptionId], card, clock.now());
  await stripe.subscriptions.update(stripeSubscriptionId, { default_payment_method: card });
}

async function advanceTestClock(ctx: CommerceContext, { stripeCustomerId, stripeSubscriptionId }: Subscription) {
  const { testHelpers, customers } = ctx.stripe;
  const customer = await customers.retrieve(stripeCustomerId);
  if (customer.deleted || typeof customer.test_clock !== 'string') return;
  const clock = await testHelpers.testClocks.retrieve(customer.test_clock);
  if (clock.frozen_time > epochSeconds(ctx) - DAY_SECONDS) return;
  await testHelpers.testClocks.advance(clock.id, { frozen_time: epochSeconds(ctx) });
  await recordSubscription(ctx, stripeSubscriptionId);
}

/** The welcome email keeps today's date, since it would expire unsent otherwise. */
async function backdateAccount({ db, clock }: CommerceContext, userId: string, daysAgo: number): Promise<void> {
  const joined = { createdAt: new Date(clock.now().getTime() - daysAgo * DAY_SECONDS * 1000) };
  await db.update(users).set(joined).where(eq(users.id, userId));
  await db.update(userProfiles).set(joined).where(eq(userProfiles.id, userId));
}

function epochSeconds(ctx: CommerceContext): number {
  return Math.floor(ctx.clock.now().getTime() / 1000);
}
