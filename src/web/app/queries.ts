import { isAuthRetryableFetchError } from '@supabase/auth-js';
import {
  type DataTag,
  notifyManager,
  QueryClient,
  type QueryKey,
  queryOptions,
  type Updater,
} from '@tanstack/react-query';
import { getAccount, type SubscriptionReply } from '../../contract/account.ts';
import { listAddresses } from '../../contract/addresses.ts';
import { getCheckoutConfig } from '../../contract/checkout.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type GivenGift, listGifts } from '../../contract/gifts.ts';
import { getLetters, type LettersReply } from '../../contract/letters.ts';
import { getSecurity } from '../../contract/security.ts';
import { getDelivery } from '../../contract/subscriptions.ts';
import { isPassing, networkFailure } from './api-failure.ts';
import { call, type CallArguments } from './api.ts';
import { auth } from './session.ts';

const RETRIES = 2;

// Notifies before the next event, so that the second of two quick clicks finds the button disabled.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => isPassing(error) && failures < RETRIES,
      staleTime: 10_000,
      // Otherwise a query would wait for a connection and show its skeleton all that time.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Offline, a mutation fails. If it waited for a connection, it would happen unexpectedly later.
    mutations: { networkMode: 'always' },
  },
});

export function queryOf<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as unknown as CallArguments<E>)),
  });
}

export const accountQuery = queryOf(getAccount);
export const giftsQuery = queryOf(listGifts);
export const securityQuery = queryOf(getSecurity);
export const checkoutConfigQuery = queryOptions({ ...queryOf(getCheckoutConfig), staleTime: Infinity });
export const deliveryQuery = (id: string) => queryOf(getDelivery, { params: { id } });
export const lettersQuery = (id: string) => queryOf(getLetters, { params: { id } });

export const addressesQuery = queryOptions({
  queryKey: [listAddresses.path],
  queryFn: async ({ signal }) => (await call(listAddresses, { signal })).addresses,
});

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async () => {
    const { data, error } = await auth.getUser();
    if (isAuthRetryableFetchError(error)) throw networkFailure();
    if (error) throw error;
    return data.user;
  },
});

/** Marks queries stale. Resolves when those on the screen have been fetched again. */
export async function invalidate(...queries: readonly { readonly queryKey: QueryKey }[]): Promise<void> {
  await Promise.all(queries.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
}

/** Stores the answer to a change. A query that is still running is dropped and repeated. */
export function cacheAnswer<Data>(
  { queryKey }: { readonly queryKey: DataTag<QueryKey, Data, Error> },
  answer: Updater<Data | undefined, Data | undefined>,
): void {
  const isAsked = queryClient.isFetching({ queryKey, exact: true }) > 0;
  queryClient.setQueryData(queryKey, answer);
  if (isAsked) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
}

export function cacheLetters(id: string, letters: LettersReply): void {
  cacheAnswer(lettersQuery(id), letters);
  void invalidate(accountQuery, giftsQuery, deliveryQuery(id));
}

export function cacheSubscription(changed: SubscriptionReply): void {
  cacheAnswer(
    accountQuery,
    (account) =>
      account && {
        ...account,
        subscriptions: account.subscriptions.map((own) => (own.id === changed.id ? changed : own)),
      },
  );
  void invalidate(deliveryQuery(changed.id), lettersQuery(changed.id));
}

export function cacheGivenGift(gift: GivenGift): void {
  cacheAnswer(
    giftsQuery,
    (known) => known && { ...known, given: known.given.map((old) => (old.id === gift.id ? gift : old)) },
  );
}
