import { addMonths, type CalendarDate, formatDate } from './calendar-date.ts';
import type { PlanType } from './plans.ts';
import { MONTHS_PER_SEASON } from './season.ts';

/** What a row holds; `pending` waits for its first payment, `past_due` for a renewal. */
export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'past_due', 'cancelled', 'completed'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What a subscriber is told (rules/subscriptions 1). */
export type PublicStatus = 'active' | 'cancelled' | 'completed';

/** rules/subscriptions 1: pending is never shown, past_due is shown as active with a notice. */
const SHOWN_AS = {
  pending: null,
  active: 'active',
  past_due: 'active',
  cancelled: 'cancelled',
  completed: 'completed',
} as const satisfies Record<SubscriptionStatus, PublicStatus | null>;

/** The status a subscriber sees; null for a subscription not yet to be shown at all. */
export function publicStatus(status: SubscriptionStatus): PublicStatus | null {
  return SHOWN_AS[status];
}

/** The 12th and last charge of a monthly season: 11 months after the anchor. An annual one is charged once, hence null. */
export function cancelAt(planType: PlanType, anchor: Date): Date | null {
  return planType === 'monthly' ? addMonthsUtc(anchor, MONTHS_PER_SEASON - 1) : null;
}

/** When the provider ends a monthly season: exactly 12 months after the anchor. A second later it would charge a 13th. */
export function stripeCancelAt(anchor: Date): Date {
  return addMonthsUtc(anchor, MONTHS_PER_SEASON);
}

/** Stripe counts months in UTC, from the anchor's day, and takes a short month's last day. */
function addMonthsUtc(anchor: Date, months: number): Date {
  const iso = anchor.toISOString();
  const day = iso.slice(0, 10) as CalendarDate;
  return new Date(`${addMonths(day, months)}${iso.slice(10)}`);
}

const MONTH_IN_MILLISECONDS = 30 * 86_400_000;

/** rules/subscriptions 14: the time left, in months of 30 days, rounded up; 0 when none is left. */
export function monthsRemaining(cancelDate: Date, now: Date): number {
  return Math.max(0, Math.ceil((cancelDate.getTime() - now.getTime()) / MONTH_IN_MILLISECONDS));
}

/** What the screens know of a subscription that may be shown. */
export interface ShownSubscription {
  readonly status: PublicStatus;
  readonly planType: PlanType;
  readonly currentPeriodEnd: Date;
  readonly cancelAt: Date | null;
  /** Moves with the public status alone (rules/subscriptions 3). */
  readonly updatedAt: Date;
}

export type BillingText =
  | { readonly kind: 'cancelled' | 'completed' | 'expires' | 'final_billing' | 'next_billing'; readonly on: Date }
  | { readonly kind: 'auto_renews'; readonly on: Date; readonly monthsRemaining: number };

/** Which of the billing texts of rules/subscriptions 13 the subscription gets, and its date. */
export function billingText(subscription: ShownSubscription, now: Date): BillingText {
  if (subscription.status !== 'active') return { kind: subscription.status, on: subscription.updatedAt };
  if (subscription.planType === 'annual') return { kind: 'expires', on: subscription.currentPeriodEnd };
  if (subscription.cancelAt === null) return { kind: 'next_billing', on: subscription.currentPeriodEnd };
  const months = monthsRemaining(subscription.cancelAt, now);
  return months > 1
    ? { kind: 'auto_renews', on: subscription.cancelAt, monthsRemaining: months }
    : { kind: 'final_billing', on: subscription.cancelAt };
}

const BILLING_WORDS = {
  cancelled: 'Cancelled on',
  completed: 'Completed on',
  expires: 'One-time payment, expires on',
  auto_renews: 'Auto-renews until',
  final_billing: 'Final billing on',
  next_billing: 'Next billing date:',
} as const satisfies Record<BillingText['kind'], string>;

/** The finished line, its date by New York's calendar. */
export function billingWords(text: BillingText): string {
  const words = `${BILLING_WORDS[text.kind]} ${formatDate(text.on)}`;
  return text.kind === 'auto_renews' ? `${words} (${text.monthsRemaining} months remaining)` : words;
}

/** rules/subscriptions 16: the first active annual one, else the first active monthly, else the first active, else the first. */
export function defaultSubscription<T extends Pick<ShownSubscription, 'status' | 'planType'>>(
  subscriptions: readonly T[],
): T | null {
  const active = subscriptions.filter(({ status }) => status === 'active');
  return active.find(({ planType }) => planType === 'annual') ?? active[0] ?? subscriptions[0] ?? null;
}

export interface OwnedSubscription extends ShownSubscription {
  /** Bought for somebody else: its costs count, but it is never the giver's own (rules/gifts 24). */
  readonly isGift: boolean;
  /** What the next charge of a monthly plan takes, or what an annual one took: discounts included. */
  readonly costCents: number;
}

export interface SubscriptionOverview<T> {
  /** The owner's own active subscriptions. */
  readonly activeCount: number;
  /** Active gifts, listed apart. */
  readonly activeGiftCount: number;
  /** Active plans of each kind, gifts included: what the two totals are made of. */
  readonly monthlyPlanCount: number;
  readonly annualPlanCount: number;
  /** What the next charges of the active monthly plans come to, in cents: nothing of those that are paid in full. */
  readonly monthlyCostCents: number;
  /** What the active annual plans took for their year, in cents. */
  readonly annualCostCents: number;
  /** The owner's default subscription, its status, its billing text and what is next; null without any. */
  readonly shown: {
    readonly subscription: T;
    readonly status: PublicStatus;
    readonly billing: BillingText;
    readonly next: NextDate | null;
  } | null;
}

export interface NextDate {
  readonly kind: 'billing' | 'expiry';
  readonly on: Date;
}

/** The figures of the account's Overview (rules/subscriptions 17) for a person's subscriptions, oldest first. */
export function overview<T extends OwnedSubscription>(subscriptions: readonly T[], now: Date): SubscriptionOverview<T> {
  const active = subscriptions.filter(({ status }) => status === 'active');
  const annual = active.filter(({ planType }) => planType === 'annual');
  const monthly = active.filter(({ planType }) => planType === 'monthly');
  const activeGiftCount = active.filter(({ isGift }) => isGift).length;
  const subscription = defaultSubscription(subscriptions.filter(({ isGift }) => !isGift));
  return {
    activeCount: active.length - activeGiftCount,
    activeGiftCount,
    monthlyPlanCount: monthly.length,
    annualPlanCount: annual.length,
    monthlyCostCents: totalCents(monthly.filter((plan) => nextDate(plan, now)?.kind === 'billing')),
    annualCostCents: totalCents(annual),
    shown: subscription && {
      subscription,
      status: subscription.status,
      billing: billingText(subscription, now),
      next: nextDate(subscription, now),
    },
  };
}

function totalCents(subscriptions: readonly Pick<OwnedSubscription, 'costCents'>[]): number {
  return subscriptions.reduce((sum, { costCents }) => sum + costCents, 0);
}

/** The next charge, or the end when none is to come; null once it is cancelled or completed. */
export function nextDate(subscription: ShownSubscription, now: Date): NextDate | null {
  if (subscription.status !== 'active') return null;
  const chargesAreOver = subscription.cancelAt !== null && subscription.cancelAt <= now;
  const expires = subscription.planType === 'annual' || chargesAreOver;
  return { kind: expires ? 'expiry' : 'billing', on: subscription.currentPeriodEnd };
}
