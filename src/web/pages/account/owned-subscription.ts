import type { SubscriptionReply } from '../../../contract/account.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { giftEndsOn } from '../../../domain/mailing-calendar.ts';
import { MONTHS_PER_SEASON } from '../../../domain/season.ts';
import { subscriptionLabel } from '../../../domain/address.ts';
import type { OwnedSubscription, PublicStatus } from '../../../domain/subscription.ts';

export interface AccountSubscription extends OwnedSubscription {
  readonly reply: SubscriptionReply;
}

export function toOwned(reply: SubscriptionReply): AccountSubscription {
  return {
    reply,
    status: reply.status,
    planType: reply.planType,
    currentPeriodEnd: new Date(reply.currentPeriodEnd),
    cancelAt: reply.cancelAt === null ? null : new Date(reply.cancelAt),
    updatedAt: new Date(reply.updatedAt),
    isGift: reply.isGift,
    giftEndsOn: reply.isGift ? giftEndsOn(calendarDate(reply.startDate), MONTHS_PER_SEASON + reply.missedMonths) : null,
    chargesStopped: reply.held === 'dispute' || reply.collectionPaused,
    chargesEnded: reply.chargesEnded,
    costCents: reply.costCents,
    isFree: reply.isFree,
  };
}

export const STATUS_WORDS = {
  active: 'Active',
  cancelled: 'Cancelled',
  completed: 'Completed',
} as const satisfies Record<PublicStatus, string>;

export interface NumberedSubscription extends AccountSubscription {
  /** 'Subscription {n}', counted from the oldest (rules/subscriptions 22). */
  readonly label: string;
}

export function numbered(subscriptions: readonly SubscriptionReply[]): readonly NumberedSubscription[] {
  return subscriptions
    .map(toOwned)
    .filter(({ isGift }) => !isGift)
    .map((owned, index) => ({ ...owned, label: subscriptionLabel(index + 1) }));
}
