import type { Letter } from '../season.ts';
import type { Fault, SeasonOnPaper } from './fault.ts';
import { normalized } from './source.ts';

/** As long as two short sentences, which is what an email has room for. */
const LENGTH = { min: 30, max: 200 };
/** So many words in a row are the letter's own, and no coincidence. */
const OWN_WORDS = 4;

/** What a reader is told to look for: for each letter, and without a word of what neither has come yet nor been read. */
export function checkLookFor(season: SeasonOnPaper): Fault[] {
  const { letters, lookFor } = season.manifest;
  const numbers = new Set(letters.map(({ number }) => number));
  const spare = Object.keys(lookFor).filter((number) => !numbers.has(Number(number)));
  return [
    ...spare.map((number) => fault(null, `There is no letter ${number} to look for anything in.`)),
    ...letters.flatMap(({ number }) => faultsOf(season, number, lookFor[number] ?? '')),
  ];
}

function faultsOf(season: SeasonOnPaper, number: number, words: string): Fault[] {
  const faults: string[] = [];
  if (words.length < LENGTH.min || words.length > LENGTH.max)
    faults.push(`What to look for has ${words.length} characters.`);
  const said = plainWords(words);
  const sealed = season.manifest.letters.filter((letter) => letter.number >= number);
  const sealedWords = sealed.map((letter) => plainWords(everythingIn(season, letter))).join(' | ');
  const own = runs(said).find((run) => ` ${sealedWords} `.includes(` ${run} `));
  if (own !== undefined) faults.push(`“${own}” stands in a letter that has not been read.`);
  const phrase = season.manifest.guarded.find((one) => said.includes(plainWords(one)));
  if (phrase !== undefined) faults.push(`“${phrase}” is never said.`);
  const stranger = unmetPeople(season, number).find((name) => ` ${said} `.includes(` ${plainWords(name)} `));
  if (stranger !== undefined) faults.push(`${stranger} has not been met yet.`);
  return faults.map((says) => fault(number, says));
}

/** What the paper says, and what the hints and the solutions say of it. */
function everythingIn({ manifest, texts, artifacts }: SeasonOnPaper, letter: Letter): string {
  const text = texts.get(letter.number);
  const enclosed = letter.enclosures.flatMap(({ id, described }) => [described, artifacts.get(id) ?? '']);
  const puzzles = manifest.puzzles.filter((puzzle) => puzzle.letter === letter.number);
  const told = puzzles.flatMap(({ solution, hints }) => [solution, ...hints]);
  return [text?.writer ?? '', text?.margin ?? '', letter.turns, letter.hook, ...enclosed, ...told].join(' | ');
}

/** Each word of the names of those whom no earlier letter names or was written by. */
function unmetPeople({ facts, manifest, texts }: SeasonOnPaper, number: number): string[] {
  const earlier = manifest.letters.filter((letter) => letter.number < number);
  const read = earlier.map((letter) => {
    const text = texts.get(letter.number);
    return `${manifest.writers[letter.writer]?.name ?? ''} ${text?.writer ?? ''} ${text?.margin ?? ''}`;
  });
  const met = ` ${plainWords(read.join(' '))} `;
  const names = facts.people
    .flatMap(({ name }) => name.split(/[\s.,]+/))
    .filter((name) => /^\p{Lu}\p{L}{2,}/u.test(name));
  return names.filter((name) => !met.includes(` ${plainWords(name)} `));
}

function runs(said: string): string[] {
  const words = said.split(' ');
  return words.slice(OWN_WORDS - 1).map((_, index) => words.slice(index, index + OWN_WORDS).join(' '));
}

function plainWords(text: string): string {
  return normalized(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|]+/gu, ' ')
    .trim();
}

function fault(letter: number | null, says: string): Fault {
  return { kind: 'look for', letter, says };
}
