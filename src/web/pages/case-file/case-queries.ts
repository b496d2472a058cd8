import { queryOptions } from '@tanstack/react-query';
import {
  CASE_PAGE_PATH,
  getCaseFile,
  getCaseLetter,
  listCaseFiles,
  listCasePuzzles,
} from '../../../contract/case-file.ts';
import type { CaseFileReply } from '../../../contract/case-file.ts';
import { getTheory } from '../../../contract/case-theory.ts';
import { getCaseGroup, listSharedNotes, type CaseGroupReply } from '../../../contract/case-groups.ts';
import { fetchPicture } from '../../app/api.ts';
import { accountQuery, invalidate, queryClient, queryOf } from '../../app/queries.ts';

export const caseFilesQuery = queryOf(listCaseFiles);
export const caseFileQuery = (season: string) => queryOf(getCaseFile, { params: { season } });
export const puzzlesQuery = (season: string) => queryOf(listCasePuzzles, { params: { season } });
export const theoryQuery = (season: string) => queryOf(getTheory, { params: { season } });

export const caseLetterQuery = (season: string, letter: number) =>
  queryOptions({ ...queryOf(getCaseLetter, { params: { season, letter } }), staleTime: Infinity });

export const groupQuery = (season: string) => queryOf(getCaseGroup, { params: { season } });
export const sharedNotesQuery = (season: string, query: { readonly letter?: string; readonly before?: string } = {}) =>
  queryOf(listSharedNotes, { params: { season }, query });

export function cacheGroup(season: string, reply: CaseGroupReply): void {
  queryClient.setQueryData(groupQuery(season).queryKey, reply);
  // Of every letter and page: somebody may have come, gone or been blocked.
  void invalidate({ queryKey: [listSharedNotes.path] });
}

const PICTURES_STAY_MS = 10 * 60_000;

export const pictureQuery = (season: string, letter: number, page: number) =>
  queryOptions({
    queryKey: [CASE_PAGE_PATH, season, letter, page],
    queryFn: ({ signal }) =>
      fetchPicture(CASE_PAGE_PATH, { season, letter: String(letter), page: String(page) }, signal),
    staleTime: Infinity,
    gcTime: PICTURES_STAY_MS,
  });

export function cacheCaseFile(file: CaseFileReply): void {
  queryClient.setQueryData(caseFileQuery(file.seasonId).queryKey, file);
  void invalidate(accountQuery, caseFilesQuery, puzzlesQuery(file.seasonId), theoryQuery(file.seasonId));
}
