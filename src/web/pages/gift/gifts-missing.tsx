import type { UseQueryResult } from '@tanstack/react-query';
import { TryAgain } from '../../ui/try-again.tsx';

export function GiftsMissing({ gifts }: { readonly gifts: Pick<UseQueryResult, 'isFetching' | 'refetch'> }) {
  return (
    <TryAgain title="Your gifts could not be fetched." busy={gifts.isFetching} onRetry={() => void gifts.refetch()}>
      They are safe; it is only the list that is missing.
    </TryAgain>
  );
}
