import type { Stripe } from 'stripe';
import { addUtcMonths } from '../../../domain/calendar-date.ts';
import { isErasedEmail } from '../../../domain/email-address.ts';
import { cancellationInstant } from '../../../domain/ending.ts';
import { MONTHS_PER_SEASON } from '../../../domain/season.ts';
import {
  type FoundChange,
  NEEDS_ATTENTION,
  NO_CUSTOMER,
  type OwnIntents,
  stripeChanges,
  type StripeSeen,
} from '../../../domain/stripe-change.ts';
import type { Term } from '../../../domain/term.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { endingChangeFor, type Followed } from '../subscriptions/align-ending.ts';
import { queueCancelledEmail, queueResumedEmail } from '../subscriptions/ending-emails.ts';
import { idOf } from '../payments/stripe-client.ts';
import { monthsPaidBy } from '../subscriptions/months-paid.ts';
import {
  hasEndedForGood,
  type InvoiceRow,
  setCancelRequested,
  type Subscription,
  updateStatus,
} from '../subscriptions/queries.ts';
import { paidAt, type Recording, type StripeSnapshot } from '../subscriptions/stripe-snapshot.ts';
import { chargesBeyondTerm, invoiceChanges } from './invoice-changes.ts';
import {
  findCheckoutCard,
  findSeen,
  insertChange,
  insertIntent,
  listIntents,
  occasion,
  setCancelAt,
  upsertSeen,
} from './queries.ts';
import { isOwnPause, seenOf } from './seen.ts';
import { termAtStripe } from './term.ts';

/** The caller must hold the row's lock, and `snapshot` must be the newest (rules/subscriptions 43). */
export async function followStripeChanges(
  recording: Recording,
  row: Subscription,
  changedInvoices: readonly InvoiceRow[],
): Promise<Followed> {
  const { ctx, tx, snapshot } = recording;
  const stored = await findSeen(tx, row.id);
  const email = (await findProfile(tx, row.userId))?.email ?? null;
  const seen = seenOf(snapshot.subscription);
  const now = email !== null && isErasedEmail(email) ? { ...seen, ...NO_CUSTOMER } : seen;
  const before = stored?.seen ?? firstLook(now, row);
  const term = termAtStripe(snapshot.subscription, monthsPaidBy(snapshot.invoices), snapshot.invoices);
  const own = await ownIntents(recording, row, { before, now, term, email, endsEarlyAt: stored?.endsEarlyAt ?? null });
  const ownVoids = row.cancelRequestedAt !== null || hasEndedForGood(row) || now.pause !== null || now.hasEnded;
  const found = [
    ...stripeChanges(before, now, own).map((change) => occasion(change, stored?.readAt ?? null)),
    ...invoiceChanges(changedInvoices, snapshot.invoices, ownVoids || before.pause !== null),
    ...chargesBeyondTerm(snapshot.invoices),
  ];
  let followed: Followed = { row, term, endsEarlyAt: stored?.endsEarlyAt ?? null, cancelledInStripe: false };
  for (const change of found) {
    if (!(await insertChange(tx, row.id, change, ctx.clock.now()))) continue;
    const level = NEEDS_ATTENTION[change.kind] === undefined ? 'info' : 'warn';
    const state = change.kind === 'email_changed' ? {} : { state: change.state };
    ctx.log[level]({ subscriptionId: row.id, change: change.kind, ...state }, 'changed at Stripe');
    followed = await follow(recording, followed, change);
  }
  const { endsEarlyAt } = followed;
  await upsertSeen(tx, { subscriptionId: row.id, seen: now, endsEarlyAt, readAt: snapshot.readAt });
  return { ...followed, row: await recordTerm(recording, followed) };
}

/** The state to compare the first snapshot with. A monthly plan ends with its period only if it was cancelled. */
function firstLook(now: StripeSeen, { planType }: Subscription): StripeSeen {
  return { ...now, hasEnded: false, withPeriod: planType === 'annual' && now.withPeriod };
}

interface Looks {
  readonly before: StripeSeen;
  readonly now: StripeSeen;
  readonly term: Term;
  readonly email: string | null;
  readonly endsEarlyAt: Date | null;
}

async function ownIntents(
  { tx, snapshot }: Recording,
  row: Subscription,
  { before, now, term, email, endsEarlyAt }: Looks,
): Promise<OwnIntents> {
  const { subscription, period, invoices } = snapshot;
  const intents = await listIntents(tx, row.id);
  const valuesOf = (kind: 'end' | 'card' | 'discount') =>
    intents.flatMap((intent) => (intent.kind === kind ? intent.value : []));
  const checkoutCard = await findCheckoutCard(tx, row.checkoutId);
  const dueEnd = row.planType === 'monthly' ? term.endsAt : period.end;
  const endedAt = subscription.ended_at;
  return {
    planType: row.planType,
    cancelRequested: row.cancelRequestedAt !== null,
    endedForGood: hasEndedForGood(row),
    cancelMark: Boolean(subscription.metadata['cancelled_by']),
    // The first end date is set at Stripe before our row exists.
    ends: [...valuesOf('end').map(Number), seconds(addUtcMonths(new Date(before.anchor * 1000), MONTHS_PER_SEASON))],
    endsEarlyAt: endsEarlyAt === null ? null : seconds(endsEarlyAt),
    dueEnd: seconds(dueEnd),
    currentPeriodEnd: seconds(period.end),
    endsByItself:
      subscription.cancellation_details?.reason === 'payment_failed' ||
      (before.cancelAt === null
        ? monthsPaidBy(invoices) >= MONTHS_PER_SEASON
        : endedAt !== null && endedAt >= before.cancelAt),
    pausesOurs: isOwnPause(before, now, subscription),
    cards: [...valuesOf('card'), ...(checkoutCard === null ? [] : [checkoutCard])],
    email,
    discounts: discountsOf(subscription, valuesOf('discount')),
    spentDiscounts: spentDiscounts(invoices, snapshot.readAt),
  };
}

