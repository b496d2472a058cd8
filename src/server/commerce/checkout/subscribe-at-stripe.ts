import type { Stripe } from 'stripe';
import { FIRST_TIME_ONLY, INVALID_PROMO_CODE, USED_BY_EARLIER_ORDER } from '../../../domain/promotion.ts';
import { stripeCancelAt } from '../../../domain/subscription.ts';
import type { CommerceContext } from '../context.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type PaymentActor, tryCard } from '../payments/card-limits.ts';
import { priceIds } from '../payments/catalogue.ts';
import { askStripe, isAccepted, isRefusal } from '../payments/stripe-client.ts';
import { withLease } from './lease.ts';
import type { Checkout } from '../purchases/queries.ts';
import { endAttempt, setLease, findCheckout, hasSubscription, recordAttempt } from './queries.ts';

/** The caller must hold the lease. Repeating it uses the same idempotency key and terms (decision 003). */
export async function subscribeAtStripe(ctx: CommerceContext, checkout: Checkout, actor: PaymentActor) {
  try {
    const created = await withLease(ctx, checkout, () => createSubscription(ctx, checkout, actor));
    const isCurrent = await recordAttempt(ctx.db, checkout, created.id, ctx.clock.now());
    if (!isCurrent) await cancelSuperseded(ctx, checkout, created.id);
    return created.id;
  } catch (error) {
    await releaseLease(ctx, checkout, error);
    throw promotionErrorOf(error, checkout);
  }
}

async function createSubscription(ctx: CommerceContext, checkout: Checkout, actor: PaymentActor) {
  const { stripe } = ctx;
  const { stripeCustomerId: customer, paymentMethodId, stripeSubscriptionId: predecessor } = checkout;
  const card = { id: `attach:${paymentMethodId}`, wasRefused: isDecline };
  await tryCard(ctx, actor, card, () => attachCard(stripe, paymentMethodId, customer));
  if (predecessor !== null && !hasSubscription(checkout)) await cancelUnpaid(ctx, predecessor);
  // Null in checkouts that an older release made.
  const price = checkout.priceId ?? (await priceIds(stripe))[checkout.planType];
  const created = await askStripe(
    stripe.subscriptions.create(subscriptionParams(checkout, price), {
      idempotencyKey: `sub:${checkout.id}:${checkout.attempt}`,
    }),
  );
  if (checkout.planType === 'monthly') await limitToTwelveCharges(stripe, created);
  return created;
}

/** After a lost lease another attempt began, so this subscription must not be paid too. */
async function cancelSuperseded(ctx: CommerceContext, { id }: Checkout, stripeSubscriptionId: string): Promise<void> {
  const current = await findCheckout(ctx.db, id);
  if (current?.stripeSubscriptionId !== stripeSubscriptionId) await cancelUnpaid(ctx, stripeSubscriptionId);
}

function isDecline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'card_declined';
}

async function attachCard(stripe: Stripe, paymentMethodId: string, customer: string): Promise<void> {
  if (await isAccepted(stripe.paymentMethods.attach(paymentMethodId, { customer }))) return;
  const message = 'We couldn’t use that card. Nothing was charged. Enter it again, or use another card.';
  throw new ApiError('validation_failed', message, { paymentMethodId: message });
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
      // Stripe must get no data about a gift's recipient (rules/gifts 13).
      ...(checkout.giftId === null ? { address_id: checkout.shippingAddressId } : { gift_id: checkout.giftId }),
      checkout_id: checkout.id,
    },
  };
}

/**
 * The date is computed from Stripe's anchor, since one second too late would allow a thirteenth charge (rules/checkout
 * 21).
 */
async function limitToTwelveCharges(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const anchor = new Date(subscription.billing_cycle_anchor * 1000);
  await askStripe(
    stripe.subscriptions.update(subscription.id, {
      cancel_at: stripeCancelAt(anchor).getTime() / 1000,
      proration_behavior: 'none',
    }),
  );
}

/**
 * Voids the invoice. If the payment comes first, voiding fails, since a paid invoice cannot be voided.
 * @throws PaidMeanwhile
 */
export async function cancelUnpaid(ctx: CommerceContext, stripeSubscriptionId: string): Promise<void> {
  const { stripe } = ctx;
  const old = await askStripe(stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: ['latest_invoice'] }));
  const invoice = typeof old.latest_invoice === 'object' ? old.latest_invoice : null;
  if (invoice?.status === 'open' && invoice.id !== undefined) await isAccepted(stripe.invoices.voidInvoice(invoice.id));
  const current = await askStripe(stripe.subscriptions.retrieve(stripeSubscriptionId));
  if (!UNPAID.has(current.status)) throw new PaidMeanwhile();
  if (current.status === 'incomplete') await askStripe(stripe.subscriptions.cancel(stripeSubscriptionId));
}

const UNPAID: ReadonlySet<Stripe.Subscription.Status> = new Set(['incomplete', 'incomplete_expired', 'canceled']);

export class PaidMeanwhile extends Error {}

async function releaseLease(ctx: CommerceContext, checkout: Checkout, error: unknown): Promise<void> {
  const refused = error instanceof ApiError && error.code !== 'payments_unavailable';
  const ended = refused || error instanceof PaidMeanwhile || isRefusal(error);
  if (ended) await endAttempt(ctx.db, checkout, ctx.clock.now());
  else await setLease(ctx.db, checkout, ctx.clock.now());
}

function promotionErrorOf(error: unknown, checkout: Checkout): unknown {
  if (!isRefusal(error) || checkout.promotionCodeId === null) return error;
  if (error.code === 'promotion_code_customer_not_first_time') {
    return new ApiError('invalid_promo_code', `${INVALID_PROMO_CODE}. ${FIRST_TIME_ONLY}`);
  }
  const isAboutCode = /promotion|coupon/i.test(`${error.message} ${error.param}`);
  if (!isAboutCode) return error;
  // The unpaid subscription that this attempt replaces has used up the code.
  const reason = checkout.attempt > 1 ? `. ${USED_BY_EARLIER_ORDER}` : '';
  return new ApiError('invalid_promo_code', INVALID_PROMO_CODE + reason);
}
