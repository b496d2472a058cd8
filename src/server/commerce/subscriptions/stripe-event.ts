import type { Stripe } from 'stripe';
import { eventFromStripe, type SubscriptionEvent } from '../../../domain/subscription-status.ts';
import { isPauseTakenOver } from './align-ending.ts';
import { hasEndedForGood, type Subscription } from './queries.ts';
import { stripeStatus } from './stripe-snapshot.ts';

interface Heard {
  readonly subscription: Stripe.Subscription;
  readonly monthsPaid: number;
  readonly latest: Pick<Stripe.Invoice, 'status'> | undefined;
}

export function eventOf(row: Subscription, { subscription, monthsPaid, latest }: Heard): SubscriptionEvent {
  const status = stripeStatus(subscription);
  // Nothing is overdue while a dispute stops the charges, or once the latest invoice is void or written off. Stripe may
  // still say `past_due`.
  const isStopped = row.chargesPausedAt !== null && !isPauseTakenOver(subscription);
  const isDropped = isStopped || latest?.status === 'void' || latest?.status === 'uncollectible';
  return eventFromStripe({
    stripeStatus: status === 'past_due' && isDropped ? 'active' : status,
    monthsPaid,
    cancelRequested: row.cancelRequestedAt !== null,
    refunded: hasEndedForGood(row),
  });
}
