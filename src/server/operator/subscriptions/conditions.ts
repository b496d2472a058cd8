import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { subscriptions } from '../../commerce/schema.ts';

export const IS_OVERDUE = eq(subscriptions.status, 'past_due');
/** A dispute holds the letters of a subscription that has not ended. */
export const IS_HELD = and(
  isNotNull(subscriptions.disputeHeldAt),
  inArray(subscriptions.status, ['active', 'past_due']),
);
