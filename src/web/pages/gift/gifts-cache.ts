import type { QueryClient } from '@tanstack/react-query';
import type { GivenGift } from '../../../contract/gifts.ts';
import { giftsQuery } from '../../app/queries.ts';

export function cacheGivenGift(queryClient: QueryClient, gift: GivenGift): void {
  queryClient.setQueryData(
    giftsQuery.queryKey,
    (known) => known && { ...known, given: known.given.map((old) => (old.id === gift.id ? gift : old)) },
  );
}
