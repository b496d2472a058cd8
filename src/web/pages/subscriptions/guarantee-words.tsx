import type { SubscriptionReply } from '../../../contract/account.ts';
import type { GuaranteeReply } from '../../../contract/guarantee.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { GUARANTEE_DAYS, guaranteeUntil } from '../../../domain/guarantee.ts';

/** A monthly plan stays active in its last month, when all its charges are made. */
export function chargesAfterCancelling(
  { planType, cancelAt, pastDue }: Pick<SubscriptionReply, 'planType' | 'cancelAt' | 'pastDue'>,
  now: Date,
): string {
  const isCharged = planType === 'annual' || (!pastDue && cancelAt !== null && new Date(cancelAt) <= now);
  return isCharged
    ? 'This plan has no charges left and doesn’t renew, so canceling changes nothing.'
    : 'After you cancel, we charge nothing more.';
}

interface GuaranteeWordsProps {
  readonly guarantee: GuaranteeReply;
  readonly mailing: 'your first mailing' | 'the first mailing';
}

/** Mentions the guarantee while a refund is possible (rules/checkout 34). */
export function GuaranteeWords({ guarantee: { open, lastDay }, mailing }: GuaranteeWordsProps) {
  if (!open) return null;
  const until = guaranteeUntil(lastDay as CalendarDate | null, mailing);
  return (
    <p>
      {`The ${GUARANTEE_DAYS}-day guarantee applies ${until}: you can `}
      <a href={PUBLIC_PATHS.support}>ask us to refund everything you’ve paid</a>. If you do, we mail no more letters.
    </p>
  );
}

export function guaranteeAfterCancelling(
  guarantee: GuaranteeReply | undefined,
  mailing: GuaranteeWordsProps['mailing'],
) {
  if (!guarantee?.open) return '';
  const until = guaranteeUntil(guarantee.lastDay as CalendarDate | null, mailing);
  return ` The ${GUARANTEE_DAYS}-day guarantee still applies ${until}: you can ask us to refund everything you’ve paid.`;
}
