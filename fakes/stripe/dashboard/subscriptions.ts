import type Stripe from 'stripe';
import { z } from 'zod';
import { collectOnSchedule } from '../billing/collection.ts';
import { discountsAfterInvoice, discountsFor, redeem } from '../billing/discounts.ts';
import { draftInvoice } from '../billing/invoice-draft.ts';
import { finalizeInvoice } from '../billing/invoices.ts';
import { chargeOnce } from '../billing/one-off.ts';
import { planOf, wireDecimal } from '../billing/price-shapes.ts';
import { prorate } from '../billing/prorations.ts';
import {
  cancellationDetails,
  changeSubscription,
  endOf,
  endOfPeriodCancellation,
  endSubscription,
  itemOf,
} from '../billing/subscriptions.ts';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { createCoupon } from '../resources/promotions.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import { DAY, type Interval, periodEnd } from '../state/time.ts';
import type { World } from '../world.ts';
import { attachNewCard } from './payments.ts';

const whole = z.coerce.number().int().min(1);
const proration = z.enum(['none', 'create_prorations', 'always_invoice']);

/** Each value has a default, so that a button of the viewer need not ask for it. */
const subscriptionEdit = z.discriminatedUnion('edit', [
  z.strictObject({ edit: z.enum(['cancel_at_period_end', 'cancel_now', 'uncancel', 'resume', 'remove_discount']) }),
  z.strictObject({
    edit: z.literal('pause'),
    behavior: z.enum(['void', 'keep_as_draft', 'mark_uncollectible']).default('void'),
    resumes_in_days: whole.optional(),
  }),
  z.strictObject({
    edit: z.literal('quantity'),
    quantity: whole.default(2),
    proration: proration.default('create_prorations'),
  }),
  z.strictObject({
    edit: z.literal('price'),
    unit_amount: z.coerce.number().int().min(0).default(2000),
    interval: z.enum(['month', 'year']).optional(),
    proration: proration.default('create_prorations'),
  }),
  z.strictObject({ edit: z.literal('trial'), days: whole.default(30), proration: proration.default('none') }),
  z.strictObject({ edit: z.literal('reset_cycle'), proration: proration.default('create_prorations') }),
  z.strictObject({
    edit: z.literal('add_discount'),
    percent_off: z.coerce.number().positive().max(100).default(20),
    duration: z.enum(['once', 'forever']).default('once'),
  }),
  z.strictObject({
    edit: z.literal('add_item_discount'),
    percent_off: z.coerce.number().positive().max(100).default(20),
  }),
  z.strictObject({ edit: z.literal('end_at'), days: whole.default(90) }),
  z.strictObject({ edit: z.literal('card'), card: z.string().default('pm_card_mastercard') }),
  z.strictObject({
    edit: z.literal('one_off_invoice'),
    amount: whole.default(500),
    description: z.string().default('Extra postage'),
  }),
]);
type Edit = z.output<typeof subscriptionEdit>;
type Proration = z.output<typeof proration>;

export const SUBSCRIPTION_EDITS: readonly Edit['edit'][] = [
  'cancel_at_period_end',
  'cancel_now',
  'uncancel',
  'pause',
  'resume',
  'quantity',
  'price',
  'trial',
  'reset_cycle',
  'add_discount',
  'add_item_discount',
  'remove_discount',
  'end_at',
  'card',
  'one_off_invoice',
];

export function editSubscription(world: World, id: string, given: unknown): unknown {
  const before = world.db.subscriptions.get(id);
  if (!before) throw resourceMissing('subscription', id);
  if (before.ended_at !== null) throw invalidRequest(`${id} has ended and cannot be edited.`);
  apply(world, before, subscriptionEdit.parse(given), world.now(idOf(before.test_clock)));
  return world.db.subscriptions.get(id);
}

