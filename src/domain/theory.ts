export interface TheoryChoices {
  readonly who: string | null;
  readonly how: string | null;
  readonly why: string | null;
}

export interface TheoryAt extends TheoryChoices {
  /** How many letters the user had received at the last change. */
  readonly letters: number;
}

/** Ids of the right choices, at least one for each part. */
export type RightChoices = Readonly<Record<keyof TheoryChoices, readonly string[]>>;

export function isRight(choices: TheoryChoices, right: RightChoices, part: keyof TheoryChoices): boolean {
  const chosen = choices[part];
  return chosen !== null && right[part].includes(chosen);
}

export function isAllRight(choices: TheoryChoices, right: RightChoices): boolean {
  return isRight(choices, right, 'who') && isRight(choices, right, 'how') && isRight(choices, right, 'why');
}

/**
 * The number of letters from which on every theory was right; null if the last one was wrong.
 * @param steps ordered by number of letters, ascending
 */
export function rightFrom(steps: readonly TheoryAt[], right: RightChoices): number | null {
  const lastWrong = steps.findLastIndex((step) => !isAllRight(step, right));
  return steps[lastWrong + 1]?.letters ?? null;
}

export const SEALED_AT_LEAST = 20;

/** Rounds down to whole groups, so that two answers never differ by a single user. */
export function countShown(sealed: number): number {
  return Math.floor(sealed / SEALED_AT_LEAST) * SEALED_AT_LEAST;
}

const STEP_PERCENT = 5;

/** In percent, rounded to the nearest five. */
export function shareOf(count: number, all: number): number {
  return all === 0 ? 0 : Math.round((100 * count) / all / STEP_PERCENT) * STEP_PERCENT;
}
