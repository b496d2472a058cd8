import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from '../check/source.ts';
import { checkShown, readShown } from '../check/spoilers.ts';

/** Phrases taken from each letter; `npx tsx seasons/one/make-guarded-phrases.ts` writes them after a letter has changed. */
const PER_LETTER = 24;
const WORDS = 6;
const LETTERS = 24;

/** Runs of six words with a long one among them: a date may stand in a calendar, and six small words anywhere. */
function runsOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[.?!:;”)])\s+/)
    .flatMap((sentence) => windowsOf(sentence.trim().split(/\s+/)))
    .filter((run) => !/\d{4}/.test(run) && /\p{L}{7}/u.test(run));
}

function windowsOf(words: readonly string[]): string[] {
  return Array.from({ length: Math.floor(words.length / WORDS) }, (_, index) =>
    words.slice(index * WORDS, (index + 1) * WORDS).join(' '),
  );
}

function spread(runs: readonly string[]): string[] {
  const step = Math.max(1, runs.length / PER_LETTER);
  return runs.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step)).slice(0, PER_LETTER);
}

/** What the writer of a letter says, by its number. */
export function textOf(number: number): string {
  const file = join(import.meta.dirname, 'letters', `${String(number).padStart(2, '0')}.typ`);
  return readSource(readFileSync(file, 'utf8')).writer;
}

if (process.argv[1] === import.meta.filename) {
  const texts = Array.from({ length: LETTERS }, (_, index) => textOf(index + 1));
  const own = texts.map((text, index) =>
    runsOf(text).filter((run) => texts.every((other, at) => at === index || !other.includes(run))),
  );
  const said = checkShown(own.flat(), readShown(join(import.meta.dirname, '../..'))).map(({ says }) => says);
  const phrases = own.map((runs, index) => [
    index + 1,
    spread(runs.filter((run) => !said.some((says) => says.includes(`“${run}”`)))),
  ]);
  const file = join(import.meta.dirname, 'guarded-phrases.json');
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(phrases.slice(1)), null, 2)}\n`);
}
