import { PLANS } from '../../../domain/plans.ts';
import { eventFromStripe, type StripeStatus, type SubscriptionEvent } from '../../../domain/subscription-status.ts';
import type { Subscription } from './queries.ts';

/** What the provider's status and the invoices paid so far mean for this row (`domain/subscription-status`). */
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
