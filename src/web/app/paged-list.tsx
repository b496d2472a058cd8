import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '../../contract/endpoint.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TryAgain } from '../ui/notice.tsx';
import { call, type CallArguments, type When } from './api.ts';

export interface PageOf<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

export function paged<Item>(
  queryKey: readonly unknown[],
  read: (after: { after?: string }, signal: AbortSignal) => Promise<PageOf<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: PageOf<Item>) => next,
  });
}

export type PagedQuery<Item> = ReturnType<typeof paged<Item>>;

type ItemOf<E> = ReplyOf<E> extends PageOf<infer Item> ? Item : never;
type Filter<E> = Omit<QueryInputOf<E>, 'after'>;
type ListInput<E> = When<ParamsOf<E>, 'params'> &
  (object extends Filter<E> ? { query?: Filter<E> } : { query: Filter<E> });
type ListArguments<E> = object extends ListInput<E> ? [input?: ListInput<E>] : [input: ListInput<E>];

export function pagesOf<E extends Endpoint>(endpoint: E, ...[input]: ListArguments<E>): PagedQuery<ItemOf<E>> {
  const { query, ...rest } = (input ?? {}) as { query?: object };
  return paged([endpoint.path, input], async (after, signal) => {
    const all = [{ ...rest, query: { ...query, ...after }, signal }] as unknown as CallArguments<E>;
    return (await call(endpoint, ...all)) as PageOf<ItemOf<E>>;
  });
}

export interface PagedListProps<Item> {
  readonly query: PagedQuery<Item>;
  readonly label: string;
  readonly empty: string;
  readonly more: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function PagedList<Item>({ query, label, empty, more, children }: PagedListProps<Item>) {
  const pages = useInfiniteQuery(query);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  if (pages.isPending) return <Skeleton label={label} lines={4} />;
  if (!pages.data) return <Retry busy={pages.isFetching} error={pages.error} onRetry={pages.refetch} />;
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !hasNextPage) return <p>{empty}</p>;
  return (
    <Stack>
      {items.length === 0 ? <p>Nothing found so far.</p> : children(items)}
      {pages.isFetchNextPageError && <Retry busy={isFetchingNextPage} error={pages.error} onRetry={fetchNextPage} />}
      {hasNextPage && !pages.isFetchNextPageError && (
        <Button fit variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {more}
        </Button>
      )}
    </Stack>
  );
}

interface RetryProps {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onRetry: () => Promise<unknown>;
}

function Retry({ busy, error, onRetry }: RetryProps) {
  return (
    <TryAgain busy={busy} onRetry={() => void onRetry()}>
      {error?.message ?? ''}
    </TryAgain>
  );
}
