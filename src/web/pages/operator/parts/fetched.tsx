import { type QueryKey, useInfiniteQuery, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../../../app/api-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TryAgain } from '../../../ui/try-again.tsx';
import type { PagedQuery } from './console-queries.ts';
import styles from './console.module.css';

interface FetchedProps<Data, Key extends QueryKey> {
  readonly query: UseQueryOptions<Data, Error, Data, Key>;
  readonly label: string;
  readonly title?: string;
  readonly children: (data: Data) => ReactNode;
}

export function Fetched<Data, Key extends QueryKey>({ query, label, title, children }: FetchedProps<Data, Key>) {
  const fetched = useQuery(query);
  if (fetched.data !== undefined) return children(fetched.data);
  return (
    <>
      {title !== undefined && <h1>{title}</h1>}
      {fetched.isPending && <Skeleton label={label} lines={5} />}
      {fetched.isError && isMissing(fetched.error) && <Notice tone="error">{fetched.error.message}</Notice>}
      {fetched.isError && !isMissing(fetched.error) && (
        <TryAgain busy={fetched.isFetching} onRetry={() => void fetched.refetch()}>
          {fetched.error.message}
        </TryAgain>
      )}
    </>
  );
}

interface PagesProps<Item> {
  readonly query: PagedQuery<Item>;
  readonly label: string;
  readonly empty: string;
  /** Left out where the items have an `id`. */
  readonly keyOf?: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

export function Pages<Item extends object>({ query, label, empty, keyOf = idOf, children }: PagesProps<Item>) {
  const pages = useInfiniteQuery(query);
  if (pages.isPending) return <Skeleton label={label} lines={4} />;
  if (pages.isError && !pages.data) {
    return (
      <TryAgain busy={pages.isFetching} onRetry={() => void pages.refetch()}>
        {pages.error.message}
      </TryAgain>
    );
  }
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !pages.hasNextPage) return <p>{empty}</p>;
  return (
    <Stack>
      {items.length === 0 ? (
        <p>Nothing among the first of them.</p>
      ) : (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={keyOf(item)} className={styles.entry}>
              {children(item)}
            </li>
          ))}
        </ul>
      )}
      <NextPage pages={pages} />
    </Stack>
  );
}

function idOf(item: object): string {
  return 'id' in item ? String(item.id) : '';
}

interface ListSheetProps<Item> extends PagesProps<Item> {
  readonly title: string;
  readonly aside?: ReactNode;
}

export function ListSheet<Item extends object>({ title, aside, ...list }: ListSheetProps<Item>) {
  return (
    <Sheet title={title} aside={aside}>
      <Pages {...list} />
    </Sheet>
  );
}

interface NextPageProps {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: Error | null;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

function NextPage({ pages }: NextPageProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = pages;
  const fetchNext = () => void pages.fetchNextPage();
  if (isFetchNextPageError && error !== null) {
    return (
      <TryAgain busy={isFetchingNextPage} onRetry={fetchNext}>
        {error.message}
      </TryAgain>
    );
  }
  if (!hasNextPage) return null;
  return (
    <div>
      <Button variant="secondary" busy={isFetchingNextPage} onClick={fetchNext}>
        Show more
      </Button>
    </div>
  );
}
