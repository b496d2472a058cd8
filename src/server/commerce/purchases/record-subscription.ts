import { newYorkDate } from '../../../domain/calendar-date.ts';
import { giftServiceStart } from '../../../domain/gift.ts';
import { isLateRenewal } from '../../../domain/ending.ts';
import { PLAN_TYPES, type PlanType } from '../../../domain/plans.ts';
import { publicStatus, cancelAt } from '../../../domain/subscription.ts';
import { nextStatus } from '../../../domain/subscription-status.ts';
import { findSeason } from '../../../../seasons/shelf.ts';
import { makeDefaultAddress } from '../../customers/addresses/queries.ts';
import { type Checkout, closeCheckout, findImportedLetters, lockCheckoutOf } from './queries.ts';
import type { CommerceContext } from '../context.ts';
import { type Gift, lockGift, moveStart } from '../gifts/queries.ts';
import { type EventStamp, recordEvent } from '../payments/applied-events.ts';
import { alignEnding, countMissedMonths, type Followed } from '../subscriptions/align-ending.ts';
import { queueBillingEmails } from '../subscriptions/billing-emails.ts';
import { monthsBilled, monthsPaidBy } from '../subscriptions/months-paid.ts';
import { followStripeChanges, notFollowed } from '../stripe-changes/follow-changes.ts';
import { insertChange } from '../stripe-changes/queries.ts';
import { isAccepted } from '../payments/stripe-client.ts';
import { eventOf } from '../subscriptions/stripe-event.ts';
import { queueGiftBoughtEmail, queueStartedEmail } from './purchase-emails.ts';
import {
  insertSubscription,
  insertUserSeason,
  lockSubscriptionOf,
  setMissedMonths,
  findSubscriptionOfCheckout,
  markFailed,
  type Subscription,
  updateStatus,
  upsertInvoices,
  upsertStripeState,
} from '../subscriptions/queries.ts';
import {
  instant,
  paidAt,
  readStripeSnapshot,
  type Recording,
  type StripeSnapshot,
} from '../subscriptions/stripe-snapshot.ts';

export type RecordOutcome = 'recorded' | 'pending' | 'unknown' | 'repeated' | 'second';

const ROUNDS = 4;

/**
 * The browser's return, the webhook and the reconciler all call this (rules/money 15).
 * @throws ApiError payments_unavailable
 */
export async function recordSubscription(ctx: CommerceContext, stripeSubscriptionId: string, event?: EventStamp) {
  const first = await recordOnce(ctx, stripeSubscriptionId, event);
  for (let last = first, round = 1; last.changedStripe && round < ROUNDS; round++) {
    last = await recordOnce(ctx, stripeSubscriptionId);
  }
  return first.outcome;
}

async function recordOnce(ctx: CommerceContext, stripeSubscriptionId: string, event?: EventStamp): Promise<Recorded> {
  const snapshot = await readStripeSnapshot(ctx, stripeSubscriptionId);
  const applied = await ctx.db.transaction(async (tx) => {
    if (event && !(await recordEvent(tx, event, ctx.clock.now()))) return 'repeated';
    return snapshot === null ? 'unknown' : await applySnapshot({ ctx, tx, snapshot });
  });
  if (snapshot === null) return { outcome: applied === 'repeated' ? applied : 'unknown', changedStripe: false };
  if (applied === 'second') await endSecond(ctx, snapshot);
  if (typeof applied === 'string') return { outcome: applied, changedStripe: false };
  return { outcome: 'recorded', changedStripe: await alignEnding(ctx, applied, snapshot) };
}
async function endSecond({ stripe }: CommerceContext, { subscription, status }: StripeSnapshot): Promise<void> {
  if (status === 'canceled') return;
  await isAccepted(stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false }));
}

interface Recorded {
  readonly outcome: RecordOutcome;
  readonly changedStripe: boolean;
}

async function applySnapshot(recording: Recording): Promise<Followed | 'pending' | 'unknown' | 'second'> {
  const { ctx, tx, snapshot } = recording;
  const { id } = snapshot.subscription;
  const known = await lockSubscriptionOf(tx, id);
  const before = known ?? (await beginIfPaid(recording));
  if (typeof before === 'string') return before;
  const newest = await upsertStripeState(tx, before.id, snapshot);
  const changed = await upsertInvoices(tx, before.id, snapshot.invoices, newest);
  if (snapshot.overdue !== null) await markFailed(tx, snapshot.overdue.invoiceId, snapshot.readAt);
  const extended = await extendTerm(recording, before);
  const followed = newest
    ? await followStripeChanges(recording, extended, changed)
    : await notFollowed(recording, extended);
  const { row } = followed;
  if (changed.some((invoice) => isLateRenewal(invoice, row.cancelRequestedAt))) {
    await ctx.jobs.enqueue(tx, 'refund-subscription', { subscriptionId: before.id });
  }
  const status = newest ? await followStripeStatus(recording, row) : row.status;
  // The customer gets no emails about payments from before an import.
  const isImport = known === null && (await findImportedLetters(tx, row.checkoutId)) !== null;
  if (!isImport) await queueBillingEmails(recording, { before: row, status, changed });
  return followed;
}

