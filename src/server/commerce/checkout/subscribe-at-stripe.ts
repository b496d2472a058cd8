import type { Stripe } from 'stripe';
import { stripeCancelAt } from '../../../domain/subscription.ts';
import type { CommerceContext } from '../context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type PaymentActor, tryCard } from '../payments/card-limits.ts';
import { priceIds } from '../payments/catalogue.ts';
import { askStripe, isRefusal } from '../payments/stripe-client.ts';
import { holdingLease } from './lease.ts';
import { type Checkout, endAttempt, expireLease, findCheckout, isMade, recordAttempt } from '../purchases/queries.ts';

/**
 * Makes the provider's subscription for one attempt of a checkout whose lease the caller holds, and records it. Repeating it, in
 * this process or after a kill, meets the same idempotency key and the same terms.
 * @throws ApiError card_declined, rate_limited, invalid_promo_code, payments_unavailable
 */
export async function subscribeAtStripe(
  ctx: CommerceContext,
  checkout: Checkout,
  actor: PaymentActor,
): Promise<string> {
  try {
    const created = await holdingLease(ctx, checkout, () => createSubscription(ctx, checkout, actor));
    const isCurrent = await recordAttempt(ctx.db, checkout, created.id, ctx.clock.now());
    if (!isCurrent) await cancelSuperseded(ctx, checkout, created.id);
    return created.id;
  } catch (error) {
    await giveLeaseBack(ctx, checkout, error);
    throw refusalOf(error, checkout);
  }
}

async function createSubscription(
  ctx: CommerceContext,
  checkout: Checkout,
  actor: PaymentActor,
): Promise<Stripe.Subscription> {
  const { stripe } = ctx;
  const { stripeCustomerId: customer, paymentMethodId, stripeSubscriptionId: predecessor } = checkout;
  const card = { id: `attach:${paymentMethodId}`, wasRefused: isDecline };
  await tryCard(ctx, actor, card, () => attachCard(stripe, paymentMethodId, customer));
  if (predecessor !== null && !isMade(checkout)) await cancelUnpaid(ctx, predecessor);
  const prices = await priceIds(stripe);
  const created = await askStripe(
    stripe.subscriptions.create(subscriptionParams(checkout, prices[checkout.planType]), {
      idempotencyKey: `sub:${checkout.id}:${checkout.attempt}`,
    }),
  );
  if (checkout.planType === 'monthly') await limitToTwelveCharges(stripe, created);
  return created;
}

/**
 * The lease was lost on the way, and somebody has gone on to another attempt: what this one has made must not be paid as well. Whoever
 * merely finished the same attempt has got, and recorded, the same subscription.
 */
async function cancelSuperseded(ctx: CommerceContext, { id }: Checkout, stripeSubscriptionId: string): Promise<void> {
  const current = await findCheckout(ctx.db, id);
  if (current?.stripeSubscriptionId !== stripeSubscriptionId) await cancelUnpaid(ctx, stripeSubscriptionId);
}

function isDecline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'card_declined';
}

/** The browser names the card, so a card that is unknown, used up or somebody else's is the browser's mistake, not ours. */
async function attachCard(stripe: Stripe, paymentMethodId: string, customer: string): Promise<void> {
  try {
    await askStripe(stripe.paymentMethods.attach(paymentMethodId, { customer }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const message = 'That card cannot be used. Please enter it again.';
    throw new ApiError('validation_failed', message, { paymentMethodId: message });
  }
}

function subscriptionParams(checkout: Checkout, price: string): Stripe.SubscriptionCreateParams {
  return {
    customer: checkout.stripeCustomerId,
    items: [{ price }],
    default_payment_method: checkout.paymentMethodId,
    payment_behavior: 'default_incomplete',
    payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
    ...(checkout.promotionCodeId && { discounts: [{ promotion_code: checkout.promotionCodeId }] }),
    ...(checkout.planType === 'annual' && { cancel_at_period_end: true }),
    metadata: {
      user_id: checkout.userId,
      plan_type: checkout.planType,
      season_id: checkout.seasonId,
      // Of a gift the provider learns that it is one, nothing of its recipient (rules/gifts 13).
      ...(checkout.giftId === null ? { address_id: checkout.shippingAddressId } : { gift_id: checkout.giftId }),
      checkout_id: checkout.id,
    },
  };
}

/**
 * A monthly season ends by itself after its 12th charge. The date comes from the provider's own anchor, never from our clock: a
 * second too late would charge a 13th time (rules/checkout 21).
 */
export async function limitToTwelveCharges(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const anchor = new Date(subscription.billing_cycle_anchor * 1000);
  await askStripe(
    stripe.subscriptions.update(subscription.id, {
      cancel_at: stripeCancelAt(anchor).getTime() / 1000,
      proration_behavior: 'none',
    }),
  );
}

/**
 * Ends an unpaid subscription that another is to replace. Voiding its invoice is what decides a race with a payment: a paid one
 * cannot be voided, and then nothing is replaced.
 * @throws ApiError already_subscribed when it has been paid after all
 */
export async function cancelUnpaid(ctx: CommerceContext, stripeSubscriptionId: string): Promise<void> {
  const { stripe } = ctx;
  const old = await askStripe(stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: ['latest_invoice'] }));
  const invoice = typeof old.latest_invoice === 'object' ? old.latest_invoice : null;
  if (invoice?.status === 'open') await askStripe(voidUnlessPaid(stripe, invoice.id));
  const current = await askStripe(stripe.subscriptions.retrieve(stripeSubscriptionId));
  if (!UNPAID.has(current.status)) throw new PaidMeanwhile();
  if (current.status === 'incomplete') await askStripe(stripe.subscriptions.cancel(stripeSubscriptionId));
}

const UNPAID: ReadonlySet<Stripe.Subscription.Status> = new Set(['incomplete', 'incomplete_expired', 'canceled']);

/** The subscription to be replaced was paid while we were about it. */
export class PaidMeanwhile extends Error {}

async function voidUnlessPaid(stripe: Stripe, invoiceId: string | undefined): Promise<void> {
  if (invoiceId === undefined) return;
  try {
    await stripe.invoices.voidInvoice(invoiceId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** A clear no ends the attempt; anything else leaves it to be finished by whoever comes next. */
async function giveLeaseBack(ctx: CommerceContext, checkout: Checkout, error: unknown): Promise<void> {
  const refused = error instanceof ApiError && error.code !== 'payments_unavailable';
  const ended = refused || error instanceof PaidMeanwhile || isRefusal(error);
  if (ended) await endAttempt(ctx.db, checkout, ctx.clock.now());
  else await expireLease(ctx.db, checkout, ctx.clock.now());
}

function refusalOf(error: unknown, checkout: Checkout): unknown {
  if (isRefusal(error) && checkout.promotionCodeId !== null && /promotion|coupon/i.test(error.message)) {
    return new ApiError('invalid_promo_code', 'Invalid promo code');
  }
  return error;
}
