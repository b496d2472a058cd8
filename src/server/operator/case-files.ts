import { CATALOGUE } from '../../../seasons/catalogue.ts';
import type { CaseFigures } from '../../contract/operator/case-files.ts';
import {
  countHintsByPuzzle,
  countOpenedByLetter,
  countTheoriesSealed,
  type LetterFault,
  listOpenFaultPage,
  settleFault,
} from '../account/case-file/figures.ts';
import { writeOperatorLog } from '../platform/operator-log.ts';
import type { Db } from '../platform/db/database.ts';
import { orNotFound } from '../platform/api-error.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { decodeCursor, encodeCursor, pageOf, QUERY_LIMIT } from './calls/paging.ts';

export const caseFileHandlers = {
  async getCaseFigures({ ctx: { db } }) {
    return { seasons: await Promise.all(CATALOGUE.map((season) => readSeason(db, season))) };
  },

  async listLetterFaults({ ctx: { db }, query: { after } }) {
    const rows = await listOpenFaultPage(db, decodeCursor(after), QUERY_LIMIT);
    return pageOf(rows, presentFault, ({ id, reportedAt }) => encodeCursor({ at: reportedAt, id }));
  },

  async settleLetterFault({ ctx: { db, clock }, params: { id }, body: { note }, act }) {
    const now = clock.now();
    return await db.transaction(async (tx) => {
      const settled = orNotFound(await settleFault(tx, id, now), 'report');
      const what = { action: 'letter_fault_settled', subject: settled.userId, subscriptionId: null } as const;
      await writeOperatorLog(
        tx,
        { ...act, ...what, note, detail: { seasonId: settled.seasonId, letter: settled.letter } },
        now,
      );
      return presentFault(settled);
    });
  },
} satisfies Partial<OperatorHandlers>;

function presentFault({ id, userId, seasonId, letter, says, reportedAt }: LetterFault) {
  return { id, userId, seasonId, letter, says, reportedAt: reportedAt.toISOString() };
}

/** Leaves out the puzzles' texts, which would spoil the season for operators. */
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