/** A subscription is ours if it has our checkout's id, at any price (rules/money 43). */
async function beginIfPaid(recording: Recording): Promise<Subscription | 'pending' | 'unknown' | 'second'> {
  const { ctx, tx, snapshot } = recording;
  const { id, metadata } = snapshot.subscription;
  const checkout = await lockCheckoutOf(tx, id, metadata['checkout_id'] ?? null);
  if (checkout === null) return 'unknown';
  // Another process may have created it in the meantime.
  const made = await lockSubscriptionOf(tx, id);
  if (made !== null) return made;
  const firstPayment = snapshot.invoices
    .filter((invoice) => monthsBilled(invoice) > 0)
    .map(paidAt)
    .find((date) => date !== null);
  const first = firstPayment === undefined ? null : await findSubscriptionOfCheckout(tx, checkout.id);
  if (first !== null) {
    await insertChange(tx, first.id, { kind: 'second_subscription', state: id }, ctx.clock.now());
    return 'second';
  }
  if (firstPayment !== undefined) return await beginSubscription(recording, checkout, firstPayment);
  await abandonIfEnded(recording, checkout);
  return 'pending';
}

/** The checkout may have changed to another plan since. */
function soldPlan({ subscription }: StripeSnapshot, checkout: Checkout): PlanType {
  const written = subscription.metadata['plan_type'];
  return PLAN_TYPES.find((type) => type === written) ?? checkout.planType;
}

/**
 * Extends the term by the months that a dispute stopped (rules/money 50).
 * @returns the changed row
 */
async function extendTerm({ tx, snapshot }: Recording, row: Subscription): Promise<Subscription> {
  const missedMonths = countMissedMonths(snapshot);
  if (row.planType === 'annual' || missedMonths <= row.missedMonths) return row;
  await setMissedMonths(tx, row.id, missedMonths);
  return { ...row, missedMonths };
}

async function abandonIfEnded(recording: Recording, checkout: Checkout): Promise<void> {
  const { status, subscription } = recording.snapshot;
  const hasEnded = status === 'canceled' || status === 'incomplete_expired';
  // If the checkout has a lease, another request is replacing the old subscription, so the checkout stays open.
  if (hasEnded && checkout.stripeSubscriptionId === subscription.id && checkout.leaseUntil === null) {
    await closeWith(recording, checkout, 'abandoned');
  }
}

async function closeWith({ ctx, tx, snapshot }: Recording, checkout: Checkout, status: 'paid' | 'abandoned') {
  const planType = soldPlan(snapshot, checkout);
  const end = { status, stripeSubscriptionId: snapshot.subscription.id, planType };
  await closeCheckout(tx, checkout.id, end, ctx.clock.now());
}

async function beginSubscription(recording: Recording, checkout: Checkout, paidOn: Date): Promise<Subscription> {
  const { ctx, tx, snapshot } = recording;
  const now = ctx.clock.now();
  const { userId, giftId, seasonId, stripeCustomerId } = checkout;
  const planType = soldPlan(snapshot, checkout);
  const gift = giftId === null ? null : await lockGift(tx, giftId);
  const paymentDate = newYorkDate(paidOn);
  const row = await insertSubscription(tx, {
    userId,
    checkoutId: checkout.id,
    giftId,
    status: 'active',
    planType,
    seasonId,
    seasonName: findSeason(seasonId)?.name ?? seasonId,
    shippingAddressId: gift?.shippingAddressId ?? checkout.shippingAddressId,
    stripeCustomerId,
    stripeSubscriptionId: snapshot.subscription.id,
    serviceStart: gift === null ? paymentDate : giftServiceStart(gift.startDate, paymentDate),
    cancelAt: cancelAt(planType, instant(snapshot.subscription.billing_cycle_anchor)),
    createdAt: now,
    updatedAt: now,
  });
  await closeWith(recording, checkout, 'paid');
  await (gift === null ? beginOwnSeason(recording, row, checkout.importedLetters) : beginGift(recording, gift, row));
  return row;
}

async function beginOwnSeason(recording: Recording, row: Subscription, importedLetters: number | null): Promise<void> {
  const { ctx, tx } = recording;
  const now = ctx.clock.now();
  await insertUserSeason(tx, row, now);
  await makeDefaultAddress(tx, row.userId, row.shippingAddressId, now);
  if (importedLetters === null) await queueStartedEmail(recording, row);
  else await ctx.ledger.recordEarlierLetters(tx, row, importedLetters, now);
}

/** Leaves the giver's own address and seasons unchanged (rules/gifts 11). */
async function beginGift(recording: Recording, gift: Gift, row: Subscription): Promise<void> {
  const { ctx, tx } = recording;
  if (row.serviceStart !== gift.startDate) await moveStart(tx, gift.id, row.serviceStart, ctx.clock.now());
  await queueGiftBoughtEmail(recording, gift, row);
}

async function followStripeStatus({ ctx, tx, snapshot }: Recording, row: Subscription) {
  const { subscription, invoices } = snapshot;
  const event = eventOf(row, { subscription, monthsPaid: monthsPaidBy(invoices), latest: invoices.at(-1) });
  const next = nextStatus(row.status, event);
  if (next === row.status || next === 'pending') return row.status;
  const shownChanged = publicStatus(next) !== publicStatus(row.status);
  const { ended_at: endedAt } = subscription;
  const end = endedAt === null ? undefined : instant(endedAt);
  await updateStatus(tx, row.id, next, shownChanged ? ctx.clock.now() : null, end);
  return next;
}
