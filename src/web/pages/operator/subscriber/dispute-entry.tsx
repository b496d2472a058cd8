import { Link } from '@tanstack/react-router';
import type { DisputeLine } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { disputeReason, disputeState } from '../../../../domain/operator-dispute-words.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { Entry } from '../parts/entry.tsx';
import { StripeLink } from '../parts/stripe-link.tsx';
import { instantInWords, momentInWords } from '../parts/words.ts';

export function DisputeEntry({ id, status, reason, amountCents, dueBy, createdAt }: DisputeLine) {
  const isDue = status.endsWith('needs_response') && dueBy !== null;
  return (
    <Entry
      whole
      title={
        <Link to={CONSOLE_PATHS.dispute} search={{ dispute: id }}>
          {`Dispute over ${formatUsd(amountCents)}`}
        </Link>
      }
      notes={[
        disputeReason(reason),
        `opened ${instantInWords(createdAt)}`,
        <StripeLink key="stripe" id={id}>
          Stripe
        </StripeLink>,
      ]}
      mark={isDue ? `Respond by ${momentInWords(dueBy)}` : disputeState(status)}
    />
  );
}
