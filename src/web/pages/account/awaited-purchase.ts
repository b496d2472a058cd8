import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountReply, SubscriptionReply } from '../../../contract/account.ts';
import { overviewQuery } from '../../app/overview-query.ts';
import { accountQuery, lettersQuery } from '../../app/queries.ts';

const POLL_MILLISECONDS = 1000;
const LONGEST_WAIT_MILLISECONDS = 60_000;

export type AwaitedPurchase =
  | { readonly state: 'none' | 'waiting' | 'late' }
  | { readonly state: 'recorded'; readonly subscription: SubscriptionReply };

/** Polls until the subscription just paid for is recorded and can be shown completely. */
export function useAwaitedPurchase(): AwaitedPurchase {
  const awaited = useAwaitedId();
  const [arrivedAt] = useState(Date.now);
  const bought = paidFor(useQuery(accountQuery).data, awaited);
  const isOwn = bought?.isGift === false;
  const letters = useQuery({ ...lettersQuery(bought?.id ?? ''), enabled: isOwn });
  const isRecorded = bought !== null && !(isOwn && letters.isPending);
  const isAsking = awaited !== null && !isRecorded;
  const { dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...overviewQuery,
    enabled: isAsking,
    refetchInterval: () => isAsking && Date.now() - arrivedAt < LONGEST_WAIT_MILLISECONDS && POLL_MILLISECONDS,
  });
  // The URL was typed, bookmarked or visited again, so no payment is known.
  if (awaited === null) return { state: 'none' };
  if (isRecorded) return { state: 'recorded', subscription: bought };
  const hasTime = Math.max(dataUpdatedAt, errorUpdatedAt) - arrivedAt < LONGEST_WAIT_MILLISECONDS - POLL_MILLISECONDS;
  return { state: hasTime ? 'waiting' : 'late' };
}

/** From the payment page's navigation state, which a URL can't contain. */
function useAwaitedId(): string | null {
  const arrivedWith = useRouterState({
    select: ({ location: { state, search } }) => ('success' in search ? state.awaitedSubscription : undefined),
  });
  const [awaited] = useState(arrivedWith);
  return awaited ?? null;
}

function paidFor(account: AccountReply | undefined, awaited: string | null): SubscriptionReply | null {
  const bought = account?.subscriptions.find(({ stripeSubscriptionId }) => stripeSubscriptionId === awaited);
  return bought?.status === 'active' ? bought : null;
}
