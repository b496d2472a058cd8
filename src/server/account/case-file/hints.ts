import { and, eq, sql } from 'drizzle-orm';
import type { CasePuzzle, checkAnswer, listCasePuzzles, openHint } from '../../../contract/case-file.ts';
import { isRightAnswer } from '../../../domain/typed-answer.ts';
import type { CommerceHandler } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Puzzle, TypedAnswer } from '../../../../seasons/season.ts';
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
  const puzzle = requirePuzzle(file, body.puzzle);
  await ctx.db.transaction(async (tx) => {
    const opened = (await countHints(tx, file)).get(puzzle.id) ?? 0;
    if (body.rung > opened + 1) throw new ApiError('wrong_state', 'Open the previous hint first.');
    const { userId, season } = file;
    await tx
      .insert(openedHints)
      .values({ userId, seasonId: season.product, puzzle: puzzle.id, rung: body.rung, openedAt: ctx.clock.now() })
      .onConflictDoNothing();
  });
  return { puzzles: await presentPuzzles(ctx.db, file) };
};

export const handleCheckAnswer: CommerceHandler<typeof checkAnswer> = async ({ ctx, user, params, body }) => {
  const file = await requireCaseFile(ctx.db, user.userId, params.season, todayOf(ctx));
  const puzzle = requirePuzzle(file, body.puzzle);
  const typed = typedAnswerOf(file, puzzle);
  if (typed === null) throw new ApiError('wrong_state', 'You can’t check an answer to this puzzle here.');
  const right = isRightAnswer(body.answer, typed.accepts);
  return { right, solution: right ? puzzle.solution : null };
};

/** @throws ApiError not_found */
function requirePuzzle(file: CaseFile, wanted: string): Puzzle {
  return orNotFound(
    puzzlesAtHand(file).find(({ id }) => id === wanted),
    'puzzle',
  );
}

/** Null if the puzzle takes no typed answer, or until the user has received the letter that gives the answer. */
function typedAnswerOf({ atHand }: CaseFile, { letter, answeredFrom = letter, typed }: Puzzle): TypedAnswer | null {
  return typed !== undefined && atHand.has(answeredFrom) ? typed : null;
}

function puzzlesAtHand({ season, atHand }: CaseFile) {
  return season.puzzles.filter(({ letter }) => atHand.has(letter)).toSorted((one, other) => one.letter - other.letter);
}

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
  return puzzlesAtHand(file).map((puzzle) => {
    const { id, letter, answeredFrom = letter, title, asks, hints, solution } = puzzle;
    const shown = opened.get(id) ?? 0;
    return {
      id,
      letter,
      title,
      asks,
      hints: hints.slice(0, shown),
      rungs: hints.length,
      answer: shown === hints.length && file.atHand.has(answeredFrom) ? solution : null,
      answerLabel: typedAnswerOf(file, puzzle)?.label ?? null,
    };
  });
}

/** How many hints a user has opened in a season. */
export async function countOpenedHints(db: Db, userId: string, seasonId: string): Promise<number> {
  return await db.$count(openedHints, and(eq(openedHints.userId, userId), eq(openedHints.seasonId, seasonId)));
}
