import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AccountReply, SubscriptionReply } from '../../../contract/account.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { type DateWindow, windowInWords } from '../../../domain/calendar-date.ts';
import { accountQuery } from '../../app/queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Text } from '../../ui/text.tsx';

const POLL_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 60_000;

export function ThankYou() {
  const awaited = useAwaited();
  const [arrivedAt] = useState(Date.now);
  const account = useQuery({
    ...accountQuery,
    refetchInterval: ({ state }) =>
      awaited !== null && paidFor(state.data, awaited) === null && Date.now() - arrivedAt < PATIENCE_MILLISECONDS
        ? POLL_MILLISECONDS
        : false,
  });
  // The address was typed, bookmarked or come back to: no payment is known, so none is claimed.
  if (awaited === null) return null;
  const subscription = paidFor(account.data, awaited);
  if (subscription !== null) return <Welcome subscription={subscription} />;
  const lastLook = Math.max(account.dataUpdatedAt, account.errorUpdatedAt);
  return lastLook - arrivedAt < PATIENCE_MILLISECONDS - POLL_MILLISECONDS ? <Waiting /> : <TakingLong />;
}

/** The subscription just paid for, by the payment page's navigation state, which no address can repeat. */
function useAwaited(): string | null {
  const arrivedWith = useRouterState({ select: ({ location }) => location.state.awaitedSubscription });
  const [awaited] = useState(arrivedWith);
  return awaited ?? null;
}

/** The subscription just bought, once it is active. */
function paidFor(account: AccountReply | undefined, awaited: string): SubscriptionReply | null {
  const bought = account?.subscriptions.find(({ stripeSubscriptionId }) => stripeSubscriptionId === awaited);
  return bought?.status === 'active' ? bought : null;
}

function Welcome({ subscription: { firstLetter, seasonName, isGift } }: { readonly subscription: SubscriptionReply }) {
  useThankedOnce();
  return (
    <Notice tone="success" title="Thank you. It is all taken care of.">
      <p>
        <Text>
          {isGift
            ? `${seasonName} is on its way to them. The gift is listed under Subscription. `
            : `${seasonName} is yours. There’s nothing more you need to do. `}
        </Text>
        {firstLetter !== null && <Text>{`We mail letter 1 ${windowInWords(firstLetter as DateWindow)}. `}</Text>}
        <Text>We’ve emailed you a receipt.</Text>
      </p>
    </Notice>
  );
}

/** Takes the mark off the history entry: a reload, or Back, finds an ordinary account. */
function useThankedOnce(): void {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
  }, [navigate]);
}

function Waiting() {
  return (
    <Notice tone="info" title="Thank you. Your payment has gone through.">
      <Spinner label="Setting up your subscription…" />
    </Notice>
  );
}

function TakingLong() {
  return (
    <Notice tone="warning" title="Your payment has gone through. Your subscription isn’t set up yet.">
      <p>
        It will appear here by itself; don’t pay again. If it isn’t here within the hour,{' '}
        <a href={PUBLIC_PATHS.support}>write to us</a>.
      </p>
    </Notice>
  );
}
