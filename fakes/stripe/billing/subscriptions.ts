import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { invalidRequest } from '../http/failure.ts';
import { wholeList } from '../http/list.ts';
import { planOf } from './price-shapes.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import { periodEnd } from '../state/time.ts';
import type { World } from '../world.ts';
import { discountsAfterInvoice, redeem, type DiscountRequest } from './discounts.ts';
import { SMALLEST_CHARGE } from './balance.ts';
import { draftInvoice } from './invoice-draft.ts';
import { finalizeInvoice, stopCollecting, voidInvoice } from './invoices.ts';

export interface NewSubscription {
  customer: Stripe.Customer;
  price: Stripe.Price;
  quantity: number;
  default_payment_method: string | null;
  savesPaymentMethod: boolean;
  discounts: DiscountRequest[];
  cancel_at_period_end: boolean;
  metadata: Record<string, string>;
}

export function startSubscription(world: World, given: NewSubscription): Stripe.Subscription {
  const now = world.now(idOf(given.customer.test_clock));
  const id = newId('sub');
  const { price, quantity } = given;
  const redemption = { customer: given.customer.id, subscription: id, price, quantity, now };
  const discounts = given.discounts.map((request) => redeem(world, request, redemption));
  const created = world.db.subscriptions.put(newSubscription(given, id, discounts, now));
  const period = { start: now, end: endOf(created) };
  const draft = draftInvoice(world, { subscription: created, reason: 'subscription_create', period, discounts, now });
  if (draft.total > 0 && draft.total < SMALLEST_CHARGE) {
    throw invalidRequest('The sandbox starts no subscription with a balance: an invoice is free or at least $0.50.');
  }
  const invoiced = world.db.subscriptions.put({ ...created, latest_invoice: draft.id });
  emit(world, 'customer.subscription.created', invoiced);
  const first = finalizeInvoice(world, draft, now);
  const left = discountsAfterInvoice(world, discounts).map((discount) => discount.id);
  return changeSubscription(world, invoiced, {
    discounts: left,
    status: first.status === 'paid' ? 'active' : 'incomplete',
  });
}

function newSubscription(
  given: NewSubscription,
  id: string,
  discounts: Stripe.Discount[],
  now: number,
): Stripe.Subscription {
  const { customer } = given;
  const item = newItem(given, id, now);
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    ...endOfPeriodCancellation(given.cancel_at_period_end, item.current_period_end, now),
    collection_method: 'charge_automatically',
    created: now,
    currency: given.price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.default_payment_method,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map((discount) => discount.id),
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: given.savesPaymentMethod ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: idOf(customer.test_clock),
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  };
}

function newItem({ price, quantity }: NewSubscription, subscription: string, now: number): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd(now, now, price.recurring?.interval === 'year' ? 'year' : 'month'),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export function endOfPeriodCancellation(ends: boolean, end: number, now: number) {
  return {
    cancel_at: ends ? end : null,
    cancel_at_period_end: ends,
    canceled_at: ends ? now : null,
    cancellation_details: cancellationDetails(ends ? 'cancellation_requested' : null),
  };
}

export function cancellationDetails(
  reason: Stripe.Subscription.CancellationDetails.Reason | null,
): Stripe.Subscription.CancellationDetails {
  return { comment: null, feedback: null, feedback_option: null, reason };
}

export function endOf(subscription: Stripe.Subscription): number {
  return itemOf(subscription).current_period_end;
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

export function changeSubscription(
  world: World,
  before: Stripe.Subscription,
  change: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const after = world.db.subscriptions.put({ ...before, ...change });
  if (JSON.stringify(before) !== JSON.stringify(after)) emit(world, 'customer.subscription.updated', after, before);
  return after;
}

export function expireIncomplete(world: World, subscription: Stripe.Subscription, now: number): Stripe.Subscription {
  for (const invoice of world.db.invoices.where('subscription', subscription.id)) {
    if (invoice.status === 'open') voidInvoice(world, invoice, now);
  }
  return changeSubscription(world, subscription, { status: 'incomplete_expired', canceled_at: now, ended_at: now });
}

/** What was invoiced stays owed, but is no longer collected. */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  now: number,
  details: Stripe.Subscription.CancellationDetails | null = subscription.cancellation_details,
): Stripe.Subscription {
  const ended = world.db.subscriptions.put({
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: details,
    ended_at: now,
  });
  for (const invoice of world.db.invoices.where('subscription', subscription.id)) {
    if (invoice.status === 'draft' || invoice.status === 'open') stopCollecting(world, invoice);
  }
  emit(world, 'customer.subscription.deleted', ended);
  return ended;
}
