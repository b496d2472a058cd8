import type { QueryClient } from '@tanstack/react-query';
import type { SubscriptionReply } from '../../contract/account.ts';
import type { GivenGift } from '../../contract/gifts.ts';
import type { LettersReply } from '../../contract/letters.ts';
import { accountQuery, deliveryQuery, giftsQuery, lettersQuery } from './queries.ts';

export function cacheLetters(queryClient: QueryClient, id: string, letters: LettersReply): void {
  queryClient.setQueryData(lettersQuery(id).queryKey, letters);
  void queryClient.invalidateQueries(accountQuery);
  void queryClient.invalidateQueries(deliveryQuery(id));
}

export function cacheSubscription(queryClient: QueryClient, changed: SubscriptionReply): void {
  queryClient.setQueryData(
    accountQuery.queryKey,
    (account) =>
      account && {
        ...account,
        subscriptions: account.subscriptions.map((own) => (own.id === changed.id ? changed : own)),
      },
  );
  void queryClient.invalidateQueries(deliveryQuery(changed.id));
}

export function cacheGivenGift(queryClient: QueryClient, gift: GivenGift): void {
  queryClient.setQueryData(
    giftsQuery.queryKey,
    (known) => known && { ...known, given: known.given.map((old) => (old.id === gift.id ? gift : old)) },
  );
}
