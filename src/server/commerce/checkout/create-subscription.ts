import type { createStripeSubscription } from '../../../contract/checkout.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { CommerceHandler, CommerceContext } from '../context.ts';
import { type PaymentActor, paymentActor, recordIssuedIntent, refuseAtLimit } from '../payments/card-limits.ts';
import { askStripe } from '../payments/stripe-client.ts';
import type { Checkout } from '../purchases/queries.ts';
import { hasSubscription, type PurchaseOrder } from './queries.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { stripeStatus } from '../subscriptions/stripe-snapshot.ts';
import { checkOrder, refuseForeignIdentity } from './check-order.ts';
import { waitForRelease } from './lease.ts';
import { type CheckoutStep, openCheckout, type SeenSubscription } from './open-checkout.ts';
import { PaidMeanwhile, subscribeAtStripe } from './subscribe-at-stripe.ts';

type Reply = ReplyOf<typeof createStripeSubscription>;

const PATIENCE_MS = 25_000;

export const handleCreateSubscription: CommerceHandler<typeof createStripeSubscription> = async (call) => {
  const { ctx, body, user, client } = call;
  await refuseForeignIdentity(ctx, body, user);
  const actor = paymentActor(ctx, user.userId, client);
  await refuseAtLimit(ctx, actor);
  const order = await checkOrder(ctx, body, user, client);
  const reply = await purchase(ctx, order, body.buyAnother, actor);
  const { clientSecret, subscriptionId: stripeSubscriptionId } = reply;
  if (clientSecret !== null)
    await recordIssuedIntent(ctx, actor, { clientSecret, purpose: 'purchase', stripeSubscriptionId });
  return reply;
};

interface Attempt {
  readonly ctx: CommerceContext;
  readonly order: PurchaseOrder;
  readonly actor: PaymentActor;
  readonly deadline: number;
}

type StepResult =
  | { readonly reply: Reply }
  | { readonly reply?: never; readonly next: CheckoutStep | null; readonly seen: SeenSubscription | null };

/**
 * Takes an order to the state in which it is paid or can be paid. Each round reads the facts, decides, and takes one
 * step.
 * @throws ApiError already_subscribed, checkout_busy, card_declined, rate_limited, invalid_promo_code,
 * payments_unavailable
 */
export async function purchase(
  ctx: CommerceContext,
  order: PurchaseOrder,
  buyAnother: boolean,
  actor: PaymentActor,
): Promise<Reply> {
  const attempt = { ctx, order, actor, deadline: performance.now() + PATIENCE_MS };
  let result: Exclude<StepResult, { reply: Reply }> = { next: null, seen: null };
  while (performance.now() < attempt.deadline) {
    const step = result.next ?? (await openCheckout(ctx, order, buyAnother, result.seen));
    const taken = await takeStep(attempt, step, result.seen);
    if (taken.reply !== undefined) return taken.reply;
    result = taken;
  }
  throw new ApiError(
    'checkout_busy',
    'Another payment of yours is still being processed. Please wait a minute, and check your account before you pay again.',
  );
}

async function takeStep(attempt: Attempt, step: CheckoutStep, seen: SeenSubscription | null): Promise<StepResult> {
  switch (step.kind) {
    case 'look_again':
      return { next: null, seen };
    case 'wait':
      return await waitForOther(attempt, step.checkoutId, seen);
    case 'use_existing':
      return await readSubscription(attempt, step.stripeSubscriptionId, true);
    default: {
      const id = await subscribeUnlessPaid(attempt, step.checkout);
      // An attempt taken over from a killed process may have had other terms.
      return await readSubscription(attempt, id, hasSameTerms(attempt.order, step.checkout));
    }
  }
}

async function waitForOther(
  { ctx, order, deadline }: Attempt,
  checkoutId: string,
  seen: SeenSubscription | null,
): Promise<StepResult> {
  const checkout = await waitForRelease(ctx, checkoutId, deadline);
  if (checkout?.status === 'paid') return { reply: paidReply(order, checkout.stripeSubscriptionId ?? '') };
  const isUsable =
    checkout?.status === 'pending' &&
    hasSameTerms(order, checkout) &&
    order.shippingAddressId === checkout.shippingAddressId;
  if (!isUsable || !hasSubscription(checkout)) return { next: null, seen };
  const { stripeSubscriptionId } = checkout;
  return { next: { kind: 'use_existing', checkout, stripeSubscriptionId }, seen };
}

function hasSameTerms(order: PurchaseOrder, checkout: PurchaseOrder): boolean {
  const { planType, priceId, promotionCodeId } = order;
  return planType === checkout.planType && priceId === checkout.priceId && promotionCodeId === checkout.promotionCodeId;
}

/** The subscription to be replaced may have been paid in another tab. That payment is then recorded and kept. */
async function subscribeUnlessPaid({ ctx, actor }: Attempt, checkout: Checkout): Promise<string> {
  try {
    return await subscribeAtStripe(ctx, checkout, actor);
  } catch (error) {
    if (!(error instanceof PaidMeanwhile) || checkout.stripeSubscriptionId === null) throw error;
    await recordSubscription(ctx, checkout.stripeSubscriptionId);
    throw new ApiError('already_subscribed', 'You’ve just paid for this season in another window.');
  }
}

async function readSubscription({ ctx, order }: Attempt, id: string, isForOrder: boolean): Promise<StepResult> {
  const expand = ['latest_invoice.confirmation_secret'];
  const subscription = await askStripe(ctx.stripe.subscriptions.retrieve(id, { expand }));
  const status = stripeStatus(subscription);
  const hasEnded = status === 'incomplete_expired' || status === 'canceled';
  if (!isForOrder || hasEnded) return { next: null, seen: { stripeSubscriptionId: id, status } };
  if (status === 'incomplete') {
    const { latest_invoice: invoice } = subscription;
    const clientSecret = typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null;
    return { reply: { clientSecret, customerId: order.stripeCustomerId, subscriptionId: id, paid: false } };
  }
  await recordSubscription(ctx, id);
  return { reply: paidReply(order, id) };
}

function paidReply(order: PurchaseOrder, subscriptionId: string): Reply {
  return { clientSecret: null, customerId: order.stripeCustomerId, subscriptionId, paid: true };
}
