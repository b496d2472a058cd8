import type { GiftHit } from '../../../../contract/operator/gift-list.ts';
import { Entry, FileLink } from './entry.tsx';
import { dayInWords } from './words.ts';

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

function giftInWords({ status, startDate, announcedAt, claimedAt }: GiftHit): string {
  if (status === null) return 'A draft, never paid for';
  const known = claimedAt !== null ? 'claimed' : announcedAt !== null ? 'announced' : 'not announced yet';
  return `${status.replace('_', ' ')}, from ${dayInWords(startDate)}, ${known}`;
}
