import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { subscriptions } from '../../commerce/schema.ts';

export const IS_OVERDUE = eq(subscriptions.status, 'past_due');
/** A dispute keeps back the letters of a subscription that hasn't ended. */
export const IS_HELD = and(
  isNotNull(subscriptions.disputeHeldAt),
  inArray(subscriptions.status, ['active', 'past_due']),
);
