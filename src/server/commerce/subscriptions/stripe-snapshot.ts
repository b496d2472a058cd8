import type { Stripe } from 'stripe';
import { priceAfterDiscount } from '../../../domain/money.ts';
import { PLANS, PLAN_TYPES, type PlanType } from '../../../domain/plans.ts';
import { isStripeStatus, type StripeStatus } from '../../../domain/subscription-status.ts';
import type { CommerceContext } from '../context.ts';
import { discountAt } from '../payments/discount.ts';
import { type Overdue, readOverdue } from '../payments/overdue-renewal.ts';
import { askStripe, isRefusal } from '../payments/stripe-client.ts';

/** A subscription as the provider tells it, read in one go. */
export interface StripeSnapshot {
  readonly subscription: Stripe.Subscription;
  readonly status: StripeStatus;
  readonly planType: PlanType;
  /** Oldest first. */
  readonly invoices: readonly Stripe.Invoice[];
  readonly period: { readonly start: Date; readonly end: Date };
  /** What the next charge takes, if one comes. */
  readonly nextChargeCents: number;
  /** The renewal that is waiting to be paid, if any. */
  readonly overdue: Overdue | null;
  /** When this reading began: an older one never overwrites a newer one. */
  readonly readAt: Date;
}

/**
 * Reads a subscription and its invoices; handlers never trust an event's payload, whose order is not guaranteed (rules/money 21).
 * @returns null for a subscription the provider does not know, or one that is not of our plans
 * @throws ApiError payments_unavailable
 */
export async function readStripeSnapshot(
  ctx: CommerceContext,
  stripeSubscriptionId: string,
): Promise<StripeSnapshot | null> {
  const readAt = ctx.clock.now();
  const subscription = await retrieve(ctx.stripe, stripeSubscriptionId);
  const item = subscription?.items.data[0];
  const planType = PLAN_TYPES.find((type) => PLANS[type].lookupKey === item?.price.lookup_key);
  if (!subscription || !item || planType === undefined) return null;
  const invoices = await askStripe(
    ctx.stripe.invoices
      .list({ subscription: subscription.id, limit: 100, expand: ['data.discounts.source.coupon'] })
      .autoPagingToArray({ limit: 1000 }),
  );
  const status = stripeStatus(subscription);
  const period = { start: instant(item.current_period_start), end: instant(item.current_period_end) };
  const discount = discountAt(subscription, period.end);
  return {
    subscription,
    status,
    planType,
    invoices: invoices.toReversed(),
    overdue: status === 'past_due' || status === 'unpaid' ? await readOverdue(ctx.stripe, invoices) : null,
    period,
    nextChargeCents: priceAfterDiscount(PLANS[planType].priceCents, discount?.percentOff ?? 0),
    readAt,
  };
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await askStripe(stripe.subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] }));
  } catch (error) {
    if (isRefusal(error) && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** @throws Error for a status this code has never heard of: better to stop and be told than to guess what it means for the post. */
export function stripeStatus({ id, status }: Stripe.Subscription): StripeStatus {
  if (isStripeStatus(status)) return status;
  throw new Error(`The provider says that ${id} is "${status}", a status unknown to domain/subscription-status.`);
}

/** The provider's epoch seconds. */
export function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function paidAt(invoice: Stripe.Invoice): Date | null {
  const seconds = invoice.status_transitions.paid_at;
  return invoice.status === 'paid' && seconds !== null ? instant(seconds) : null;
}
