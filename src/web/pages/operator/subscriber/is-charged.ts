import type { SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import { hasEndedAtStripe } from '../../../../domain/ending.ts';

export function isCharged({ summary, stripe, cancelRequestedAt, openDispute }: SubscriptionDetail): boolean {
  if (stripe === null || hasEndedAtStripe(stripe.rawStatus) || summary.planType !== 'monthly') return false;
  return summary.status === 'active' && cancelRequestedAt === null && openDispute === null;
}
