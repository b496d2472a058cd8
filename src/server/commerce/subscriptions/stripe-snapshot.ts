import type { Stripe } from 'stripe';
import { isStripeStatus, type StripeStatus } from '../../../domain/subscription-status.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext } from '../context.ts';
import { nextChargeCents } from '../payments/next-charge.ts';
import { type Overdue, readOverdue } from '../payments/overdue-renewal.ts';
import { askStripe, nullIfMissing } from '../payments/stripe-client.ts';

export interface StripeSnapshot {
  readonly subscription: Stripe.Subscription;
  readonly status: StripeStatus;
  readonly invoices: readonly Stripe.Invoice[];
  readonly period: { readonly start: Date; readonly end: Date };
  readonly nextChargeCents: number;
  readonly overdue: Overdue | null;
  /** When the read began. An older snapshot never overwrites a newer one (decision 032). */
  readonly readAt: Date;
}

export interface Recording {
  readonly ctx: CommerceContext;
  readonly tx: Transaction;
  readonly snapshot: StripeSnapshot;
}

/**
 * Null if Stripe has no such subscription.
 * @throws ApiError payments_unavailable
 */
export async function readStripeSnapshot(ctx: CommerceContext, stripeSubscriptionId: string) {
  const readAt = ctx.clock.now();
  const expand = ['discounts.source.coupon', 'items.data.discounts', 'customer'];
  const found = await nullIfMissing(ctx.stripe.subscriptions.retrieve(stripeSubscriptionId, { expand }));
  const subscription = found && (await withItemCoupons(ctx.stripe, found));
  const item = subscription?.items.data[0];
  if (!subscription || !item) return null;
  const invoices = await askStripe(
    ctx.stripe.invoices
      .list({ subscription: subscription.id, limit: 100, expand: ['data.discounts.source.coupon', 'data.payments'] })
      .autoPagingToArray({ limit: 1000 }),
  );
  const status = stripeStatus(subscription);
  const period = { start: instant(item.current_period_start), end: instant(item.current_period_end) };
  return {
    subscription,
    status,
    invoices: invoices.toReversed(),
    overdue: status === 'past_due' || status === 'unpaid' ? await readOverdue(ctx.stripe, invoices) : null,
    period,
    nextChargeCents: nextChargeCents(subscription, period.end),
    readAt,
  };
}

/** Reads these coupons separately: Stripe expands four levels, and they are on the fifth. */
async function withItemCoupons(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  const data = await Promise.all(
    subscription.items.data.map(async (item) => ({
      ...item,
      discounts: await Promise.all(item.discounts.map((discount) => withCoupon(stripe, discount))),
    })),
  );
  return { ...subscription, items: { ...subscription.items, data } };
}

async function withCoupon(stripe: Stripe, discount: string | Stripe.Discount): Promise<string | Stripe.Discount> {
  if (typeof discount === 'string' || typeof discount.source.coupon !== 'string') return discount;
  const coupon = await askStripe(stripe.coupons.retrieve(discount.source.coupon));
  return { ...discount, source: { ...discount.source, coupon } };
}

/** @throws Error for an unknown status, since a wrong guess could cost letters */
export function stripeStatus({ id, status }: Stripe.Subscription): StripeStatus {
  if (isStripeStatus(status)) return status;
  throw new Error(`The provider says that ${id} is "${status}", a status unknown to domain/subscription-status.`);
}

export function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function paidAt(invoice: Stripe.Invoice): Date | null {
  const seconds = invoice.status_transitions.paid_at;
  return invoice.status === 'paid' && seconds !== null ? instant(seconds) : null;
}
