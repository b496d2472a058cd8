import {
  type FileReply,
  getRun,
  listBatchFiles,
  listEnvelopesToPull,
} from '../../../../contract/operator/fulfilment.ts';
import { getRunPostage } from '../../../../contract/operator/postage.ts';
import { queryOptions } from '@tanstack/react-query';
import { pagesOf, type PagedQuery } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';

const WHILE_PROVING_MS = 2_000;

export function runQuery(id: string) {
  return queryOptions({
    ...queryOf(getRun, { params: { id } }),
    // Polls until a worker has hashed the files, since the run can't be handed over before.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.printed.unhashed > 0 ? WHILE_PROVING_MS : false,
  });
}

export function filesQuery(run: string, batch: number): PagedQuery<FileReply> {
  return {
    ...pagesOf(listBatchFiles, { params: { id: run, batch: String(batch) } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ sha256 }) => sha256 === null)) ? WHILE_PROVING_MS : false,
  };
}

/** @param on the day whose rates are used; by default the hand-over's */
export function postageQuery(id: string, on?: string) {
  return queryOf(getRunPostage, { params: { id }, query: on === undefined ? {} : { on } });
}

/** @param batch null for all pieces that aren't handed over */
export function pullQuery(id: string, batch: number | null, on: string) {
  const which = { on, ...(batch !== null && { batch: String(batch) }) };
  return pagesOf(listEnvelopesToPull, { params: { id }, query: which });
}
