import { formatDate } from './calendar-date.ts';
import { nextChargeInWords } from './charge-words.ts';
import type { OwnedSubscription } from './subscription.ts';

export interface NextChargeFacts extends Pick<
  OwnedSubscription,
  'status' | 'planType' | 'costCents' | 'currentPeriodEnd' | 'cancelAt' | 'chargesStopped' | 'chargesEnded'
> {
  readonly pastDue: boolean;
}

export function nextChargeWords(facts: NextChargeFacts): string | null {
  const { status, planType, pastDue, currentPeriodEnd, cancelAt, costCents } = facts;
  if (status !== 'active' || planType !== 'monthly' || pastDue) return null;
  if (facts.chargesStopped || facts.chargesEnded) return null;
  if (cancelAt !== null && currentPeriodEnd > cancelAt) return null;
  return nextChargeInWords(costCents, formatDate(currentPeriodEnd));
}
