import type { QueryClient } from '@tanstack/react-query';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { accountQuery, deliveryQuery } from '../../app/queries.ts';

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
