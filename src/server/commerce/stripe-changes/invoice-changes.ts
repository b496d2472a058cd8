import type { Stripe } from 'stripe';
import type { FoundChange } from '../../../domain/stripe-change.ts';
import { MONTHS_PER_SEASON } from '../../../domain/season.ts';
import { monthsBilled } from '../subscriptions/months-paid.ts';
import type { InvoiceRow } from '../subscriptions/queries.ts';

export function invoiceChanges(
  changed: readonly InvoiceRow[],
  read: readonly Stripe.Invoice[],
  ownVoids: boolean,
): readonly FoundChange[] {
  const found: FoundChange[] = [];
  for (const { stripeInvoiceId: state, status } of changed) {
    if (status === 'void' && !ownVoids) found.push({ kind: 'invoice_voided', state });
    if (status === 'uncollectible' && !ownVoids) found.push({ kind: 'invoice_uncollectible', state });
    const invoice = read.find(({ id }) => id === state);
    if (status === 'paid' && invoice && isPaidElsewhere(invoice))
      found.push({ kind: 'invoice_paid_out_of_band', state });
  }
  return found;
}

/** `payments` must be expanded. */
function isPaidElsewhere({ amount_paid: paid, payments }: Stripe.Invoice): boolean {
  if (paid === 0 || payments === undefined) return false;
  return !payments.data.some(({ status, payment }) => status === 'paid' && THROUGH_STRIPE.has(payment.type));
}

const THROUGH_STRIPE: ReadonlySet<string> = new Set(['payment_intent', 'charge']);

export function chargesBeyondTerm(read: readonly Stripe.Invoice[]): readonly FoundChange[] {
  const found: FoundChange[] = [];
  let months = 0;
  for (const invoice of read) {
    const billed = invoice.status === 'paid' ? monthsBilled(invoice) : 0;
    if (billed > 0 && months >= MONTHS_PER_SEASON) {
      found.push({ kind: 'charged_beyond_term', state: invoice.id ?? '' });
    }
    months += billed;
  }
  return found;
}

export function monthsDue(read: readonly Stripe.Invoice[]): number {
  return read
    .filter(({ status, auto_advance: advances }) => status === 'open' || (status === 'draft' && advances === true))
    .reduce((sum, invoice) => sum + monthsBilled(invoice), 0);
}
