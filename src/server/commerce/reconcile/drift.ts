import { isDeepStrictEqual } from 'node:util';
import type { Stripe } from 'stripe';
import { nextStatus } from '../../../domain/subscription-status.ts';
import { endingChangeFor } from '../subscriptions/align-ending.ts';
import { nextChargeCents } from '../payments/next-charge.ts';
import type { Comparable } from './queries.ts';
import { seenDiffers } from '../stripe-changes/seen.ts';
import { termAtStripe } from '../stripe-changes/term.ts';
import { eventOf } from '../subscriptions/stripe-event.ts';
import { stripeStateOf } from '../subscriptions/queries.ts';
import { instant, stripeStatus } from '../subscriptions/stripe-snapshot.ts';

const UNPAID: ReadonlySet<string> = new Set(['incomplete', 'incomplete_expired']);

export function hasDrifted(
  listed: Stripe.Subscription,
  ours: Comparable | undefined,
  invoiceStatus: ReadonlyMap<string, string>,
): boolean {
  if (ours === undefined) return !UNPAID.has(listed.status) && listed.metadata['checkout_id'] !== undefined;
  if (ours.stripe.nextChargeCents === null) return true;
  return stateDiffers(listed, ours) || latestInvoiceDiffers(listed, invoiceStatus) || statusDiffers(listed, ours);
}

function stateDiffers(listed: Stripe.Subscription, { row, stripe, seen, monthsPaid }: Comparable): boolean {
  const item = listed.items.data[0];
  if (item === undefined) return false;
  const period = { start: instant(item.current_period_start), end: instant(item.current_period_end) };
  const invoices = latestInvoiceOf(listed);
  const due = { term: termAtStripe(listed, monthsPaid, invoices), endsEarlyAt: seen?.endsEarlyAt ?? null };
  const snapshot = { subscription: listed, status: stripeStatus(listed), period, invoices, ...due };
  const isSame = isDeepStrictEqual({ ...stripe, ...stripeStateOf(listed, period) }, stripe);
  const isSamePrice = hasItemDiscount(listed) || nextChargeCents(listed, period.end) === stripe.nextChargeCents;
  const isSeen = !seenDiffers(listed, seen?.seen ?? null);
  return !isSame || !isSamePrice || !isSeen || endingChangeFor(row, snapshot).kind !== 'none';
}

/** Lists don't contain the coupons of items' discounts, but do show when a discount appears or disappears. */
function hasItemDiscount({ items }: Stripe.Subscription): boolean {
  return items.data.some(({ discounts }) => discounts.length > 0);
}

function latestInvoiceDiffers(listed: Stripe.Subscription, known: ReadonlyMap<string, string>): boolean {
  return latestInvoiceOf(listed).some(({ id, status }) => id !== undefined && known.get(id) !== status);
}

export function latestInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice[] {
  return invoice === null || typeof invoice === 'string' ? [] : [invoice];
}

function statusDiffers(listed: Stripe.Subscription, { row, monthsPaid }: Comparable): boolean {
  const [latest] = latestInvoiceOf(listed);
  const event = eventOf(row, { subscription: listed, monthsPaid, latest });
  return nextStatus(row.status, event) !== row.status;
}

export function cardDiffers({ default_payment_method: method }: Stripe.Subscription, { card }: Comparable): boolean {
  if (method === null || typeof method === 'string' || !method.card || method.customer === null) return false;
  const { exp_month: month, exp_year: year } = method.card;
  return card?.paymentMethodId !== method.id || card.expMonth !== month || card.expYear !== year;
}
