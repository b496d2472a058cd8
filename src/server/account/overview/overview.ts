import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { getAccount, SubscriptionReply } from '../../../contract/account.ts';
import type { getOverview } from '../../../contract/overview.ts';
import type {
  cancelSubscription as cancelEndpoint,
  resumeSubscription as resumeEndpoint,
} from '../../../contract/subscriptions.ts';
import { addUtcMonths, newYorkDate } from '../../../domain/calendar-date.ts';
import { hasEndedAtStripe } from '../../../domain/ending.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { PLANS } from '../../../domain/plans.ts';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { isReturnReason } from '../../../domain/return-reasons.ts';
import { chargesOnSameDay, publicStatus } from '../../../domain/subscription.ts';
import { presentAddress } from '../../customers/addresses/addresses.ts';
import { cancelSubscription, resumeSubscription } from '../../commerce/cancel-and-resume.ts';
import type { CommerceCall, CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import { presentOwnGifts } from '../../commerce/gifts/gifts.ts';
import { presentReadLetters } from '../../fulfilment/calendar/calendar.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { presentProfile } from '../../customers/profile/profile.ts';
import { type AccountSubscription, readAccount } from './queries.ts';
import { isChargedHere } from '../../commerce/subscriptions/charged-here.ts';
import { hasEndedForGood, lettersHeldBy } from '../../commerce/subscriptions/queries.ts';
import { resumeDeadlines } from '../../commerce/subscriptions/resumable.ts';

export const handleGetAccount: CommerceHandler<typeof getAccount> = ({ ctx, user }) => presentAccount(ctx, user);

export const handleGetOverview: CommerceHandler<typeof getOverview> = ({ ctx, user }) => presentOverview(ctx, user);

export async function presentOverview(
  ctx: CommerceContext,
  user: { readonly userId: string },
): Promise<ReplyOf<typeof getOverview>> {
  const [account, gifts, letters] = await Promise.all([
    presentAccount(ctx, user),
    presentOwnGifts(ctx, user.userId),
    presentReadLetters(ctx, user.userId),
  ]);
  return { ...account, gifts, letters };
}

export async function presentAccount(
  ctx: CommerceContext,
  user: { readonly userId: string },
): Promise<ReplyOf<typeof getAccount>> {
  const now = ctx.clock.now();
  const account = orNotFound(await readAccount(ctx.db, user.userId, newYorkDate(now)), 'profile');
  return {
    profile: presentProfile(account.profile),
    subscriptions: await Promise.all(
      account.subscriptions.map((row) => presentSubscription(ctx, row, now, account.holidays)),
    ),
    ...(account.isOperator && { operator: true as const }),
  };
}

export const handleCancel: CommerceHandler<typeof cancelEndpoint> = async (call) => {
  await cancelSubscription(call.ctx, call.user.userId, call.params.id, call.body);
  return await presentOwnSubscription(call);
};

export const handleResume: CommerceHandler<typeof resumeEndpoint> = async (call) => {
  await resumeSubscription(call.ctx, call.user.userId, call.params.id);
  return await presentOwnSubscription(call);
};

async function presentOwnSubscription({
  ctx,
  user,
  params,
}: CommerceCall<typeof cancelEndpoint | typeof resumeEndpoint>): Promise<SubscriptionReply> {
  const now = ctx.clock.now();
  const account = orNotFound(await readAccount(ctx.db, user.userId, newYorkDate(now)), 'subscription');
  const found = account.subscriptions.find(({ subscription }) => subscription.id === params.id);
  return await presentSubscription(ctx, orNotFound(found, 'subscription'), now, account.holidays);
}

async function presentSubscription(
  ctx: CommerceContext,
  row: AccountSubscription,
  now: Date,
  overrides: HolidayOverrides,
): Promise<SubscriptionReply> {
  const { subscription, stripe, renewalUnpaid } = row;
  const toCome = isOwnCancelled(subscription) ? await ctx.ledger.lettersToCome(ctx.db, subscription, now) : null;
  const shown = statusOf(row, toCome !== null || now < stripe.currentPeriodEnd);
  const deadlines = resumeDeadlines({ row: subscription, stripe, renewalUnpaid }, now);
  return {
    id: subscription.id,
    ...shown,
    paidElsewhere: !isChargedHere(subscription),
    chargesEnded: hasEndedAtStripe(stripe.rawStatus),
    pastDue: subscription.status === 'past_due',
    overdue: overdueOf(row),
    planType: subscription.planType,
    isGift: subscription.giftId !== null,
    seasonId: subscription.seasonId,
    seasonName: seasonInProse(subscription.seasonName),
    currentPeriodStart: stripe.currentPeriodStart.toISOString(),
    currentPeriodEnd: shownPeriodEnd(row).toISOString(),
    cancelAt: subscription.cancelAt?.toISOString() ?? null,
    sameDay: chargesOnSameDay(stripe.billingCycleAnchor),
    resumableUntil: deadlines.resumableUntil?.toISOString() ?? null,
    resumableIfCancelled: deadlines.resumableIfCancelled?.toISOString() ?? null,
    toCome: shown.status === 'cancelled' ? toCome : null,
    refunded: subscription.refundRequestedAt !== null,
    held: subscription.refundRequestedAt === null ? lettersHeldBy(subscription) : null,
    missedMonths: subscription.missedMonths,
    collectionPaused: row.collectionPaused,
    costCents: costOf(row),
    isFree: isFree(row, now),
    startDate: subscription.serviceStart,
    monthsPaid: row.monthsPaid,
    lettersReceived: row.lettersReceived,
    totalLetters: LETTERS_PER_SEASON,
    firstLetter: row.firstLetterHandedOver ? null : firstLetterWindow(subscription.serviceStart, overrides),
    stripeCustomerId: subscription.stripeCustomerId,
    stripeSubscriptionId: subscription.stripeSubscriptionId,
    shippingAddress: presentAddress(row.address),
    cameBack: presentReturn(row.cameBack),
    createdAt: subscription.createdAt.toISOString(),
  };
}

/** The customer of an imported monthly subscription has cancelled nothing: it runs until its paid letters are mailed. */
function statusOf({ subscription, stripe }: AccountSubscription, runs: boolean) {
  const status = publicStatus(subscription.status) ?? 'active';
  const updatedAt = subscription.updatedAt.toISOString();
  if (status !== 'cancelled' || isChargedHere(subscription) || hasEndedForGood(subscription))
    return { status, updatedAt };
  if (runs) return { status: 'active' as const, updatedAt };
  return { status: 'completed' as const, updatedAt: stripe.currentPeriodEnd.toISOString() };
}

function overdueOf({ subscription, stripe }: AccountSubscription): SubscriptionReply['overdue'] {
  if (subscription.status !== 'past_due' || stripe.overdueCents === null) return null;
  return { amountCents: stripe.overdueCents, nextAttempt: stripe.nextAttemptAt?.toISOString() ?? null };
}

/** A dispute moves the end of an annual plan, but Stripe's period still ends after a year. */
function shownPeriodEnd({ subscription, stripe }: AccountSubscription): Date {
  const missed = subscription.planType === 'annual' ? subscription.missedMonths : 0;
  return addUtcMonths(stripe.currentPeriodEnd, missed);
}

function presentReturn(cameBack: AccountSubscription['cameBack']): SubscriptionReply['cameBack'] {
  if (cameBack === null) return null;
  return { letter: cameBack.letter, why: isReturnReason(cameBack.reason) ? cameBack.reason : null };
}

function isOwnCancelled(row: AccountSubscription['subscription']): boolean {
  return row.status === 'cancelled' && row.giftId === null && !hasEndedForGood(row);
}

function costOf({ subscription, stripe, paidCents }: AccountSubscription): number {
  if (!isChargedHere(subscription)) return 0;
  return subscription.planType === 'annual' ? paidCents : (stripe.nextChargeCents ?? PLANS.monthly.priceCents);
}

/** After the last charge, Stripe's preview of a next charge is meaningless. */
function isFree(row: AccountSubscription, now: Date): boolean {
  const { cancelAt } = row.subscription;
  return cancelAt !== null && cancelAt <= now ? row.paidCents === 0 : costOf(row) === 0;
}
