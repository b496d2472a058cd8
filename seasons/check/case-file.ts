import { SEASONS } from '../shelf.ts';
import type { KnownLine, Letter, SeasonManifest, TheoryPart } from '../season.ts';
import type { Fault, SeasonOnPaper } from './fault.ts';
import { normalized } from './source.ts';
import { isOnPaper } from './voices.ts';

interface Said {
  readonly letter: number;
  readonly says: string;
  readonly quote?: string;
}

const PARTS: readonly TheoryPart[] = ['who', 'how', 'why'];
/** A name inside a sentence; the first word of one may be any word. */
const NAME = /(?<=[\p{L}\p{N},’] )\p{Lu}[\p{L}’]+/gu;
/** Ours, and nobody's in the story. */
const OURS = new Set(['I', 'Light', 'Lights']);

/** What the account says of the story: proved by the letter it names, and silent about every later one. */
export function checkCaseFile(season: SeasonOnPaper): Fault[] {
  const { manifest } = season;
  const lines = linesOf(manifest);
  return [
    ...lines.flatMap((line) => quotationFaults(season, line)),
    ...[...lines, ...labelsOf(manifest), ...hintsOf(manifest)].flatMap((said) => spoilersIn(season, said)),
    ...namesOf(manifest).flatMap((said) => spoilersIn(season, said)),
    ...PARTS.flatMap((part) => optionFaults(manifest, part)),
  ];
}

function linesOf({ caseFile: { characters, places, timeline } }: SeasonManifest): readonly KnownLine[] {
  return [...[...characters, ...places].flatMap(({ lines }) => lines), ...timeline];
}

function labelsOf({ caseFile: { theory } }: SeasonManifest): readonly Said[] {
  return PARTS.flatMap((part) => theory[part]).map(({ letter, label, quote }) => ({ letter, says: label, quote }));
}

/** A name stands beside its first line. */
function namesOf({ caseFile: { characters, places } }: SeasonManifest): readonly Said[] {
  return [...characters, ...places].flatMap(({ name, lines: [first] }) =>
    first === undefined ? [] : [{ letter: first.letter, says: `of ${name}` }],
  );
}

function hintsOf({ puzzles }: SeasonManifest): readonly Said[] {
  return puzzles.flatMap(({ letter, answeredFrom = letter, title, asks, hints, solution }) => [
    ...[title, asks, ...hints].map((says) => ({ letter, says })),
    { letter: answeredFrom, says: `The answer: ${solution}` },
  ]);
}

function quotationFaults({ manifest, texts, artifacts }: SeasonOnPaper, line: KnownLine): Fault[] {
  const letter = manifest.letters.find(({ number }) => number === line.letter);
  if (letter === undefined) return [fault(line, `There is no letter ${line.letter}: ${line.says}`)];
  if (isOnPaper(letter, line, texts.get(letter.number), artifacts)) return [];
  return [fault(line, `“${line.quote}” does not stand there.`)];
}

/** A name that no letter up to this one has, or words that only a later letter has. */
function spoilersIn(season: SeasonOnPaper, said: Said): Fault[] {
  const textOf = (which: (number: number) => boolean): string =>
    season.manifest.letters
      .filter(({ number }) => which(number))
      .map((letter) => wordsOf(season, letter))
      .join(' ');
  const known = `${publicWords(season)} ${textOf((number) => number <= said.letter)}`;
  const later = textOf((number) => number > said.letter);
  const strangers = [...said.says.matchAll(NAME)]
    .map(([name]) => name.replace(/’s$/u, ''))
    .filter((name) => !OURS.has(name) && !known.includes(normalized(name)));
  const borrowed = runsOf(normalized(said.says)).filter((words) => later.includes(words) && !known.includes(words));
  return [
    ...strangers.map((name) => fault(said, `“${name}” is not named yet: ${said.says}`)),
    ...borrowed.map((words) => fault(said, `“${words}” stands in a later letter: ${said.says}`)),
  ];
}

const RUN = 5;

function runsOf(text: string): string[] {
  const words = text.split(' ');
  return words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, at) => words.slice(at, at + RUN).join(' '));
}

/** What visitors may know before the first letter. */
function publicWords({ manifest }: SeasonOnPaper): string {
  const told = SEASONS.find(({ id }) => id === manifest.product);
  return normalized(JSON.stringify(told ?? ''));
}

function wordsOf({ manifest, texts, artifacts }: SeasonOnPaper, letter: Letter): string {
  const text = texts.get(letter.number);
  const enclosed = letter.enclosures.flatMap(({ id, title, described }) => [title, described, artifacts.get(id) ?? '']);
  const writer = manifest.writers[letter.writer]?.name ?? '';
  return normalized([writer, letter.title, text?.writer ?? '', text?.margin ?? '', ...enclosed].join(' '));
}

function optionFaults({ caseFile: { theory } }: SeasonManifest, part: TheoryPart): Fault[] {
  const ids = theory[part].map(({ id }) => id);
  return [
    ...theory.right[part].filter((id) => !ids.includes(id)).map((id) => nothing(`${id} cannot be chosen.`)),
    ...(theory.right[part].length === 0 ? [nothing(`Nothing is right about ${part}.`)] : []),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => nothing(`${id} can be chosen twice.`)),
  ];
}

function nothing(says: string): Fault {
  return { kind: 'case file', letter: null, says };
}

function fault({ letter }: Said, says: string): Fault {
  return { kind: 'case file', letter, says };
}
