import type { SubscriptionReply } from '../../../contract/account.ts';
import { subscriptionLabel } from '../../../domain/address.ts';
import { type AccountSubscription, toOwned } from '../account/owned-subscription.ts';

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
