import { Link } from '@tanstack/react-router';
import type { GiftHit } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { Entry } from './entry.tsx';
import { dayInWords } from './words.ts';

export function GiftEntry({ hit }: { readonly hit: GiftHit }) {
  const { giver, giverId, recipientName, recipientEmail, subscriptionId } = hit;
  const search = subscriptionId === null ? { subscriber: giverId } : { subscription: subscriptionId };
  return (
    <Entry
      title={<Link to={CONSOLE_PATHS.subscriber} search={search}>{`${giver} to ${recipientName}`}</Link>}
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
