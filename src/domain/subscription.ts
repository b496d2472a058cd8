import { addMonths, addUtcMonths, type CalendarDate, formatDate, newYorkDate } from './calendar-date.ts';
import type { PlanType } from './plans.ts';
import { MONTHS_PER_SEASON } from './season.ts';

export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'past_due', 'cancelled', 'completed'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export type PublicStatus = 'active' | 'cancelled' | 'completed';

const SHOWN_AS = {
  pending: null,
  active: 'active',
  past_due: 'active',
  cancelled: 'cancelled',
  completed: 'completed',
} as const satisfies Record<SubscriptionStatus, PublicStatus | null>;

export function publicStatus(status: SubscriptionStatus): PublicStatus | null {
  return SHOWN_AS[status];
}

/** @param missedMonths months not charged because of a dispute; they are added at the end */
export function cancelAt(planType: PlanType, anchor: Date, missedMonths = 0): Date | null {
  return planType === 'monthly' ? addUtcMonths(anchor, MONTHS_PER_SEASON - 1 + missedMonths) : null;
}

/**
 * Twelve months after the anchor, as Stripe counts months in UTC. One second later Stripe would charge a 13th month.
 */
export function stripeCancelAt(anchor: Date, missedMonths = 0): Date {
  return addUtcMonths(anchor, MONTHS_PER_SEASON + missedMonths);
}

export function monthsBegun(from: Date, to: Date): number {
  let months = 0;
  while (addUtcMonths(from, months) < to) months++;
  return months;
}

/** Whether every charge falls on the same day of the month in New York (rules/subscriptions 33). */
export function chargesOnSameDay(anchor: Date): boolean {
  const [day, hour] = [anchor.getUTCDate(), anchor.getUTCHours()];
  // From 05:00 UTC on, New York has UTC's date. Before 04:00 UTC it has the date before, which exists in every month if
  // the day is from the 2nd to the 28th.
  if (hour > 4 || (hour < 4 && day >= 2 && day <= 28)) return true;
  const first = newYorkDate(anchor);
  return Array.from({ length: MONTHS_PER_SEASON }, (_, months) => months).every(
    (months) => newYorkDate(addUtcMonths(anchor, months)) === addMonths(first, months),
  );
}

/** Shown next to the dates of two charges if they fall on different days of the month. */
export const DAY_MAY_DIFFER = 'The charge date may shift by a day.';

const MONTH_IN_MILLISECONDS = 30 * 86_400_000;

export function monthsRemaining(cancelDate: Date, now: Date): number {
  return Math.max(0, Math.ceil((cancelDate.getTime() - now.getTime()) / MONTH_IN_MILLISECONDS));
}

export interface ShownSubscription {
  readonly status: PublicStatus;
  readonly planType: PlanType;
  readonly currentPeriodEnd: Date;
  readonly cancelAt: Date | null;
  readonly updatedAt: Date;
  /** For a gift: the day on which its months end, counted from its start (rules/gifts 14). */
  readonly giftEndsOn?: CalendarDate | null;
  /** True while a dispute is open. */
  readonly chargesStopped?: boolean;
  /** Stripe charges nothing more, whatever the plan says. */
  readonly chargesEnded?: boolean;
  /** A promo code makes it free: an annual plan's payment, or a monthly plan's next and last charge. */
  readonly isFree?: boolean;
}

export type BillingText =
  | { readonly kind: 'cancelled' | 'completed' | 'final_billing' | 'last_billed' | 'next_billing'; readonly on: Date }
  | { readonly kind: 'expires' | 'free'; readonly on: Date | CalendarDate }
  | { readonly kind: 'auto_renews'; readonly on: Date; readonly monthsRemaining: number };

