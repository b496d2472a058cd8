import type { Stripe } from 'stripe';
import { nextStatus } from '../../../domain/subscription-status.ts';
import { changeFor } from '../subscriptions/align-ending.ts';
import type { Comparable } from './queries.ts';
import { eventOf } from '../subscriptions/stripe-event.ts';
import { instant, stripeStatus } from '../subscriptions/stripe-snapshot.ts';

/** Unpaid purchases are the business of their checkouts. */
const UNPAID: ReadonlySet<string> = new Set(['incomplete', 'incomplete_expired']);

/**
 * Whether a subscription as the provider lists it (its latest invoice expanded) is another than ours, so that it has to be read and
 * recorded again. One that we have no row of counts when a checkout of ours made it.
 */
export function hasDrifted(
  listed: Stripe.Subscription,
  ours: Comparable | undefined,
  invoiceStatus: ReadonlyMap<string, string>,
): boolean {
  if (ours === undefined) return !UNPAID.has(listed.status) && listed.metadata['checkout_id'] !== undefined;
  if (ours.stripe.nextChargeCents === null) return true;
  return saysOtherwise(listed, ours) || latestInvoiceDiffers(listed, invoiceStatus) || statusDiffers(listed, ours);
}

function saysOtherwise(listed: Stripe.Subscription, { row, stripe }: Comparable): boolean {
  const item = listed.items.data[0];
  if (item === undefined) return false;
  const period = { start: instant(item.current_period_start), end: instant(item.current_period_end) };
  const theirs = [
    listed.status,
    period.start.getTime(),
    period.end.getTime(),
    listed.cancel_at === null ? null : instant(listed.cancel_at).getTime(),
    listed.cancel_at_period_end,
    idOf(listed.default_payment_method),
  ];
  const ours = [
    stripe.rawStatus,
    stripe.currentPeriodStart.getTime(),
    stripe.currentPeriodEnd.getTime(),
    stripe.stripeCancelAt?.getTime() ?? null,
    stripe.cancelAtPeriodEnd,
    stripe.defaultPaymentMethodId,
  ];
  const snapshot = { subscription: listed, status: stripeStatus(listed), period, invoices: latestInvoiceOf(listed) };
  return theirs.some((value, position) => value !== ours[position]) || changeFor(row, snapshot).kind !== 'none';
}

function latestInvoiceDiffers(listed: Stripe.Subscription, known: ReadonlyMap<string, string>): boolean {
  return latestInvoiceOf(listed).some(({ id, status }) => id !== undefined && known.get(id) !== status);
}

function latestInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice[] {
  return invoice === null || typeof invoice === 'string' ? [] : [invoice];
}

function statusDiffers(listed: Stripe.Subscription, { row, paidInvoices }: Comparable): boolean {
  return nextStatus(row.status, eventOf(row, stripeStatus(listed), paidInvoices)) !== row.status;
}

/** Whether the card that is charged is one we know nothing of, or lives longer than we think. */
export function cardDiffers({ default_payment_method: method }: Stripe.Subscription, { card }: Comparable): boolean {
  // One that was detached may still be named.
  if (method === null || typeof method === 'string' || !method.card || method.customer === null) return false;
  const { exp_month: month, exp_year: year } = method.card;
  return card?.paymentMethodId !== method.id || card.expMonth !== month || card.expYear !== year;
}

function idOf(field: string | { id: string } | null): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}
