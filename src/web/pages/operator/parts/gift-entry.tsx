import type { GiftHit } from '../../../../contract/operator/gift-list.ts';
import { Entry, FileLink } from './entry.tsx';
import { dayInWords, giftState, plainWords } from './words.ts';

export function GiftEntry({ hit }: { readonly hit: GiftHit }) {
  const { giver, giverId, recipientName, recipientEmail, subscriptionId } = hit;
  const file = subscriptionId === null ? { subscriber: giverId } : { subscription: subscriptionId };
  return (
    <Entry
      title={<FileLink {...file}>{`${giver} to ${recipientName}`}</FileLink>}
      notes={[recipientEmail]}
      mark={giftInWords(hit)}
    />
  );
}

function giftInWords(hit: GiftHit): string {
  const { status, startDate } = hit;
  if (status === null) return 'A draft, never paid for';
  return `${plainWords(status)}, from ${dayInWords(startDate)}, ${giftState(hit)}`;
}
