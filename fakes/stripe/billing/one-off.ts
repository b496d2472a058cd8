import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import type { World } from '../world.ts';
import { collectOnSchedule } from './collection.ts';
import { draftInvoice } from './invoice-draft.ts';
import { finalizeInvoice } from './invoices.ts';
import { wireDecimal } from './price-shapes.ts';

/** An invoice of one item, charged at once (https://docs.stripe.com/billing/invoices/subscription#adding-draft-invoice-items). */
export function chargeOnce(
  world: World,
  subscription: Stripe.Subscription,
  { amount, description }: { amount: number; description: string },
  now: number,
): Stripe.Invoice {
  world.db.pendingProrations.put(invoiceItem(subscription, { amount, description }, now));
  const draft = draftInvoice(world, { subscription, reason: 'manual', period: null, discounts: [], now });
  const invoice = finalizeInvoice(world, draft, now);
  if (invoice.status === 'open') collectOnSchedule(world, invoice);
  return world.db.invoices.get(invoice.id) ?? invoice;
}

function invoiceItem(
  subscription: Stripe.Subscription,
  { amount, description }: { amount: number; description: string },
  now: number,
): Stripe.InvoiceLineItem {
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: {
        invoice_item: newId('ii'),
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    period: { start: now, end: now },
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: wireDecimal(1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}
