import type {
  getTheory,
  saveTheory,
  sealTheory,
  Theory,
  TheoryChoice,
  TheoryReply,
} from '../../../../contract/case-theory.ts';
import { isAllRight, isRight, rightFrom, SEALED_AT_LEAST, shareOf, countShown } from '../../../../domain/theory.ts';
import type { TheoryPart } from '../../../../../seasons/season.ts';
import type { CommerceContext, CommerceHandler } from '../../../commerce/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/api-error.ts';
import { todayOf } from '../case-file.ts';
import { countOpenedHints } from '../hints.ts';
import { type CaseFile, requireCaseFile } from '../letters-at-hand.ts';
import {
  countSealed,
  findTheory,
  listTheorySteps,
  readSealedChoices,
  type SealedAlike,
  type StoredTheory,
  storeTheory,
} from './queries.ts';

const PARTS: readonly TheoryPart[] = ['who', 'how', 'why'];

export const handleGetTheory: CommerceHandler<typeof getTheory> = async ({ ctx, user, params }) => {
  return await presentTheory(ctx.db, await requireCaseFile(ctx.db, user.userId, params.season, todayOf(ctx)));
};

export const handleSaveTheory: CommerceHandler<typeof saveTheory> = async ({ ctx, user, params, body }) => {
  const file = await requireCaseFile(ctx.db, user.userId, params.season, todayOf(ctx));
  await store(ctx, file, body, null);
  return await presentTheory(ctx.db, file);
};

export const handleSealTheory: CommerceHandler<typeof sealTheory> = async ({ ctx, user, params, body }) => {
  const file = await requireCaseFile(ctx.db, user.userId, params.season, todayOf(ctx));
  await store(ctx, file, body, ctx.clock.now());
  return await presentTheory(ctx.db, file);
};

export function isOver({ season, atHand }: CaseFile): boolean {
  return atHand.has(season.letters.length);
}

/** @throws ApiError not_found, wrong_state */
async function store(ctx: CommerceContext, file: CaseFile, theory: Theory, sealedAt: Date | null): Promise<void> {
  for (const part of PARTS) {
    const chosen = theory[part];
    if (chosen !== null && optionsOf(file, part).every(({ id }) => id !== chosen)) throw notFound('answer');
  }
  if (isOver(file))
    throw new ApiError('wrong_state', 'The last letter has arrived, so your theory can’t be changed anymore.');
  if (file.atHand.size === 0)
    throw new ApiError(
      'wrong_state',
      'None of your letters has arrived yet. You can enter a theory after the first one arrives.',
    );
  const { userId, season, atHand } = file;
  const row = {
    ...theory,
    userId,
    seasonId: season.product,
    letters: atHand.size,
    updatedAt: ctx.clock.now(),
    sealedAt,
  };
  const isStored = await ctx.db.transaction((tx) => storeTheory(tx, row));
  if (!isStored) throw new ApiError('wrong_state', 'That theory is sealed and can’t be changed.');
}

function optionsOf({ season, atHand }: CaseFile, part: TheoryPart): TheoryChoice[] {
  return season.caseFile.theory[part]
    .filter(({ letter }) => atHand.has(letter))
    .map(({ id, label, letter }) => ({ id, label, letter }));
}

async function presentTheory(db: Db, file: CaseFile): Promise<TheoryReply> {
  const stored = await findTheory(db, { userId: file.userId, seasonId: file.season.product });
  return {
    who: optionsOf(file, 'who'),
    how: optionsOf(file, 'how'),
    why: optionsOf(file, 'why'),
    theory: {
      who: stored?.who ?? null,
      how: stored?.how ?? null,
      why: stored?.why ?? null,
      words: stored?.words ?? '',
    },
    savedAt: stored?.updatedAt.toISOString() ?? null,
    sealedAt: stored?.sealedAt?.toISOString() ?? null,
    sealedWith: stored === null || stored.sealedAt === null ? null : stored.letters,
    canSeal: file.atHand.size > 0 && !isOver(file) && (stored?.sealedAt ?? null) === null,
    opened: isOver(file) ? await openTheory(db, file, stored) : null,
  };
}

/** The result of a theory, only for users who have received the last letter. */
export async function openTheory(
  db: Db,
  { userId, season }: CaseFile,
  stored: StoredTheory | null,
): Promise<NonNullable<TheoryReply['opened']>> {
  const { right } = season.caseFile.theory;
  const choices = stored ?? { who: null, how: null, why: null };
  const verdictOn = (part: TheoryPart) => ({ right: isRight(choices, right, part), was: labelOf(season, part) });
  return {
    who: verdictOn('who'),
    how: verdictOn('how'),
    why: verdictOn('why'),
    rightFrom: rightFrom(await listTheorySteps(db, { userId, seasonId: season.product }), right),
    hints: await countOpenedHints(db, userId, season.product),
    others: await othersOf(db, season),
  };
}

/** The right answer's label; the most complete one if several are right. */
function labelOf({ caseFile: { theory } }: CaseFile['season'], part: TheoryPart): string {
  const id = theory.right[part].at(-1);
  return theory[part].find((option) => option.id === id)?.label ?? '';
}

async function othersOf(db: Db, season: CaseFile['season']): Promise<NonNullable<TheoryReply['opened']>['others']> {
  const shown = countShown(await countSealed(db, season.product));
  const sealed = shown === 0 ? [] : await readSealedChoices(db, season.product, shown);
  const count = sum(sealed);
  if (count < SEALED_AT_LEAST) return null;
  const { right } = season.caseFile.theory;
  const share = (part: TheoryPart) => shareOf(sum(sealed.filter((choices) => isRight(choices, right, part))), count);
  const all = shareOf(sum(sealed.filter((choices) => isAllRight(choices, right))), count);
  return { count, who: share('who'), how: share('how'), why: share('why'), all };
}

function sum(alike: readonly SealedAlike[]): number {
  return alike.reduce((all, { count }) => all + count, 0);
}
