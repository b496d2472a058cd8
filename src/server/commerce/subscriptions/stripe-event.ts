import { eventFromStripe, type StripeStatus, type SubscriptionEvent } from '../../../domain/subscription-status.ts';
import { hasEndedForGood, type Subscription } from './queries.ts';

export function eventOf(row: Subscription, stripeStatus: StripeStatus, monthsPaid: number): SubscriptionEvent {
  return eventFromStripe({
    // What was overdue is dropped while a dispute stops the charges.
    stripeStatus: row.chargesPausedAt !== null && stripeStatus === 'past_due' ? 'active' : stripeStatus,
    monthsPaid,
    cancelRequested: row.cancelRequestedAt !== null,
    refunded: hasEndedForGood(row),
  });
}
