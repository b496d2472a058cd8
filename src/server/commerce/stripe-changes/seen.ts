import { isDeepStrictEqual } from 'node:util';
import type { Stripe } from 'stripe';
import type { StripeSeen } from '../../../domain/stripe-change.ts';
import { idOf } from '../payments/stripe-client.ts';
import { isDisputeOver, isPausedForDispute } from '../subscriptions/align-ending.ts';

const FOR_DISPUTE = ':dispute';

/** `customer` must be expanded. */
export function seenOf(subscription: Stripe.Subscription): StripeSeen {
  const { items, customer, pause_collection: pause } = subscription;
  const owner = typeof customer === 'string' || customer.deleted ? null : customer;
  return {
    hasEnded: subscription.ended_at !== null,
    cancelAt: subscription.cancel_at,
    withPeriod: subscription.cancel_at_period_end,
    anchor: subscription.billing_cycle_anchor,
    trialEnd: subscription.trial_end,
    pause: pause === null ? null : `${pause.behavior}${isPausedForDispute(subscription) ? FOR_DISPUTE : ''}`,
    prices: items.data.map(({ price }) => price.id).join(' '),
    quantity: items.data.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0),
    discounts: [...subscription.discounts, ...items.data.flatMap(({ discounts }) => discounts)].map((discount) =>
      typeof discount === 'string' ? discount : discount.id,
    ),
    card: idOf(subscription.default_payment_method),
    customerCard: idOf(owner?.invoice_settings.default_payment_method),
    email: owner?.email ?? null,
    customerDeleted: typeof customer !== 'string' && customer.deleted === true,
  };
}

export function seenDiffers(listed: Stripe.Subscription, stored: StripeSeen | null): boolean {
  return stored === null || !isDeepStrictEqual(seenOf(listed), stored);
}

/**
 * Whether the change is our own pause or its end. We never replace an operator's pause. When we end ours, we change our
 * mark in the metadata; an operator who ends it in Stripe doesn't.
 */
export function isOwnPause(before: StripeSeen, now: StripeSeen, subscription: Stripe.Subscription): boolean {
  const wasOurs = before.pause?.endsWith(FOR_DISPUTE) === true;
  if (now.pause === null) return wasOurs && isDisputeOver(subscription);
  return now.pause.endsWith(FOR_DISPUTE) && (wasOurs || before.pause === null);
}
