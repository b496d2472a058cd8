import {
  type FileReply,
  getRun,
  listBatchFiles,
  listEnvelopesToPull,
  listRunBatches,
  listRunEvents,
  listRunPieces,
} from '../../../../contract/operator/fulfilment.ts';
import { call } from '../../../app/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { CONSOLE_KEY, listQuery, paged, type PagedQuery, type PageOf } from '../parts/console-queries.ts';

const WHILE_PROVING_MS = 2_000;

export function runQuery(id: string) {
  return queryOptions({
    queryKey: [...CONSOLE_KEY, 'run', id],
    queryFn: ({ signal }) => call(getRun, { params: { id }, signal }),
    // A worker hashes the files; the run cannot be handed over before.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.printed.unhashed > 0 ? WHILE_PROVING_MS : false,
  });
}

export function filesQuery(run: string, batch: number): PagedQuery<FileReply> {
  const params = { id: run, batch: String(batch) };
  return {
    ...paged(['run', run, 'files', batch], (after, signal) => call(listBatchFiles, { params, query: after, signal })),
    refetchInterval: ({ state }) => (state.data?.pages.some(hasUnhashed) ? WHILE_PROVING_MS : false),
  };
}

function hasUnhashed({ items }: PageOf<FileReply>): boolean {
  return items.some(({ sha256 }) => sha256 === null);
}

/** @param batch null for all undispatched pieces */
export function pullQuery(id: string, batch: number | null, on: string) {
  const which = { on, ...(batch !== null && { batch: String(batch) }) };
  return paged(['run', id, 'pull', batch, on], (after, signal) =>
    call(listEnvelopesToPull, { params: { id }, query: { ...which, ...after }, signal }),
  );
}

export type WhichPieces = 'pile' | 'set_aside' | 'waiting';

export function piecesQuery(id: string, which: WhichPieces) {
  return paged(['run', id, 'pieces', which], (after, signal) =>
    call(listRunPieces, { params: { id }, query: { which, ...after }, signal }),
  );
}

export const batchesQuery = listQuery('run', 'batches', listRunBatches);
export const runEventsQuery = listQuery('run', 'events', listRunEvents);
