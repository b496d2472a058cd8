import type { SubscriptionReply } from '../../../contract/account.ts';
import { HeldLettersNotice } from './held-letters-notice.tsx';
import { ReturnedLetterNotice } from './returned-letter-notice.tsx';

/** Letters that were returned, and the reasons why letters are kept back. */
export function LetterNotices({ subscriptions }: { readonly subscriptions: readonly SubscriptionReply[] }) {
  return (
    <>
      {subscriptions.map((subscription) => (
        <ReturnedLetterNotice key={subscription.id} subscription={subscription} />
      ))}
      {[...new Set(subscriptions.map(({ held }) => held))].map((held) => (
        <HeldLettersNotice key={held} by={held === 'lost' ? null : held} />
      ))}
    </>
  );
}
