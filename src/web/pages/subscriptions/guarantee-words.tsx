import type { GuaranteeReply } from '../../../contract/guarantee.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { guaranteeUntil } from '../../../domain/guarantee.ts';

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
      The 30-day guarantee still applies: {until} you can <a href={PUBLIC_PATHS.support}>ask for a full refund</a>{' '}
      instead. If you do, we mail no more letters.
    </p>
  );
}

export function guaranteeAfterCancelling(
  guarantee: GuaranteeReply | undefined,
  mailing: GuaranteeWordsProps['mailing'],
) {
  if (!guarantee?.open) return '';
  const until = guaranteeUntil(guarantee.lastDay as CalendarDate | null, mailing);
  return ` The 30-day guarantee still applies: ${until} you can ask for a full refund instead.`;
}