function apply(world: World, before: Stripe.Subscription, asked: Edit, now: number): unknown {
  switch (asked.edit) {
    case 'cancel_at_period_end':
      return changeSubscription(world, before, endOfPeriodCancellation(true, endOf(before), now));
    case 'uncancel':
      return changeSubscription(world, before, endOfPeriodCancellation(false, 0, now));
    case 'cancel_now':
      return endSubscription(world, before, now, cancellationDetails('cancellation_requested'));
    case 'pause': {
      const resumes_at = asked.resumes_in_days === undefined ? null : now + asked.resumes_in_days * DAY;
      return changeSubscription(world, before, { pause_collection: { behavior: asked.behavior, resumes_at } });
    }
    case 'resume':
      return changeSubscription(world, before, { pause_collection: null });
    case 'quantity':
      return changeItem(world, before, { quantity: asked.quantity }, asked.proration, now);
    case 'price':
      return changePrice(world, before, asked, now);
    case 'trial':
      return giveTrial(world, before, asked, now);
    case 'reset_cycle':
      return resetCycle(world, before, asked.proration, now);
    case 'end_at':
      return changeSubscription(world, before, {
        ...endOfPeriodCancellation(false, 0, now),
        cancel_at: now + asked.days * DAY,
        canceled_at: now,
        cancellation_details: cancellationDetails('cancellation_requested'),
      });
    case 'add_item_discount':
      return addItemDiscount(world, before, asked.percent_off, now);
    case 'one_off_invoice':
      return chargeOnce(world, before, asked, now);
    case 'card': {
      const default_payment_method = attachNewCard(world, idOf(before.customer) ?? '', asked.card);
      return changeSubscription(world, before, { default_payment_method });
    }
    default:
      return changeDiscount(world, before, asked, now);
  }
}

function changeItem(
  world: World,
  before: Stripe.Subscription,
  change: Partial<Stripe.SubscriptionItem>,
  how: Proration,
  now: number,
): Stripe.Subscription {
  const item = itemOf(before);
  const changed = { ...item, ...change };
  if (how !== 'none' && before.status !== 'trialing') {
    prorate(world, before, { item, isCredit: true, now });
    prorate(world, before, { item: changed, isCredit: false, now });
  }
  const after = changeSubscription(world, before, { items: { ...before.items, data: [changed] } });
  return how === 'always_invoice' ? invoiceNow(world, after, null, now) : after;
}

function changePrice(
  world: World,
  before: Stripe.Subscription,
  { unit_amount, interval, proration: how }: Extract<Edit, { edit: 'price' }>,
  now: number,
): Stripe.Subscription {
  const { price: old } = itemOf(before);
  if (!old.recurring) throw invalidRequest('Only a recurring price can be changed.');
  const recurring = { ...old.recurring, interval: interval ?? old.recurring.interval };
  const price = world.db.prices.put({
    ...old,
    id: newId('price'),
    created: now,
    lookup_key: null,
    unit_amount,
    unit_amount_decimal: wireDecimal(unit_amount),
    recurring,
  });
  emit(world, 'price.created', price);
  const change = { price, plan: planOf(price) };
  if (recurring.interval === old.recurring.interval) return changeItem(world, before, change, how, now);
  if (how !== 'none') prorate(world, before, { item: itemOf(before), isCredit: true, now });
  // Another interval begins a new period at once (https://docs.stripe.com/billing/subscriptions/change-price).
  const items = { ...before.items, data: [{ ...itemOf(before), ...change }] };
  return resetCycle(world, { ...before, items }, 'none', now);
}

/** A trial moves the billing cycle to its end (https://docs.stripe.com/billing/subscriptions/trials). */
function giveTrial(
  world: World,
  before: Stripe.Subscription,
  { days, proration: how }: Extract<Edit, { edit: 'trial' }>,
  now: number,
): Stripe.Subscription {
  const item = itemOf(before);
  const end = now + days * DAY;
  if (how !== 'none' && before.status !== 'trialing') prorate(world, before, { item, isCredit: true, now });
  const trialing: Stripe.Subscription = {
    ...withPeriod(before, now, end),
    status: 'trialing',
    billing_cycle_anchor: end,
    trial_start: now,
    trial_end: end,
  };
  changeSubscription(world, before, trialing);
  return invoiceNow(world, trialing, { start: now, end }, now);
}

