import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountReply, SubscriptionReply } from '../../../contract/account.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { accountQuery } from '../../app/queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const POLL_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 60_000;

/** rules/checkout 32. */
export function ThankYou() {
  const awaited = useRouterState({ select: ({ location }) => location.state.awaitedSubscription });
  const [arrivedAt] = useState(Date.now);
  const account = useQuery({
    ...accountQuery,
    refetchInterval: ({ state }) =>
      awaited !== undefined && paidFor(state.data, awaited) === null && Date.now() - arrivedAt < PATIENCE_MILLISECONDS
        ? POLL_MILLISECONDS
        : false,
  });
  const subscription = paidFor(account.data, awaited);
  if (subscription !== null) return <Welcome subscription={subscription} />;
  // The address was typed or bookmarked: no payment is known, so none is claimed.
  if (awaited === undefined) return null;
  const lastLook = Math.max(account.dataUpdatedAt, account.errorUpdatedAt);
  return lastLook - arrivedAt < PATIENCE_MILLISECONDS - POLL_MILLISECONDS ? <Waiting /> : <TakingLong />;
}

/** The subscription just bought, once it is active; without its id the newest active one. */
function paidFor(account: AccountReply | undefined, awaited: string | undefined): SubscriptionReply | null {
  const active = account?.subscriptions.filter(({ status }) => status === 'active') ?? [];
  const found =
    awaited === undefined ? active.at(-1) : active.find(({ stripeSubscriptionId }) => stripeSubscriptionId === awaited);
  return found ?? null;
}

function Welcome({ subscription: { firstLetter, seasonName, isGift } }: { readonly subscription: SubscriptionReply }) {
  return (
    <Notice tone="success" title="Thank you. It is too late to turn back now.">
      <p>
        {isGift ? `${seasonName} is theirs. The gift is listed under Subscription.` : `${seasonName} is yours.`}{' '}
        {firstLetter !== null &&
          `Letter 1 goes to the post between ${dateWords(firstLetter.earliest)} and ${dateWords(firstLetter.latest)}.`}
      </p>
    </Notice>
  );
}

function dateWords(date: string): string {
  return formatDate(date as CalendarDate);
}

function Waiting() {
  return (
    <Notice tone="info" title="Thank you. Your payment has gone through.">
      <Spinner label="Entering your subscription in the ledger…" />
    </Notice>
  );
}

function TakingLong() {
  return (
    <Notice tone="warning" title="Your payment has gone through, and our ledger is slow.">
      <p>
        The subscription is not entered yet. It will appear here by itself; you need not pay again. If it is not here
        within the hour, <a href={PUBLIC_PATHS.support}>write to us</a>.
      </p>
    </Notice>
  );
}
