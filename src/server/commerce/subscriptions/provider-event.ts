import { PLANS } from '../../../domain/plans.ts';
import { eventFromProvider, type ProviderStatus, type SubscriptionEvent } from '../../../domain/subscription-status.ts';
import type { Subscription } from './queries.ts';

/** What the provider's status and the invoices paid so far mean for this row (`domain/subscription-status`). */
export function eventOf(
  { planType, cancelRequestedAt, refundRequestedAt }: Subscription,
  providerStatus: ProviderStatus,
  paidInvoices: number,
): SubscriptionEvent {
  return eventFromProvider({
    providerStatus,
    monthsPaid: paidInvoices * PLANS[planType].monthsPerCharge,
    cancelRequested: cancelRequestedAt !== null,
    refunded: refundRequestedAt !== null,
  });
}
