import type { SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { momentInWords } from '../parts/words.ts';

type State = NonNullable<SubscriptionDetail['stripe']>;

/** For example '$15.00. The card has expired. Stripe tries again Nov 29, 2026, 6:15 PM (New York)'. */
export function overdueInWords({ overdueCents, overdueReason, nextAttemptAt }: State): string | null {
  if (overdueCents === null) return null;
  const next = nextAttemptAt === null ? null : `Stripe tries again ${momentInWords(nextAttemptAt)}`;
  return [formatUsd(overdueCents), overdueReason, next].filter((words) => words !== null).join('. ');
}
