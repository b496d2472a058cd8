import { eventFromStripe, type StripeStatus, type SubscriptionEvent } from '../../../domain/subscription-status.ts';
import type { Subscription } from './queries.ts';

export function eventOf(
  { cancelRequestedAt, refundRequestedAt }: Subscription,
  stripeStatus: StripeStatus,
  monthsPaid: number,
): SubscriptionEvent {
  return eventFromStripe({
    stripeStatus,
    monthsPaid,
    cancelRequested: cancelRequestedAt !== null,
    refunded: refundRequestedAt !== null,
  });
}
