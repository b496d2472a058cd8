import { type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  CASE_PAGE_PATH,
  getCaseFile,
  getCaseLetter,
  listCaseFiles,
  listCasePuzzles,
} from '../../../contract/case-file.ts';
import type { CaseFileReply } from '../../../contract/case-file.ts';
import { getCaseGroup, listSharedNotes, type CaseGroupReply } from '../../../contract/case-groups.ts';
import { getTheory } from '../../../contract/case-theory.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { isUnreachable } from '../../app/api-failure.ts';
import { call, fetchPicture } from '../../app/api.ts';
import { withSlowFallback } from '../../app/slow-fallback.ts';
import { accountQuery, cacheAnswer, invalidate, queryClient, queryOf } from '../../app/queries.ts';
import {
  deleteClosedFiles,
  type KnownFile,
  knownFileOf,
  listKnownFiles,
  storeKnownFile,
} from '../notes/known-files.ts';

/** Runs even when offline, since a page that waits silently looks broken. */
const ALWAYS = { networkMode: 'always' } as const;

export const caseFileQuery = (season: string) =>
  queryOptions({ ...queryOf(getCaseFile, { params: { season } }), ...ALWAYS });
export const puzzlesQuery = (season: string) =>
  queryOptions({ ...queryOf(listCasePuzzles, { params: { season } }), ...ALWAYS });
export const theoryQuery = (season: string) =>
  queryOptions({ ...queryOf(getTheory, { params: { season } }), ...ALWAYS });

const FILES = queryOf(listCaseFiles);

export const caseFilesQuery = queryOptions({
  ...FILES,
  ...ALWAYS,
  queryFn: ({ signal }) =>
    orAsKnown(FILES.queryKey, askForFiles(signal), (known) =>
      known.length === 0 ? null : { files: known.map(listedFile) },
    ),
});

async function askForFiles(signal: AbortSignal) {
  const reply = await call(listCaseFiles, { signal });
  void deleteClosedFiles(reply.files.map(({ seasonId }) => seasonId));
  return reply;
}

/** What notes can be pinned to; works offline too. */
export const knownFileQuery = (season: string) => {
  const queryKey = ['known case file', season];
  return queryOptions({
    queryKey,
    ...ALWAYS,
    queryFn: () =>
      orAsKnown(
        queryKey,
        askForKnownFile(season),
        (known) => known.find(({ seasonId }) => seasonId === season) ?? null,
      ),
  });
};

async function askForKnownFile(season: string): Promise<KnownFile> {
  const file = knownFileOf(await queryClient.fetchQuery(caseFileQuery(season)));
  void storeKnownFile(file);
  return file;
}

/** @param asKnown null if the device has stored nothing */
async function orAsKnown<T>(
  queryKey: QueryKey,
  asked: Promise<T>,
  asKnown: (known: readonly KnownFile[]) => T | null,
): Promise<T> {
  void asked.then((data) => queryClient.setQueryData(queryKey, data)).catch(() => undefined);
  const lookHere = async () => asKnown(await listKnownFiles());
  try {
    return await withSlowFallback(asked, lookHere);
  } catch (error) {
    const known = isUnreachable(error) ? await lookHere() : null;
    if (known === null) throw error;
    return known;
  }
}

function listedFile({ seasonId, title, letters }: KnownFile) {
  return { seasonId, title, come: letters.length, total: LETTERS_PER_SEASON };
}

export const caseLetterQuery = (season: string, letter: number) =>
  queryOptions({ ...queryOf(getCaseLetter, { params: { season, letter } }), staleTime: Infinity });

export const groupQuery = (season: string) => queryOf(getCaseGroup, { params: { season } });
export const sharedNotesQuery = (season: string, query: { readonly letter?: string; readonly before?: string } = {}) =>
  queryOf(listSharedNotes, { params: { season }, query });

export function cacheGroup(season: string, reply: CaseGroupReply): void {
  cacheAnswer(groupQuery(season), reply);
  // For every letter and page, since members may have joined, left or been blocked.
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
  cacheAnswer(caseFileQuery(file.seasonId), file);
  void invalidate(accountQuery, caseFilesQuery, puzzlesQuery(file.seasonId), theoryQuery(file.seasonId));
}
