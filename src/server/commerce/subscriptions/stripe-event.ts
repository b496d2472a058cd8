import { PLANS } from '../../../domain/plans.ts';
import { eventFromStripe, type StripeStatus, type SubscriptionEvent } from '../../../domain/subscription-status.ts';
import type { Subscription } from './queries.ts';

export function eventOf(
  { planType, cancelRequestedAt, refundRequestedAt }: Subscription,
  stripeStatus: StripeStatus,
  paidInvoices: number,
): SubscriptionEvent {
  return eventFromStripe({
    stripeStatus,
    monthsPaid: paidInvoices * PLANS[planType].monthsPerCharge,
    cancelRequested: cancelRequestedAt !== null,
    refunded: refundRequestedAt !== null,
  });
}
