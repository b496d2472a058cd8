export const LETTERS_PER_SEASON = 24;
export const MONTHS_PER_SEASON = 12;
export const LETTERS_PER_MONTH = 2;

export const RECOMMENDED_AGE = 14;
export const MINIMUM_AGE = 13;

/** What the public is told of a season: `seasons/<name>/public.ts`. */
export interface Season {
  readonly id: string;
  /** As the catalogue calls it, with a digit (rules/pages 21). */
  readonly name: string;
  readonly title: string;
  readonly story: string;
  readonly setting: string;
  readonly description: string;
  /** Others are only announced (rules/checkout 6). */
  readonly available: boolean;
  readonly teaser: string;
  /** rules/pages 7; none of a season that is only announced. */
  readonly summaries: readonly LetterSummary[];
  /** Letters whose first page is shown to the public, as pictures (rules/pages 45). */
  readonly firstPages: readonly ShownPage[];
}

export interface LetterSummary {
  readonly number: number;
  readonly title: string;
  readonly description: string;
}

export interface ShownPage {
  readonly letter: number;
  /** What the eye sees on it, without a word of it. */
  readonly described: string;
  /** The page may be read as text, too. */
  readonly readable: boolean;
}
