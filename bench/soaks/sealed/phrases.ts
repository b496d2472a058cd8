import { GUARDED } from '../../../seasons/one/guarded.ts';
import { manifest } from '../../../seasons/one/manifest.ts';
import { LETTERS_PER_SEASON } from '../../../src/domain/season.ts';
import { upTo } from '../../../test/load/in-parallel.ts';

export const LETTERS = upTo(LETTERS_PER_SEASON).map((index) => index + 1);

/** How many guarded phrases each letter after the first has, and how many an open letter shows: two telegrams may split one. */
const AT_LEAST = 20;
const FOUND_AT_LEAST = 18;

/** By letter. */
export type Phrases = ReadonlyMap<number, readonly string[]>;

/** The season's own list, and what case file and puzzles say from each letter on. */
export function phrasesByLetter(): Phrases {
  const { caseFile, puzzles } = manifest;
  const said = [
    ...[...caseFile.characters, ...caseFile.places].flatMap(({ lines }) => lines),
    ...caseFile.timeline,
    ...puzzles.flatMap(({ letter, asks, hints }) => [asks, ...hints].map((says) => ({ letter, says }))),
  ];
  const all = LETTERS.map((letter) => {
    const guarded = guardedOf(letter);
    if (letter > 1 && guarded.length < AT_LEAST)
      throw new Error(`Letter ${letter} has ${guarded.length} guarded phrases.`);
    const own = said.filter((line) => line.letter === letter).map(({ says }) => plain(says));
    return [letter, [...guarded, ...own]] as const;
  });
  return new Map(all);
}

function guardedOf(letter: number): string[] {
  return (GUARDED.ofLetter[String(letter)] ?? []).map(plain);
}

export function countOf(phrases: Phrases): number {
  return [...phrases.values()].flat().length;
}

/** Outlines of a picture's letters, nine tenths of its text. */
const OUTLINES = / d="[^"]*"/g;
/** Words that only a screen reader says. */
const ALOUD = /\{"text":"[^"]*","marks":\["aloud"\]\},?/g;
/** What separates two runs of a passage (one may be italic), and two passages. */
const JOINT = /","marks":\[[^\]]*\]\},\{"text":"/g;
const BREAK = /","marks":\[[^\]]*\]\}\]\},\{"kind":"[^"]*","runs":\[\{"text":"/g;

function plain(text: string): string {
  return text
    .replaceAll(OUTLINES, '')
    .replaceAll(ALOUD, '')
    .replaceAll(JOINT, '')
    .replaceAll(BREAK, ' ')
    .toLowerCase()
    .replaceAll(/\\u201[89]|&#(?:x27|39);|[‘’]/g, "'")
    .replaceAll(/(?:\\n|\s)+/g, ' ');
}

/** @throws Error when a text says anything of a letter later than those that have come */
export function refuseEarly(text: string, come: number, phrases: Phrases, place: string): void {
  const said = plain(text);
  for (const [letter, guarded] of phrases) {
    const found = letter <= come ? undefined : guarded.find((phrase) => said.includes(phrase));
    if (found !== undefined) throw new Error(`${place} says “${found}”, which is of letter ${letter}.`);
  }
}

/** An open letter shows its guarded phrases; otherwise not finding them elsewhere would prove nothing. @throws Error */
export function expectGuarded(text: string, letter: number): void {
  const said = plain(text);
  const guarded = guardedOf(letter);
  const found = guarded.filter((phrase) => said.includes(phrase));
  if (letter > 1 && found.length < FOUND_AT_LEAST)
    throw new Error(`Letter ${letter}, opened, says ${found.length} of ${guarded.length} guarded phrases.`);
}
