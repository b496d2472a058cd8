import { type DataTag, type QueryKey, queryOptions } from '@tanstack/react-query';
import { getOverview } from '../../contract/overview.ts';
import { call } from './api.ts';
import { accountQuery, giftsQuery, lettersQuery, queryClient } from './queries.ts';

/**
 * Fills the queries of its parts with one call. If that fails, each part is fetched separately and shows its own
 * failure.
 */
export const overviewQuery = queryOptions({
  queryKey: [getOverview.path],
  queryFn: async ({ signal }) => {
    const askedAt = Date.now();
    const { gifts, letters, ...account } = await call(getOverview, { signal });
    fill(accountQuery, account, askedAt);
    fill(giftsQuery, gifts, askedAt);
    for (const { subscriptionId, calendar } of letters) fill(lettersQuery(subscriptionId), calendar, askedAt);
    return true;
  },
  retry: false,
  // Offline it fails at once instead of waiting for a connection.
  networkMode: 'always',
});

/** If a part was changed after the call began, its data may be newer than the answer. */
function fill<Data>(
  { queryKey }: { readonly queryKey: DataTag<QueryKey, Data, Error> },
  data: NoInfer<Data>,
  askedAt: number,
): void {
  const known = queryClient.getQueryState(queryKey);
  if (known === undefined || (known.dataUpdatedAt < askedAt && !known.isInvalidated)) {
    queryClient.setQueryData(queryKey, data);
  }
}
