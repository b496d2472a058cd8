import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { wholeList } from '../http/list.ts';
import { wireDecimal } from './price-shapes.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import { HOUR } from '../state/time.ts';
import type { World } from '../world.ts';
import { amountDue } from './balance.ts';
import { amountOff, appliesTo, couponOf } from './discounts.ts';
import { isPausedAt } from './pausing.ts';

interface Draft {
  subscription: Stripe.Subscription;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  /** Null for an invoice of prorations or single items alone. */
  period: { start: number; end: number } | null;
  discounts: readonly Stripe.Discount[];
  now: number;
}

/** A drafted renewal can be changed for an hour before it is finalised (https://docs.stripe.com/billing/invoices). */
const DRAFT_FOR = HOUR;

export function draftInvoice(world: World, draft: Draft): Stripe.Invoice {
  const { subscription, now, reason } = draft;
  const id = newId('in');
  const lines = [...takeProrations(world, id, subscription.id), ...periodLines(world, id, draft)];
  const subtotal = sum(lines.map((line) => line.amount));
  const discountAmounts = totalByDiscount(lines);
  const total = subtotal - sum(discountAmounts.map(({ amount }) => amount));
  const renews = reason === 'subscription_cycle';
  const advances = renews && !isPausedAt(subscription, now);
  const current = subscription.items.data[0];
  const starting_balance = world.db.customers.get(idOf(subscription.customer) ?? '')?.balance ?? 0;
  const amount_due = amountDue(total, starting_balance);
  const invoice: Stripe.Invoice = {
    ...BLANK_INVOICE,
    id,
    amount_due,
    amount_remaining: amount_due,
    auto_advance: advances,
    automatically_finalizes_at: advances ? now + DRAFT_FOR : null,
    billing_reason: reason,
    created: now,
    ...customerOnInvoice(world, idOf(subscription.customer) ?? ''),
    discounts: draft.discounts.map((discount) => discount.id),
    effective_at: null,
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    // Of a renewal: the period that just ended (https://docs.stripe.com/api/invoices/object).
    period_end: draft.period?.start ?? now,
    period_start: renews ? (current?.current_period_start ?? now) : (draft.period?.start ?? now),
    starting_balance,
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: idOf(subscription.test_clock),
    total,
    total_discount_amounts: discountAmounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: discountAmounts.map((taken) => ({ ...taken, type: 'discount' })),
  };
  world.db.invoices.put(invoice);
  emit(world, 'invoice.created', invoice);
  return invoice;
}

/** Prorations wait for the subscription's next invoice (https://docs.stripe.com/billing/subscriptions/prorations). */
function takeProrations(world: World, invoice: string, subscription: string): Stripe.InvoiceLineItem[] {
  return world.db.pendingProrations.where('subscription', subscription).map((line) => {
    world.db.pendingProrations.delete(line.id);
    return { ...line, invoice };
  });
}

function periodLines(world: World, invoice: string, draft: Draft): Stripe.InvoiceLineItem[] {
  const { period, subscription } = draft;
  if (period === null) return [];
  return subscription.items.data.map((item) => lineItem(world, invoice, item, { ...draft, period }));
}

type PeriodDraft = Draft & { period: { start: number; end: number } };

function lineItem(
  world: World,
  invoice: string,
  item: Stripe.SubscriptionItem,
  draft: PeriodDraft,
): Stripe.InvoiceLineItem {
  const quantity = item.quantity ?? 1;
  const isTrial = draft.subscription.status === 'trialing' && draft.reason === 'subscription_update';
  const amount = isTrial ? 0 : (item.price.unit_amount ?? 0) * quantity;
  const product = world.db.products.get(idOf(item.price.product) ?? '');
  const interval = item.price.recurring?.interval ?? 'month';
  const discounts = [...itemDiscounts(world, item), ...draft.discounts];
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description: isTrial
      ? `Trial period for ${product?.name}`
      : `${quantity} × ${product?.name} (at $${(amount / quantity / 100).toFixed(2)} / ${interval})`,
    discount_amounts: discountAmounts(world, item, amount, discounts),
    discountable: true,
    discounts: discounts.map(({ id }) => id),
    invoice,
    livemode: false,
    metadata: draft.subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: draft.subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: wireDecimal(quantity),
    subscription: draft.subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

function itemDiscounts(world: World, item: Stripe.SubscriptionItem): Stripe.Discount[] {
  return item.discounts.flatMap((reference) => world.db.discounts.get(idOf(reference) ?? '') ?? []);
}

function discountAmounts(
  world: World,
  { price }: Stripe.SubscriptionItem,
  amount: number,
  discounts: readonly Stripe.Discount[],
) {
  let left = amount;
  return discounts.map((discount) => {
    const coupon = couponOf(world, discount);
    const taken = appliesTo(world, coupon, idOf(price.product) ?? '') ? amountOff(coupon, left) : 0;
    left -= taken;
    return { amount: taken, discount: discount.id };
  });
}

function totalByDiscount(lines: Stripe.InvoiceLineItem[]) {
  const taken = lines.flatMap((line) => line.discount_amounts ?? []);
  const ids = [...new Set(taken.map(({ discount }) => discount))];
  return ids.map((id) => ({
    amount: sum(taken.filter(({ discount }) => discount === id).map(({ amount }) => amount)),
    discount: id,
  }));
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function customerOnInvoice(world: World, id: string) {
  const customer = world.db.customers.get(id);
  return {
    customer: id,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
  };
}

/** The sandbox has no taxes, shipping or credit notes. */
const BLANK_INVOICE = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Sandbox',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  currency: 'usd',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status: 'draft',
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>;
