import type { GuaranteeReply } from '../../../contract/guarantee.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { longDate } from '../letters/letter-words.ts';

interface GuaranteeWordsProps {
  readonly guarantee: GuaranteeReply;
  readonly mailing: 'your first mailing' | 'the first mailing';
}

/** The other way out, named while it is open (rules/checkout 34). */
export function GuaranteeWords({ guarantee: { open, lastDay }, mailing }: GuaranteeWordsProps) {
  if (!open) return null;
  const until = lastDay === null ? `until 30 days after ${mailing}` : `until ${longDate(lastDay)}`;
  return (
    <p>
      The 30-day guarantee still runs: {until} you may <a href={PUBLIC_PATHS.support}>ask for all of it back</a>{' '}
      instead. Then the letters stop at once.
    </p>
  );
}
