import type { SubscriptionReply } from '../../../contract/account.ts';
import { GIFT_HELD_WORDS, HELD_WORDS, isOfGift } from '../../../domain/held-letters.ts';
import type { LettersReply } from '../../../contract/letters.ts';
import { Notice } from '../../ui/notice.tsx';

interface HeldLettersNoticeProps {
  readonly by: SubscriptionReply['held'] | LettersReply['held'];
}

export function HeldLettersNotice({ by }: HeldLettersNoticeProps) {
  if (by === null) return null;
  const { title, text } = isOfGift(by) ? GIFT_HELD_WORDS[by] : HELD_WORDS[by];
  return (
    <Notice tone="warning" title={title}>
      <p>{text}</p>
    </Notice>
  );
}
