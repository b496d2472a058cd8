import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { TryAgain } from '../ui/try-again.tsx';

interface FetchedProps<Data, Key extends QueryKey> {
  readonly query: UseQueryOptions<Data, Error, Data, Key>;
  readonly label: string;
  readonly lines?: number;
  readonly failureTitle?: string;
  readonly children: (data: Data) => ReactNode;
}

/** A query's data once it is there; until then a skeleton, or the failure and a way to try again. */
export function Fetched<Data, Key extends QueryKey>(props: FetchedProps<Data, Key>) {
  const { query, label, lines, failureTitle, children } = props;
  const fetched = useQuery(query);
  if (fetched.data !== undefined) return children(fetched.data);
  if (!fetched.isError) return <Skeleton label={label} lines={lines} />;
  return (
    <TryAgain title={failureTitle} busy={fetched.isFetching} onRetry={() => void fetched.refetch()}>
      {fetched.error.message}
    </TryAgain>
  );
}