/** A new period begins now and is charged at once (https://docs.stripe.com/billing/subscriptions/billing-cycle). */
function resetCycle(world: World, before: Stripe.Subscription, how: Proration, now: number): Stripe.Subscription {
  const item = itemOf(before);
  if (how !== 'none' && before.status !== 'trialing') prorate(world, before, { item, isCredit: true, now });
  const interval: Interval = item.price.recurring?.interval === 'year' ? 'year' : 'month';
  const period = { start: now, end: periodEnd(now, now, interval) };
  const reset = {
    ...withPeriod(before, period.start, period.end),
    billing_cycle_anchor: now,
    ...(before.status === 'trialing' && { status: 'active' as const, trial_end: now }),
  };
  changeSubscription(world, before, reset);
  return invoiceNow(world, reset, period, now);
}

/** `cancel_at_period_end` moves `cancel_at` with the period; a fixed `cancel_at` stays. */
function withPeriod(before: Stripe.Subscription, start: number, end: number): Stripe.Subscription {
  const item = { ...itemOf(before), current_period_start: start, current_period_end: end };
  const cancel_at = before.cancel_at_period_end ? end : before.cancel_at;
  return { ...before, items: { ...before.items, data: [item] }, cancel_at };
}

function invoiceNow(
  world: World,
  subscription: Stripe.Subscription,
  period: { start: number; end: number } | null,
  now: number,
): Stripe.Subscription {
  const discounts = period === null || subscription.status === 'trialing' ? [] : discountsFor(world, subscription, now);
  const draft = draftInvoice(world, { subscription, reason: 'subscription_update', period, discounts, now });
  const left = discounts.length === 0 ? null : discountsAfterInvoice(world, discounts).map(({ id }) => id);
  const invoiced = changeSubscription(world, subscription, {
    latest_invoice: draft.id,
    ...(left !== null && { discounts: left }),
  });
  const invoice = finalizeInvoice(world, draft, now);
  if (invoice.status === 'open') collectOnSchedule(world, invoice);
  return world.db.subscriptions.get(subscription.id) ?? invoiced;
}

/** A discount on the item, applied before the subscription's. */
function addItemDiscount(world: World, before: Stripe.Subscription, percent_off: number, now: number) {
  const item = itemOf(before);
  const coupon = createCoupon(world, { percent_off, duration: 'forever' });
  const { price, quantity = 1 } = item;
  const redemption = { customer: idOf(before.customer) ?? '', subscription: before.id, price, quantity, now };
  const discount = world.db.discounts.put({
    ...redeem(world, { coupon: coupon.id }, redemption),
    subscription_item: item.id,
  });
  const data = [{ ...item, discounts: [discount.id] }];
  return changeSubscription(world, before, { items: { ...before.items, data } });
}

function changeDiscount(
  world: World,
  before: Stripe.Subscription,
  asked: Extract<Edit, { edit: 'add_discount' }> | { edit: string },
  now: number,
): Stripe.Subscription {
  const item = itemOf(before);
  for (const reference of 'percent_off' in asked ? before.discounts : [...before.discounts, ...item.discounts]) {
    const discount = world.db.discounts.get(idOf(reference) ?? '');
    if (discount) emit(world, 'customer.discount.deleted', discount);
  }
  if (!('percent_off' in asked)) {
    const data = [{ ...item, discounts: [] }];
    return changeSubscription(world, before, { discounts: [], items: { ...before.items, data } });
  }
  const { percent_off, duration } = asked;
  const coupon = createCoupon(world, { percent_off, duration });
  const { price, quantity = 1 } = item;
  const redemption = { customer: idOf(before.customer) ?? '', subscription: before.id, price, quantity, now };
  const discount = redeem(world, { coupon: coupon.id }, redemption);
  return changeSubscription(world, before, { discounts: [discount.id] });
}
