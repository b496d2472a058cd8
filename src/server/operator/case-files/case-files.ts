import { CATALOGUE } from '../../../../seasons/catalogue.ts';
import type { CaseFigures } from '../../../contract/operator/case-files.ts';
import {
  countHintsByPuzzle,
  countOpenedByLetter,
  countTheoriesSealed,
  listLetterFaultPage,
} from '../../account/case-file/figures.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, pageOf, QUERY_LIMIT } from '../calls/paging.ts';

export const caseFileHandlers = {
  async getCaseFigures({ ctx: { db } }) {
    return { seasons: await Promise.all(CATALOGUE.map((season) => readSeason(db, season))) };
  },

  async listLetterFaults({ ctx: { db }, query: { after } }) {
    const rows = await listLetterFaultPage(db, decodeCursor(after), QUERY_LIMIT);
    return pageOf(
      rows,
      ({ id, userId, seasonId, letter, says, reportedAt }) => ({
        id,
        userId,
        seasonId,
        letter,
        says,
        reportedAt: reportedAt.toISOString(),
      }),
      ({ id, reportedAt }) => encodeCursor({ at: reportedAt, id }),
    );
  },
} satisfies Partial<OperatorHandlers>;

/** Without a puzzle's words, which would spoil the season for operators. */
async function readSeason(
  db: Db,
  { product, title, letters, puzzles }: (typeof CATALOGUE)[number],
): Promise<CaseFigures> {
  const opened = await countOpenedByLetter(db, product);
  const asked = await countHintsByPuzzle(db, product);
  return {
    seasonId: product,
    title,
    letters: letters.map(({ number }) => {
      const row = opened.find(({ letter }) => letter === number);
      return { letter: number, opened: row?.opened ?? 0, last: row?.last ?? 0 };
    }),
    puzzles: puzzles
      .map(({ id, letter }) => ({
        puzzle: id,
        letter,
        hints: asked.find(({ puzzle }) => puzzle === id)?.hints ?? [0, 0, 0],
      }))
      .toSorted((one, other) => one.letter - other.letter),
    theoriesSealed: await countTheoriesSealed(db, product),
  };
}
