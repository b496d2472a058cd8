import { newYorkDate } from '../../../domain/calendar-date.ts';
import { giftServiceStart } from '../../../domain/gift.ts';
import { isLateRenewal } from '../../../domain/ending.ts';
import { publicStatus, cancelAt } from '../../../domain/subscription.ts';
import { nextStatus } from '../../../domain/subscription-status.ts';
import { findSeason } from '../../../domain/season.ts';
import { makeDefaultAddress } from '../../customers/addresses/queries.ts';
import { type Checkout, closeCheckout, lockCheckoutOf } from './queries.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { beginGift } from './begin-gift.ts';
import { lockGift } from '../gifts/queries.ts';
import { type EventStamp, rememberEvent } from '../payments/event-queries.ts';
import { alignEnding } from '../subscriptions/align-ending.ts';
import { queueBillingEmails } from '../subscriptions/billing-emails.ts';
import { eventOf } from '../subscriptions/stripe-event.ts';
import { queueStartedEmail } from './started-email.ts';
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

export type RecordOutcome =
  | 'recorded'
  /** Nothing has been paid yet. */
  | 'pending'
  /** Not one of ours. */
  | 'unknown'
  /** This webhook event has been applied before. */
  | 'repeated';

/** A wish may change while the provider is being told of the one before; each round looks at both anew. */
const ROUNDS = 4;

/**
 * The one function in which the browser's return, the webhook and the reconciler meet: reads the subscription from the provider and
 * makes our rows say the same, in one transaction, then tells the provider how the subscription is to end if it does not know. Any
 * order, any number of times, one result (rules/money 15).
 * @param event the webhook event that asks for it, remembered in the same transaction
 * @throws ApiError payments_unavailable
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
    if (event && !(await rememberEvent(tx, event, ctx.clock.now()))) return 'repeated';
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

/** An unpaid subscription that has ended at the provider leaves the way free for another checkout. */
async function abandonIfEnded(
  ctx: CommerceContext,
  tx: Transaction,
  checkout: Checkout,
  snapshot: StripeSnapshot,
): Promise<void> {
  const { status, subscription } = snapshot;
  const ended = status === 'canceled' || status === 'incomplete_expired';
  // A checkout that holds a lease is being replaced by the very request that ended the old subscription.
  if (ended && checkout.stripeSubscriptionId === subscription.id && checkout.leaseUntil === null) {
    await closeCheckout(tx, checkout.id, endOf(snapshot, 'abandoned'), ctx.clock.now());
  }
}

function endOf<S extends 'paid' | 'abandoned'>({ subscription, planType }: StripeSnapshot, status: S) {
  return { status, stripeSubscriptionId: subscription.id, planType };
}

/** The first payment: the subscription begins, with everything that hangs on it. */
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
    serviceStart: gift === null ? paymentDate : giftServiceStart(gift.startDate, paymentDate),
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

/** Our status follows what the provider says, by the table in `domain/subscription-status`. @returns the status from now on */
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

/** When the provider ended it, which may be some time before we hear of it; undefined while it goes on there. */
function endOfTerm({ subscription }: StripeSnapshot): Date | undefined {
  return subscription.ended_at === null ? undefined : instant(subscription.ended_at);
}