export function billingText(subscription: ShownSubscription, now: Date): BillingText {
  if (subscription.status !== 'active') return { kind: subscription.status, on: subscription.updatedAt };
  if (subscription.planType === 'annual') {
    return { kind: subscription.isFree ? 'free' : 'expires', on: endOf(subscription) };
  }
  const isLastChargePast = isPast(subscription.cancelAt, now);
  if (subscription.chargesEnded && !isLastChargePast) return { kind: 'free', on: endOf(subscription) };
  if (subscription.cancelAt === null) return { kind: 'next_billing', on: subscription.currentPeriodEnd };
  const months = monthsRemaining(subscription.cancelAt, now);
  if (months <= 1 && subscription.isFree) return { kind: 'free', on: addUtcMonths(subscription.cancelAt, 1) };
  if (isLastChargePast) return { kind: 'last_billed', on: subscription.cancelAt };
  return months > 1
    ? { kind: 'auto_renews', on: subscription.cancelAt, monthsRemaining: months }
    : { kind: 'final_billing', on: subscription.cancelAt };
}

function endOf({ giftEndsOn, currentPeriodEnd }: ShownSubscription): Date | CalendarDate {
  return giftEndsOn ?? currentPeriodEnd;
}

const BILLING_WORDS = {
  cancelled: 'Cancelled on',
  completed: 'Completed on',
  expires: 'One-time payment, expires on',
  free: 'No more charges. Ends on',
  auto_renews: 'Auto-renews until',
  final_billing: 'Final billing on',
  last_billed: 'Final billing on',
  next_billing: 'Next billing date:',
} as const satisfies Record<BillingText['kind'], string>;

const DATES_A_CHARGE: ReadonlySet<BillingText['kind']> = new Set(['auto_renews', 'final_billing', 'next_billing']);

/** @param sameDay whether all charges fall on one day of the month; if not, a sentence says that the day may differ */
export function billingWords(text: BillingText, sameDay = true): string {
  const words = `${BILLING_WORDS[text.kind]} ${formatDate(text.on)}`;
  const all = text.kind === 'auto_renews' ? `${words} (${text.monthsRemaining} months remaining)` : words;
  return sameDay || !DATES_A_CHARGE.has(text.kind) ? all : `${all}. ${DAY_MAY_DIFFER}`;
}

/** What an overdue renewal means for the letters. Every screen and email uses this text (rules/subscriptions 31). */
export const WHILE_OVERDUE =
  'Letters you’ve paid for still arrive. We mail the next ones after the payment goes through.';

export function defaultSubscription<T extends Pick<ShownSubscription, 'status' | 'planType'>>(
  subscriptions: readonly T[],
): T | null {
  const active = subscriptions.filter(({ status }) => status === 'active');
  return active.find(({ planType }) => planType === 'annual') ?? active[0] ?? subscriptions[0] ?? null;
}

export interface OwnedSubscription extends ShownSubscription {
  readonly isGift: boolean;
  readonly costCents: number;
}

export interface SubscriptionOverview<T> {
  readonly activeCount: number;
  readonly activeGiftCount: number;
  readonly monthlyPlanCount: number;
  readonly annualPlanCount: number;
  readonly monthlyCostCents: number;
  readonly annualCostCents: number;
  readonly shown: {
    readonly subscription: T;
    readonly status: PublicStatus;
    readonly billing: BillingText;
    readonly next: NextDate | null;
  } | null;
}

export type NextDate =
  | { readonly kind: 'billing'; readonly on: Date }
  | { readonly kind: 'expiry'; readonly on: Date | CalendarDate };

/** The subscriptions must be ordered from oldest to newest (rules/subscriptions 17). */
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

export function nextDate(subscription: ShownSubscription, now: Date): NextDate | null {
  if (subscription.status !== 'active' || subscription.chargesStopped) return null;
  const chargesAreOver = subscription.chargesEnded === true || isPast(subscription.cancelAt, now);
  const expires = subscription.planType === 'annual' || chargesAreOver;
  return expires ? { kind: 'expiry', on: endOf(subscription) } : { kind: 'billing', on: subscription.currentPeriodEnd };
}

function isPast(date: Date | null, now: Date): boolean {
  return date !== null && date <= now;
}
