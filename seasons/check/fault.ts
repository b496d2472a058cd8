import type { Assertion, Letter, SeasonBounds, SeasonFacts, SeasonManifest } from '../season.ts';
import type { LetterText } from './source.ts';

export type FaultKind =
  | 'numbering'
  | 'unknown name'
  | 'weekday'
  | 'dateline'
  | 'postmark'
  | 'age'
  | 'knowledge'
  | 'the dead write'
  | 'quotation'
  | 'unmarked lie'
  | 'lie'
  | 'lie not contradicted'
  | 'premise'
  | 'false trail'
  | 'enclosure'
  | 'object'
  | 'puzzle'
  | 'name of the subscriber'
  | 'young word'
  | 'not this hand'
  | 'straight quotation mark'
  | 'length'
  | 'sheets'
  | 'weight'
  | 'fold'
  | 'margin of the sheet'
  | 'grey'
  | 'source'
  | 'case file'
  | 'guarded phrase'
  | 'look for';

export interface Fault {
  readonly kind: FaultKind;
  /** Null where the season as a whole is at fault. */
  readonly letter: number | null;
  readonly says: string;
}

/** A season as it lies in its folder, read. */
export interface SeasonOnPaper {
  readonly manifest: SeasonManifest;
  readonly facts: SeasonFacts;
  /** By number of the letter. */
  readonly texts: ReadonlyMap<number, LetterText>;
  /** Text of the enclosures' data, by id, beside what is described. */
  readonly artifacts: ReadonlyMap<string, string>;
  /** Paths below the season's folder. */
  readonly files: ReadonlySet<string>;
  /** Word -> the year in which it was first printed. */
  readonly youngWords: ReadonlyMap<string, number>;
}

const FULL_SEASON: SeasonBounds = {
  words: { min: 14_000, max: 20_000 },
  lettersWithEnclosures: 14,
  puzzles: 10,
  plantedBy: 18,
  closedBy: 22,
};

export function boundsOf({ bounds }: SeasonManifest): SeasonBounds {
  return bounds ?? FULL_SEASON;
}

/** Who says it: the pencil in the margin where one is named. */
export function speakerOf(letter: Letter, { by }: Pick<Assertion, 'by'>): string {
  return by ?? letter.writer;
}

/** When the pencil or the pen wrote it. */
export function saidAt(letter: Letter, quoted: Pick<Assertion, 'by'>): string {
  const isNote = quoted.by !== undefined && quoted.by !== letter.writer;
  return endOf(isNote ? (letter.annotated ?? letter.written) : letter.written);
}

/** A day without an hour is over at its end. */
export function endOf(time: string): string {
  return time.includes('T') ? time : `${time}T23:59`;
}

export function beginOf(time: string): string {
  return time.includes('T') ? time : `${time}T00:00`;
}
