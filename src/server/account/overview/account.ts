import type { AccountReply, getAccount, SubscriptionReply } from '../../../contract/account.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { type HolidayOverrides, NO_OVERRIDES } from '../../../domain/holidays.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { PLANS, type PlanType } from '../../../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { publicStatus } from '../../../domain/subscription.ts';
import { presentAddress } from '../../customers/addresses/addresses.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { presentProfile } from '../../customers/profile/profile.ts';
import { type AccountSubscription, readAccount } from './queries.ts';
import { deadlineIfCancelledOf, deadlineOf } from '../../commerce/subscriptions/resumable.ts';

/** Everything the dashboard's first screen shows, in one answer. */
export async function handleGetAccount({ ctx, user }: CommerceCall<typeof getAccount>): Promise<AccountReply> {
  const now = ctx.clock.now();
  const account = await readAccount(ctx.db, user.userId, newYorkDate(now));
  if (account === null) throw notFound('profile');
  return {
    profile: presentProfile(account.profile),
    subscriptions: await presentSubscriptions(ctx, account.subscriptions, now),
    ...(account.isOperator && { operator: true as const }),
  };
}

/** One of a person's subscriptions as the account shows it. @throws ApiError not_found */
export async function presentOwnSubscription(
  ctx: CommerceContext,
  userId: string,
  id: string,
): Promise<SubscriptionReply> {
  const now = ctx.clock.now();
  const account = await readAccount(ctx.db, userId, newYorkDate(now));
  const own = account?.subscriptions.find(({ subscription }) => subscription.id === id);
  if (own === undefined) throw notFound('subscription');
  return presentSubscription(own, now, await overridesFor(ctx, [own]));
}

async function presentSubscriptions(
  ctx: CommerceContext,
  rows: readonly AccountSubscription[],
  now: Date,
): Promise<SubscriptionReply[]> {
  const overrides = await overridesFor(ctx, rows);
  return rows.map((row) => presentSubscription(row, now, overrides));
}

/** Holidays matter to whoever still waits for letter 1; the others are spared the question. */
async function overridesFor({ db }: CommerceContext, rows: readonly AccountSubscription[]): Promise<HolidayOverrides> {
  return rows.every(({ firstLetterHandedOver }) => firstLetterHandedOver)
    ? NO_OVERRIDES
    : await loadHolidayOverrides(db);
}

function presentSubscription(
  { subscription, stripe, address, renewalUnpaid, ...counted }: AccountSubscription,
  now: Date,
  overrides: HolidayOverrides,
): SubscriptionReply {
  const known = { row: subscription, stripe, renewalUnpaid };
  return {
    id: subscription.id,
    status: publicStatus(subscription.status) ?? 'active',
    pastDue: subscription.status === 'past_due',
    planType: subscription.planType,
    isGift: subscription.giftId !== null,
    seasonId: subscription.seasonId,
    seasonName: subscription.seasonName,
    currentPeriodStart: stripe.currentPeriodStart.toISOString(),
    currentPeriodEnd: stripe.currentPeriodEnd.toISOString(),
    cancelAt: subscription.cancelAt?.toISOString() ?? null,
    resumableUntil: deadlineOf(known, now)?.toISOString() ?? null,
    resumableIfCancelled: deadlineIfCancelledOf(known, now)?.toISOString() ?? null,
    refunded: subscription.refundRequestedAt !== null,
    costCents: costOf(subscription.planType, stripe.nextChargeCents, counted.yearPaidCents),
    startDate: subscription.serviceStart,
    monthsPaid: counted.paidInvoices * PLANS[subscription.planType].monthsPerCharge,
    lettersReceived: counted.lettersReceived,
    totalLetters: LETTERS_PER_SEASON,
    firstLetter: counted.firstLetterHandedOver ? null : firstLetterWindow(subscription.serviceStart, overrides),
    stripeCustomerId: subscription.stripeCustomerId,
    stripeSubscriptionId: subscription.stripeSubscriptionId,
    shippingAddress: presentAddress(address),
    createdAt: subscription.createdAt.toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
  };
}

/** Each month's price as long as months are charged, or what was paid for the year: with its discount. */
function costOf(planType: PlanType, nextChargeCents: number | null, yearPaidCents: number): number {
  return planType === 'annual' ? yearPaidCents : (nextChargeCents ?? PLANS.monthly.priceCents);
}
