import type { Stripe } from 'stripe';
import type { createStripeSubscription } from '../../../contract/checkout.ts';
import type { BodyOf, ReplyOf } from '../../../contract/endpoint.ts';
import { findAvailableSeason } from '../../../domain/season.ts';
import { findAddress } from '../../customers/addresses/queries.ts';
import type { SignedIn } from '../../identity/session/bearer.ts';
import type { CommerceCall, CommerceContext } from '../context.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { findOwnGift } from '../gifts/queries.ts';
import { type PaymentActor, paymentActor, recordIssuedIntent, refuseAtLimit } from '../payments/card-limits.ts';
import { priceIds } from '../payments/catalogue.ts';
import { ensureCustomer } from '../payments/customers.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { stripeStatus } from '../subscriptions/stripe-snapshot.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { subscribeAtStripe, PaidMeanwhile } from './subscribe-at-stripe.ts';
import { waitForRelease } from './lease.ts';
import { openCheckout, type OpenStep, type SeenSubscription } from './open-checkout.ts';
import { checkPromotion } from './validate-promo-code.ts';
import { type Checkout, isMade, type PurchaseOrder } from '../purchases/queries.ts';

type Body = BodyOf<typeof createStripeSubscription>;
type Reply = ReplyOf<typeof createStripeSubscription>;

/** How long a request waits for another of the same checkout. */
const PATIENCE_MILLISECONDS = 25_000;

/**
 * Opens or finds the one open checkout and answers with what the browser needs to confirm the payment (rules/checkout 19 and
 * 15). However often and from however many tabs it is called: one checkout, one subscription, one charge.
 */
export async function handleCreateSubscription(call: CommerceCall<typeof createStripeSubscription>): Promise<Reply> {
  const { ctx, body, user, client } = call;
  await refuseForeignIdentity(ctx, body, user);
  const actor = paymentActor(user.userId, client);
  await refuseAtLimit(ctx, actor);
  const order = await checkOrder(ctx, body, user);
  const reply = await purchase(ctx, order, body.buyAnother, actor);
  const { clientSecret, subscriptionId: stripeSubscriptionId } = reply;
  if (clientSecret !== null)
    await recordIssuedIntent(ctx, actor, { clientSecret, purpose: 'purchase', stripeSubscriptionId });
  return reply;
}

/** The body's user and e-mail are compared, never used (rules/money 1). A token may still carry the address before a change. */
async function refuseForeignIdentity(ctx: CommerceContext, { userId, email }: Body, user: SignedIn): Promise<void> {
  if (userId !== user.userId) throw foreign('userId');
  if (email !== user.email && email !== (await findProfile(ctx.db, userId))?.email) throw foreign('email');
}

function foreign(field: 'userId' | 'email'): ApiError {
  return new ApiError('not_yours', 'That is not your account.', { [field]: 'Not yours.' });
}

async function checkOrder(ctx: CommerceContext, body: Body, user: SignedIn): Promise<PurchaseOrder> {
  const season = findAvailableSeason(body.seasonId);
  if (season === null) {
    throw new ApiError('validation_failed', 'That season is not for sale.', {
      seasonId: 'That season is not for sale.',
    });
  }
  const destination = await checkDestination(ctx, body, user);
  const prices = await priceIds(ctx.stripe);
  if (body.priceId !== prices[body.planType]) {
    throw new ApiError('unknown_price', 'That is not a price of this plan.', { priceId: 'Not a price of this plan.' });
  }
  const terms = {
    userId: user.userId,
    seasonId: season.id,
    planType: body.planType,
    promotionCodeId: body.promotionCodeId || null,
    ...destination,
  };
  const { promotionCodeId } = terms;
  if (promotionCodeId !== null) await checkPromotion(ctx, { ...terms, promotionCodeId });
  return {
    ...terms,
    paymentMethodId: body.paymentMethodId,
    stripeCustomerId: await ensureCustomer(ctx, user),
  };
}

