import { formatDate } from './calendar-date.ts';
import { formatUsd } from './money.ts';
import type { OwnedSubscription } from './subscription.ts';

export interface NextChargeFacts extends Pick<
  OwnedSubscription,
  'status' | 'planType' | 'costCents' | 'currentPeriodEnd' | 'cancelAt'
> {
  readonly pastDue: boolean;
}

/**
 * What is charged next, and on which day of New York's (rules/subscriptions 40).
 *
 * @returns null when nothing is, or when an overdue charge comes first
 */
export function nextChargeWords(facts: NextChargeFacts): string | null {
  const { status, planType, pastDue, currentPeriodEnd, cancelAt, costCents } = facts;
  if (status !== 'active' || planType !== 'monthly' || pastDue) return null;
  // `cancelAt` is the instant of the last charge.
  if (cancelAt !== null && currentPeriodEnd > cancelAt) return null;
  return `${formatUsd(costCents)} on ${formatDate(currentPeriodEnd)}`;
}
