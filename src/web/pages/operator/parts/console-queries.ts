import { infiniteQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { listRuns } from '../../../../contract/operator/fulfilment.ts';
import type { paged as paging } from '../../../../contract/operator/paging.ts';
import { call } from '../../../app/api.ts';

/** The key of all console data: a mutation makes all of it stale. */
export const CONSOLE_KEY = ['operator'] as const;

export interface PageOf<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

/** A list of the console, a page at a time. */
export function paged<Item>(
  key: readonly unknown[],
  read: (after: { after?: string }, signal: AbortSignal) => Promise<PageOf<Item>>,
) {
  return infiniteQueryOptions({
    queryKey: [...CONSOLE_KEY, ...key],
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: PageOf<Item>) => next,
  });
}

export type PagedQuery<Item> = ReturnType<typeof paged<Item>>;

export function runsQuery(which: 'all' | 'todo' | 'coming') {
  return paged(['runs', which], (after, signal) => call(listRuns, { query: { which, ...after }, signal }));
}

type ListOf<Item> = Endpoint<
  z.ZodMiniType<{ id: string }, { id: string }>,
  undefined,
  z.ZodMiniType<PageOf<Item>>,
  typeof paging
>;

/** An endpoint that lists something of one run, subscriber or subscription. */
export function listQuery<Item>(of: string, name: string, endpoint: ListOf<Item>) {
  return (id: string) =>
    paged([of, id, name], (after, signal) => call(endpoint, { params: { id }, query: after, signal }));
}
