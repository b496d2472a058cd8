import type { KnownLine, SeasonCase, TheoryOptions } from '../season.ts';
import type { FaultKind } from './fault.ts';
import type { Sample } from './sample.ts';

/** What is wrong with what the account says of a season. */
export const CASE_FILE_MUTATIONS: readonly (readonly [string, FaultKind, (season: Sample) => void])[] = [
  ['a hint that names a later letter’s writer', 'case file', hints(['Count.', 'Ask for Cora.', 'Look.'])],
  ['an answer that names a later letter’s writer', 'case file', solution('It was Cora')],
  ['a line of the account that its letter does not say', 'case file', firstLine({ quote: 'I never lock it' })],
  ['a line of a letter that does not exist', 'case file', firstLine({ letter: 9 })],
  ['a line that names a person of a later letter', 'case file', firstLine({ says: 'Is afraid of Cora.' })],
  ['a line in a later letter’s words', 'case file', firstLine({ says: 'The mill was worth a quarrel.' })],
  [
    'a right answer that cannot be chosen',
    'case file',
    theory({ right: { who: ['ada'], how: ['bottle'], why: ['mill'] } }),
  ],
  ['a question without a right answer', 'case file', theory({ right: { who: [], how: ['bottle'], why: ['mill'] } })],
  [
    'an option that is there twice',
    'case file',
    caseFile(({ theory: options }) => ({ theory: { ...options, why: [...options.why, ...options.why] } })),
  ],
];

function caseFile(change: (before: SeasonCase) => Partial<SeasonCase>): (season: Sample) => void {
  return (season) => {
    const before = season.manifest.caseFile;
    season.manifest = { ...season.manifest, caseFile: { ...before, ...change(before) } };
  };
}

function firstLine(change: Partial<KnownLine>): (season: Sample) => void {
  return caseFile(({ characters }) => ({
    characters: characters.map((one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, ...change })) })),
  }));
}

function theory(change: Partial<TheoryOptions>): (season: Sample) => void {
  return caseFile(({ theory: before }) => ({ theory: { ...before, ...change } }));
}

function solution(changed: string): (season: Sample) => void {
  return (season) => {
    const puzzles = season.manifest.puzzles.map((one) => ({ ...one, solution: changed }));
    season.manifest = { ...season.manifest, puzzles };
  };
}

function hints(changed: readonly [string, string, string]): (season: Sample) => void {
  return (season) => {
    const puzzles = season.manifest.puzzles.map((one) => ({ ...one, hints: changed }));
    season.manifest = { ...season.manifest, puzzles };
  };
}
