import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice, TryAgain } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { isMissing } from './api-failure.ts';

interface FetchedProps<Data, Key extends QueryKey> {
  readonly query: UseQueryOptions<Data, Error, Data, Key>;
  readonly label?: string;
  readonly lines?: number;
  readonly pending?: ReactNode;
  readonly heading?: ReactNode;
  readonly failureTitle?: string;
  readonly missingTitle?: string;
  readonly failure?: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows a query's data; until then a skeleton, or the failure with a button to try again. */
export function Fetched<Data, Key extends QueryKey>(props: FetchedProps<Data, Key>) {
  const { query, label = 'Loading', lines, pending, heading, failureTitle, missingTitle, failure, children } = props;
  const fetched = useQuery(query);
  if (fetched.data !== undefined) return children(fetched.data);
  return (
    <>
      {heading}
      {fetched.isPending && (pending ?? <Skeleton label={label} lines={lines} />)}
      {fetched.isError && isMissing(fetched.error) && (
        <Notice tone="error" title={missingTitle ?? failureTitle}>
          <p>{fetched.error.message}</p>
        </Notice>
      )}
      {fetched.isError && !isMissing(fetched.error) && (
        <TryAgain title={failureTitle} busy={fetched.isFetching} onRetry={() => void fetched.refetch()}>
          {failure ?? fetched.error.message}
        </TryAgain>
      )}
    </>
  );
}
