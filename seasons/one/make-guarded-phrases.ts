import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from '../check/source.ts';

/** Phrases taken from each letter; `npx tsx seasons/one/make-guarded-phrases.ts` writes them after a letter has changed. */
const PER_LETTER = 24;
const WORDS = 6;
const LETTERS = 24;

/** Evenly spread runs of words, none of which stands in another letter or begins before a break. */
export function phrasesOf(text: string, others: readonly string[]): string[] {
  const runs = text
    .split(/\n+|(?<=[.?!:;”)])\s+/)
    .flatMap((sentence) => windowsOf(sentence.trim().split(/\s+/)))
    // A date may stand in a calendar that gives nothing away.
    .filter((run) => !/\d{4}/.test(run) && others.every((other) => !other.includes(run)));
  const step = runs.length / PER_LETTER;
  return [...new Set(Array.from({ length: PER_LETTER }, (_, index) => runs[Math.floor(index * step)] ?? ''))].filter(
    (run) => run !== '',
  );
}

function windowsOf(words: readonly string[]): string[] {
  return Array.from({ length: Math.floor(words.length / WORDS) }, (_, index) =>
    words.slice(index * WORDS, (index + 1) * WORDS).join(' '),
  );
}

/** The spoken words of a letter by its number, as one line a paragraph. */
export function textOf(number: number): string {
  const file = join(import.meta.dirname, 'letters', `${String(number).padStart(2, '0')}.typ`);
  return readSource(readFileSync(file, 'utf8')).writer;
}

if (process.argv[1] === import.meta.filename) {
  const texts = Array.from({ length: LETTERS }, (_, index) => textOf(index + 1));
  const phrases = Object.fromEntries(
    texts.map((text, index) => [index + 1, phrasesOf(text, texts.toSpliced(index, 1))] as const).slice(1),
  );
  writeFileSync(join(import.meta.dirname, 'guarded-phrases.json'), `${JSON.stringify(phrases, null, 2)}\n`);
}
