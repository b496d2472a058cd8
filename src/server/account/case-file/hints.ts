import { and, eq, sql } from 'drizzle-orm';
import type { CasePuzzle, listCasePuzzles, openHint } from '../../../contract/case-file.ts';
import type { CommerceHandler } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { todayOf } from './case-file.ts';
import { type CaseFile, requireCaseFile } from './letters-at-hand.ts';
import { openedHints } from './schema.ts';

export const handleListCasePuzzles: CommerceHandler<typeof listCasePuzzles> = async ({ ctx, user, params }) => {
  const file = await requireCaseFile(ctx.db, user.userId, params.season, todayOf(ctx));
  return { puzzles: await presentPuzzles(ctx.db, file) };
};

export const handleOpenHint: CommerceHandler<typeof openHint> = async ({ ctx, user, params, body }) => {
  const file = await requireCaseFile(ctx.db, user.userId, params.season, todayOf(ctx));
  const puzzle = orNotFound(
    puzzlesAtHand(file).find(({ id }) => id === body.puzzle),
    'puzzle',
  );
  await ctx.db.transaction(async (tx) => {
    const opened = (await countHints(tx, file)).get(puzzle.id) ?? 0;
    if (body.rung > opened + 1) throw new ApiError('wrong_state', 'Open the hint before it first.');
    const { userId, season } = file;
    await tx
      .insert(openedHints)
      .values({ userId, seasonId: season.product, puzzle: puzzle.id, rung: body.rung, openedAt: ctx.clock.now() })
      .onConflictDoNothing();
  });
  return { puzzles: await presentPuzzles(ctx.db, file) };
};

function puzzlesAtHand({ season, atHand }: CaseFile) {
  return season.puzzles.filter(({ letter }) => atHand.has(letter)).toSorted((one, other) => one.letter - other.letter);
}

/** By puzzle. */
async function countHints(db: Db, { userId, season }: CaseFile): Promise<Map<string, number>> {
  const rows = await db
    .select({ puzzle: openedHints.puzzle, rungs: sql<number>`count(*)::int` })
    .from(openedHints)
    .where(and(eq(openedHints.userId, userId), eq(openedHints.seasonId, season.product)))
    .groupBy(openedHints.puzzle);
  return new Map(rows.map(({ puzzle, rungs }) => [puzzle, rungs]));
}

async function presentPuzzles(db: Db, file: CaseFile): Promise<CasePuzzle[]> {
  const opened = await countHints(db, file);
  return puzzlesAtHand(file).map(({ id, letter, answeredFrom = letter, title, asks, hints, solution }) => {
    const shown = opened.get(id) ?? 0;
    return {
      id,
      letter,
      title,
      asks,
      hints: hints.slice(0, shown),
      rungs: hints.length,
      answer: shown === hints.length && file.atHand.has(answeredFrom) ? solution : null,
    };
  });
}

/** How many hints a user has asked for in a season. */
export async function countOpenedHints(db: Db, userId: string, seasonId: string): Promise<number> {
  return await db.$count(openedHints, and(eq(openedHints.userId, userId), eq(openedHints.seasonId, seasonId)));
}
