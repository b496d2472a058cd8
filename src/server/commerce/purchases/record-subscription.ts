import { calendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { giftServiceStart } from '../../../domain/gift.ts';
import { isLateRenewal } from '../../../domain/ending.ts';
import { publicStatus, cancelAt } from '../../../domain/subscription.ts';
import { nextStatus } from '../../../domain/subscription-status.ts';
import { findSeason } from '../../../domain/season.ts';
import { makeDefaultAddress } from '../../customers/addresses/queries.ts';
import { type Checkout, closeCheckout, lockCheckoutOf } from './queries.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type Gift, lockGift, moveStart } from '../gifts/queries.ts';
import { type EventStamp, recordEvent } from '../payments/applied-events.ts';
import { alignEnding } from '../subscriptions/align-ending.ts';
import { queueBillingEmails } from '../subscriptions/billing-emails.ts';
import { eventOf } from '../subscriptions/stripe-event.ts';
import { queueGiftBoughtEmail, queueStartedEmail } from './purchase-emails.ts';
import {
  insertSubscription,
  insertUserSeason,
  lockSubscriptionOf,
  type Subscription,
  updateStatus,
  upsertInvoices,
  upsertStripeState,
} from '../subscriptions/queries.ts';
import { instant, paidAt, type StripeSnapshot, readStripeSnapshot } from '../subscriptions/stripe-snapshot.ts';

export type RecordOutcome = 'recorded' | 'pending' | 'unknown' | 'repeated';

/** A cancellation request may change while Stripe is told of the one before. */
const ROUNDS = 4;

/**
 * Browser's return, webhook and reconciler meet here: reads Stripe, makes our rows agree, then tells Stripe how to
 * end (rules/money 15). @throws ApiError payments_unavailable
 */
export async function recordSubscription(
  ctx: CommerceContext,
  stripeSubscriptionId: string,
  event?: EventStamp,
): Promise<RecordOutcome> {
  const first = await recordOnce(ctx, stripeSubscriptionId, event);
  for (let last = first, round = 1; last.changedStripe && round < ROUNDS; round++) {
    last = await recordOnce(ctx, stripeSubscriptionId);
  }
  return first.outcome;
}

interface Recorded {
  readonly outcome: RecordOutcome;
  readonly changedStripe: boolean;
}

async function recordOnce(ctx: CommerceContext, stripeSubscriptionId: string, event?: EventStamp): Promise<Recorded> {
  const snapshot = await readStripeSnapshot(ctx, stripeSubscriptionId);
  const applied = await ctx.db.transaction(async (tx) => {
    if (event && !(await recordEvent(tx, event, ctx.clock.now()))) return 'repeated';
    return snapshot === null ? 'unknown' : await apply(ctx, tx, snapshot);
  });
  if (snapshot === null || typeof applied === 'string') {
    return { outcome: typeof applied === 'string' ? applied : 'unknown', changedStripe: false };
  }
  return { outcome: 'recorded', changedStripe: await alignEnding(ctx, applied, snapshot) };
}

async function apply(
  ctx: CommerceContext,
  tx: Transaction,
  snapshot: StripeSnapshot,
): Promise<Subscription | 'pending' | 'unknown'> {
  const { subscription } = snapshot;
  const checkout = await lockCheckoutOf(tx, subscription.id, subscription.metadata['checkout_id'] ?? null);
  if (checkout === null) return 'unknown';
  const row = await lockSubscriptionOf(tx, subscription.id);
  const firstPayment = snapshot.invoices.map(paidAt).find((date) => date !== null);
  if (row === null && firstPayment === undefined) {
    await abandonIfEnded(ctx, tx, checkout, snapshot);
    return 'pending';
  }
  const recorded = row ?? (await begin(ctx, tx, checkout, snapshot, firstPayment ?? ctx.clock.now()));
  const newest = await upsertStripeState(tx, recorded.id, snapshot);
  const changed = await upsertInvoices(tx, recorded.id, snapshot.invoices, newest);
  if (changed.some((invoice) => isLateRenewal(invoice, recorded.cancelRequestedAt))) {
    await ctx.jobs.enqueue(tx, 'refund-subscription', { subscriptionId: recorded.id });
  }
  const status = newest ? await follow(ctx, tx, recorded, snapshot) : recorded.status;
  await queueBillingEmails(ctx, tx, { before: recorded, status, snapshot, changed });
  return recorded;
}

async function abandonIfEnded(
  ctx: CommerceContext,
  tx: Transaction,
  checkout: Checkout,
  snapshot: StripeSnapshot,
): Promise<void> {
  const { status, subscription } = snapshot;
  const ended = status === 'canceled' || status === 'incomplete_expired';
  // A checkout with a lease is being replaced by the request that ended the old subscription.
  if (ended && checkout.stripeSubscriptionId === subscription.id && checkout.leaseUntil === null) {
    await closeCheckout(tx, checkout.id, endOf(snapshot, 'abandoned'), ctx.clock.now());
  }
}

function endOf<S extends 'paid' | 'abandoned'>({ subscription, planType }: StripeSnapshot, status: S) {
  return { status, stripeSubscriptionId: subscription.id, planType };
}

async function begin(
  ctx: CommerceContext,
  tx: Transaction,
  checkout: Checkout,
  snapshot: StripeSnapshot,
  paidOn: Date,
): Promise<Subscription> {
  const now = ctx.clock.now();
  const gift = checkout.giftId === null ? null : await lockGift(tx, checkout.giftId);
  const paymentDate = newYorkDate(paidOn);
  const row = await insertSubscription(tx, {
    userId: checkout.userId,
    checkoutId: checkout.id,
    giftId: checkout.giftId,
    status: 'active',
    planType: snapshot.planType,
    seasonId: checkout.seasonId,
    seasonName: findSeason(checkout.seasonId)?.name ?? checkout.seasonId,
    shippingAddressId: gift?.shippingAddressId ?? checkout.shippingAddressId,
    stripeCustomerId: checkout.stripeCustomerId,
    stripeSubscriptionId: snapshot.subscription.id,
    serviceStart: gift === null ? paymentDate : giftServiceStart(calendarDate(gift.startDate), paymentDate),
    cancelAt: cancelAt(snapshot.planType, instant(snapshot.subscription.billing_cycle_anchor)),
    createdAt: now,
    updatedAt: now,
  });
  await closeCheckout(tx, checkout.id, endOf(snapshot, 'paid'), now);
  await (gift === null ? beginOwnSeason(ctx, tx, row, snapshot) : beginGift(ctx, tx, gift, row, snapshot));
  return row;
}

async function beginOwnSeason(
  ctx: CommerceContext,
  tx: Transaction,
  row: Subscription,
  snapshot: StripeSnapshot,
): Promise<void> {
  const now = ctx.clock.now();
  await insertUserSeason(tx, row, now);
  await makeDefaultAddress(tx, row.userId, row.shippingAddressId, now);
  await queueStartedEmail(ctx, tx, row, snapshot);
}

/** The giver's own address and seasons stay as they are (rules/gifts 11). */
async function beginGift(
  ctx: CommerceContext,
  tx: Transaction,
  gift: Gift,
  row: Subscription,
  snapshot: StripeSnapshot,
): Promise<void> {
  if (row.serviceStart !== gift.startDate) await moveStart(tx, gift.id, row.serviceStart, ctx.clock.now());
  await queueGiftBoughtEmail(ctx, tx, gift, row, snapshot);
}

async function follow(
  ctx: CommerceContext,
  tx: Transaction,
  row: Subscription,
  snapshot: StripeSnapshot,
): Promise<Subscription['status']> {
  const paid = snapshot.invoices.filter((invoice) => paidAt(invoice) !== null).length;
  const next = nextStatus(row.status, eventOf(row, snapshot.status, paid));
  if (next === row.status || next === 'pending') return row.status;
  const shownChanged = publicStatus(next) !== publicStatus(row.status);
  await updateStatus(tx, row.id, next, shownChanged ? ctx.clock.now() : null, endOfTerm(snapshot));
  return next;
}

function endOfTerm({ subscription }: StripeSnapshot): Date | undefined {
  return subscription.ended_at === null ? undefined : instant(subscription.ended_at);
}