/** One of the person's own addresses, or that of their gift; another's answers like none (rules/checkout 14). */
async function checkDestination(
  ctx: CommerceContext,
  { giftId = null, shippingAddressId }: Body,
  { userId }: SignedIn,
): Promise<Pick<PurchaseOrder, 'giftId' | 'shippingAddressId'>> {
  if (giftId !== null) {
    const gift = await findOwnGift(ctx.db, userId, giftId);
    if (gift === null) throw notFound('gift');
    return { giftId, shippingAddressId: gift.shippingAddressId };
  }
  if (shippingAddressId === undefined) {
    const message = 'Please say where the letters should go.';
    throw new ApiError('validation_failed', message, { shippingAddressId: message });
  }
  const address = await findAddress(ctx.db, userId, shippingAddressId);
  if (address === null) throw notFound('address');
  return { giftId: null, shippingAddressId: address.id };
}

/**
 * Brings an order to the point where it can be paid, or already is.
 * @throws ApiError already_subscribed, checkout_busy, card_declined, rate_limited, invalid_promo_code, payments_unavailable
 */
export async function purchase(
  ctx: CommerceContext,
  order: PurchaseOrder,
  buyAnother: boolean,
  actor: PaymentActor,
): Promise<Reply> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  let seen: SeenSubscription | null = null;
  let next: OpenStep | null = null;
  while (Date.now() < deadline) {
    const step: OpenStep = next ?? (await openCheckout(ctx, order, buyAnother, seen));
    next = null;
    if (step.kind === 'wait') {
      const checkout = await waitForRelease(ctx, step.checkoutId, deadline);
      if (checkout?.status === 'paid') return paidReply(order, checkout.stripeSubscriptionId ?? '');
      next = checkout === null ? null : sameAsMade(order, checkout);
      continue;
    }
    const id: string =
      step.kind === 'use_existing' ? step.stripeSubscriptionId : await askUnlessPaid(ctx, step.checkout, actor);
    const subscription = await askStripe(
      ctx.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.confirmation_secret'] }),
    );
    if (step.kind === 'use_existing' || isFor(order, step.checkout)) {
      const reply = await replyFor(ctx, order, subscription);
      if (reply !== null) return reply;
    }
    seen = { stripeSubscriptionId: id, status: stripeStatus(subscription) };
  }
  throw new ApiError('checkout_busy', 'Another of your payments is still under way. Please wait a moment.');
}

/** What the other request has made is just what this one asks for: no need to queue for the row. */
function sameAsMade(order: PurchaseOrder, checkout: Checkout): OpenStep | null {
  if (checkout.status !== 'pending' || !isMade(checkout) || !isFor(order, checkout)) return null;
  if (order.shippingAddressId !== checkout.shippingAddressId) return null;
  return { kind: 'use_existing', checkout, stripeSubscriptionId: checkout.stripeSubscriptionId };
}

/** An attempt taken over from a killed process may have been for other terms than these. */
function isFor(order: PurchaseOrder, asked: PurchaseOrder): boolean {
  return order.planType === asked.planType && order.promotionCodeId === asked.promotionCodeId;
}

/** The subscription that was to be replaced may have been paid in another tab: then that payment is recorded and stands. */
async function askUnlessPaid(
  ctx: CommerceContext,
  checkout: Parameters<typeof subscribeAtStripe>[1],
  actor: PaymentActor,
): Promise<string> {
  try {
    return await subscribeAtStripe(ctx, checkout, actor);
  } catch (error) {
    if (!(error instanceof PaidMeanwhile) || checkout.stripeSubscriptionId === null) throw error;
    await recordSubscription(ctx, checkout.stripeSubscriptionId);
    throw new ApiError('already_subscribed', 'Your other window has just paid for this season.');
  }
}

/** What the browser is to do with the provider's subscription; null when it has ended and another must be made. */
async function replyFor(
  ctx: CommerceContext,
  order: PurchaseOrder,
  subscription: Stripe.Subscription,
): Promise<Reply | null> {
  switch (subscription.status) {
    case 'incomplete':
      return {
        clientSecret: confirmationSecret(subscription),
        customerId: order.stripeCustomerId,
        subscriptionId: subscription.id,
        paid: false,
      };
    case 'incomplete_expired':
    case 'canceled':
      return null;
    default:
      await recordSubscription(ctx, subscription.id);
      return paidReply(order, subscription.id);
  }
}

function confirmationSecret({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null;
}

function paidReply(order: PurchaseOrder, subscriptionId: string): Reply {
  return { clientSecret: null, customerId: order.stripeCustomerId, subscriptionId, paid: true };
}
