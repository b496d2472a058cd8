import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { getCalendar, listHolidays } from '../../../../contract/operator/calendar.ts';
import { getFigures, listLog, listEmails, listPromotions } from '../../../../contract/operator/desk.ts';
import {
  getSubscriber,
  getSubscription,
  listSubscriberAddresses,
  listSubscriberGifts,
  listSubscriberEmails,
  listSubscriberSubscriptions,
  listSubscriptionDisputes,
  listSubscriptionEvents,
  listSubscriptionInvoices,
  listSubscriptionPieces,
  searchGifts,
  searchSubscribers,
} from '../../../../contract/operator/subscribers.ts';
import {
  type FileReply,
  getRun,
  getToday,
  listBatchFiles,
  listEnvelopesToPull,
  listReships,
  listRunBatches,
  listRunEvents,
  listRunPieces,
  listRuns,
  listTrouble,
} from '../../../../contract/operator/fulfilment.ts';
import type { paged as paging } from '../../../../contract/operator/paging.ts';
import { call } from '../../../app/api.ts';

/** The key of all console data: a mutation makes all of it stale. */
export const CONSOLE_KEY = ['operator'] as const;

export const todayQuery = queryOptions({
  queryKey: [...CONSOLE_KEY, 'today'],
  queryFn: ({ signal }) => call(getToday, { signal }),
});

export function runQuery(id: string) {
  return queryOptions({
    queryKey: [...CONSOLE_KEY, 'run', id],
    queryFn: ({ signal }) => call(getRun, { params: { id }, signal }),
    // A worker hashes the files; the run cannot be handed over before.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.printed.unhashed > 0 ? WHILE_PROVING_MS : false,
  });
}

const WHILE_PROVING_MS = 2_000;

interface PageOf<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

function paged<Item>(
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

export type WhichPieces = 'pile' | 'set_aside' | 'waiting';

export function piecesQuery(id: string, which: WhichPieces) {
  return paged(['run', id, 'pieces', which], (after, signal) =>
    call(listRunPieces, { params: { id }, query: { which, ...after }, signal }),
  );
}

export function filesQuery(run: string, batch: number): PagedQuery<FileReply> {
  const params = { id: run, batch: String(batch) };
  return {
    ...paged(['run', run, 'files', batch], (after, signal) => call(listBatchFiles, { params, query: after, signal })),
    refetchInterval: ({ state }) => (state.data?.pages.some(hasUnhashed) ? WHILE_PROVING_MS : false),
  };
}

/** @param batch null for all undispatched pieces */
export function pullQuery(id: string, batch: number | null, on: string) {
  const which = { on, ...(batch !== null && { batch: String(batch) }) };
  return paged(['run', id, 'pull', batch, on], (after, signal) =>
    call(listEnvelopesToPull, { params: { id }, query: { ...which, ...after }, signal }),
  );
}

function hasUnhashed({ items }: PageOf<FileReply>): boolean {
  return items.some(({ sha256 }) => sha256 === null);
}

export function troubleQuery(state: 'set_aside' | 'lost' | 'returned') {
  return paged(['trouble', state], (after, signal) => call(listTrouble, { query: { state, ...after }, signal }));
}

export const reshipsQuery = paged(['reships'], (after, signal) => call(listReships, { query: after, signal }));

export function subscribersQuery(q: string) {
  return paged(['subscribers', q], (after, signal) => call(searchSubscribers, { query: { q, ...after }, signal }));
}

export function giftsQuery(q: string) {
  return paged(['gifts', q], (after, signal) => call(searchGifts, { query: { q, ...after }, signal }));
}

export function subscriberQuery(id: string) {
  return queryOptions({
    queryKey: [...CONSOLE_KEY, 'subscriber', id],
    queryFn: ({ signal }) => call(getSubscriber, { params: { id }, signal }),
  });
}

type ListOf<Item> = Endpoint<
  z.ZodMiniType<{ id: string }, { id: string }>,
  undefined,
  z.ZodMiniType<PageOf<Item>>,
  typeof paging
>;

function listQuery<Item>(of: string, name: string, endpoint: ListOf<Item>) {
  return (id: string) =>
    paged([of, id, name], (after, signal) => call(endpoint, { params: { id }, query: after, signal }));
}

export const subscriberSubscriptionsQuery = listQuery('subscriber', 'subscriptions', listSubscriberSubscriptions);
export const subscriberAddressesQuery = listQuery('subscriber', 'addresses', listSubscriberAddresses);
export const subscriberGiftsQuery = listQuery('subscriber', 'gifts', listSubscriberGifts);
export const subscriberEmailsQuery = listQuery('subscriber', 'emails', listSubscriberEmails);
export const invoicesQuery = listQuery('subscription', 'invoices', listSubscriptionInvoices);
export const disputesQuery = listQuery('subscription', 'disputes', listSubscriptionDisputes);
export const subscriptionPiecesQuery = listQuery('subscription', 'pieces', listSubscriptionPieces);
export const subscriptionEventsQuery = listQuery('subscription', 'events', listSubscriptionEvents);
export const batchesQuery = listQuery('run', 'batches', listRunBatches);
export const runEventsQuery = listQuery('run', 'events', listRunEvents);

export function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: [...CONSOLE_KEY, 'subscription', id],
    queryFn: ({ signal }) => call(getSubscription, { params: { id }, signal }),
  });
}

export function emailsQuery(status: 'failed' | 'queued') {
  return paged(['emails', status], (after, signal) => call(listEmails, { query: { status, ...after }, signal }));
}

export const promotionsQuery = paged(['promotions'], (after, signal) => call(listPromotions, { query: after, signal }));

export function figuresQuery(days: string) {
  return queryOptions({
    queryKey: [...CONSOLE_KEY, 'figures', days],
    queryFn: ({ signal }) => call(getFigures, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const logQuery = paged(['log'], (after, signal) => call(listLog, { query: after, signal }));

export function logOfQuery(subscription: string) {
  return paged(['log', subscription], (after, signal) => call(listLog, { query: { subscription, ...after }, signal }));
}

export const calendarQuery = queryOptions({
  queryKey: [...CONSOLE_KEY, 'calendar'],
  queryFn: ({ signal }) => call(getCalendar, { signal }),
});

export const holidaysQuery = paged(['holidays'], (after, signal) => call(listHolidays, { query: after, signal }));
