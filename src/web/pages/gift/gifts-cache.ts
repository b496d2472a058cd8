import type { QueryClient } from '@tanstack/react-query';
import type { GivenGift } from '../../../contract/gifts.ts';
import { giftsQuery } from '../../app/queries.ts';

/** Puts the server's newest word on a gift in the place of the old. */
export function cacheGivenGift(queryClient: QueryClient, gift: GivenGift): void {
  queryClient.setQueryData(
    giftsQuery.queryKey,
    (known) => known && { ...known, given: known.given.map((old) => (old.id === gift.id ? gift : old)) },
  );
}
