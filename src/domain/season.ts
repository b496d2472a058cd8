export const LETTERS_PER_SEASON = 24;
export const MONTHS_PER_SEASON = 12;
export const LETTERS_PER_MONTH = 2;

export const RECOMMENDED_AGE = 14;
export const MINIMUM_AGE = 13;

/** What the public may know about a season, from `seasons/<name>/public.ts`. */
export interface Season {
  readonly id: string;
  /** The name in the catalogue, with a digit (rules/pages 21). */
  readonly name: string;
  readonly title: string;
  readonly story: string;
  readonly setting: string;
  readonly description: string;
  /** If false, the season is only announced (rules/checkout 6). */
  readonly available: boolean;
  readonly teaser: string;
  /** Summaries of its letters (rules/pages 7); empty for a season that is only announced. */
  readonly summaries: readonly LetterSummary[];
  /** Letters whose first page the website shows as a picture (rules/pages 45). */
  readonly firstPages: readonly ShownPage[];
}

export interface LetterSummary {
  readonly number: number;
  readonly title: string;
  readonly description: string;
}

export interface ShownPage {
  readonly letter: number;
  /** Describes how the page looks, without quoting it. */
  readonly described: string;
  /** The website also shows the page as text. */
  readonly readable: boolean;
}