function discountsOf({ discounts }: Stripe.Subscription, coupons: readonly string[]): string[] {
  return discounts.filter(isDiscount).flatMap(({ id, source }) => {
    const coupon = idOf(source.coupon);
    return coupon !== null && coupons.includes(coupon) ? [id] : [];
  });
}

function spentDiscounts(invoices: StripeSnapshot['invoices'], now: Date): string[] {
  const applied = invoices.flatMap(({ discounts }) => discounts).filter(isDiscount);
  const isSpent = ({ end, source: { coupon } }: Stripe.Discount): boolean =>
    (end !== null && end <= seconds(now)) || (typeof coupon === 'object' && coupon?.duration === 'once');
  return applied.filter(isSpent).map(({ id }) => id);
}

function isDiscount(discount: string | Stripe.Discount | Stripe.DeletedDiscount): discount is Stripe.Discount {
  return typeof discount === 'object' && 'source' in discount;
}

async function follow(recording: Recording, followed: Followed, { kind }: FoundChange): Promise<Followed> {
  const { ctx, tx, snapshot } = recording;
  switch (kind) {
    case 'cancelled_at_period_end':
      return {
        ...followed,
        row: await cancel(recording, followed.row),
        endsEarlyAt: null,
        cancelledInStripe: true,
      };
    case 'uncancelled':
      return { ...followed, row: await resume(recording, followed.row), endsEarlyAt: null };
    case 'end_moved_earlier': {
      const end = snapshot.subscription.cancel_at;
      const isTerm = end === null || end === seconds(followed.term.endsAt);
      return { ...followed, endsEarlyAt: isTerm ? null : new Date(end * 1000) };
    }
    case 'end_moved_later':
    case 'end_removed':
      return { ...followed, endsEarlyAt: null };
    case 'charged_beyond_term':
      await ctx.jobs.enqueue(tx, 'refund-subscription', { subscriptionId: followed.row.id });
      return followed;
    default:
      return followed;
  }
}

async function cancel({ ctx, tx, snapshot }: Recording, row: Subscription): Promise<Subscription> {
  if (row.status === 'completed') return row;
  const lastPaid = snapshot.invoices.map(paidAt).findLast((date) => date !== null) ?? null;
  const cancelRequestedAt = cancellationInstant(ctx.clock.now(), lastPaid);
  await setCancelRequested(tx, row.id, cancelRequestedAt);
  if (row.status !== 'cancelled') {
    await updateStatus(tx, row.id, 'cancelled', ctx.clock.now());
    await queueCancelledEmail(ctx, tx, row, 'by_us');
  }
  return { ...row, cancelRequestedAt, status: 'cancelled' };
}

async function resume({ ctx, tx }: Recording, row: Subscription): Promise<Subscription> {
  if (row.cancelRequestedAt === null || row.status !== 'cancelled') return row;
  await setCancelRequested(tx, row.id, null);
  await updateStatus(tx, row.id, 'active', ctx.clock.now());
  await queueResumedEmail(ctx, tx, row);
  return { ...row, cancelRequestedAt: null, status: 'active' };
}
async function recordTerm(
  { ctx, tx, snapshot }: Recording,
  { row, endsEarlyAt, term }: Followed,
): Promise<Subscription> {
  if (row.planType !== 'monthly' || snapshot.subscription.ended_at !== null) return row;
  const change = endingChangeFor(row, { ...snapshot, term, endsEarlyAt });
  if (change.kind === 'end_after_term') {
    const value = String(seconds(change.at));
    const reason = reasonOf(snapshot, change.at);
    await insertIntent(tx, { subscriptionId: row.id, kind: 'end', value, reason, askedAt: ctx.clock.now() });
  }
  const cancelAt = lastChargeBefore(endsEarlyAt, term, snapshot);
  if (cancelAt.getTime() === row.cancelAt?.getTime()) return row;
  await setCancelAt(tx, row.id, cancelAt);
  return { ...row, cancelAt };
}

function reasonOf({ subscription, invoices }: StripeSnapshot, at: Date): string {
  const left = MONTHS_PER_SEASON - monthsPaidBy(invoices);
  const counted = `${left} of ${MONTHS_PER_SEASON} charges are left`;
  if (subscription.cancel_at === null) return `${counted}; Stripe had no end`;
  if (seconds(at) <= subscription.cancel_at) return counted;
  const missed = invoices.filter(({ status }) => status === 'void' || status === 'uncollectible').length;
  return missed > 0 ? `${counted}; ${missed} were not charged` : `${counted}; the billing cycle was moved`;
}

function lastChargeBefore(endsEarlyAt: Date | null, term: Term, { subscription }: StripeSnapshot): Date {
  if (endsEarlyAt === null) return term.lastChargeAt;
  const anchor = new Date(subscription.billing_cycle_anchor * 1000);
  let months = 0;
  while (addUtcMonths(anchor, months + 1) < endsEarlyAt) months++;
  return addUtcMonths(anchor, months);
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

/** Called if the snapshot isn't the newest one. */
export async function notFollowed({ tx, snapshot }: Recording, row: Subscription): Promise<Followed> {
  const term = termAtStripe(snapshot.subscription, monthsPaidBy(snapshot.invoices), snapshot.invoices);
  const endsEarlyAt = (await findSeen(tx, row.id))?.endsEarlyAt ?? null;
  return { row, term, endsEarlyAt, cancelledInStripe: false };
}
