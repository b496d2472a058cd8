import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');

test('every letter of our own words is in the fonts that every page loads', () => {
  const ranges = [...basicRanges()];
  const sources = ['web', 'domain', 'contract'].flatMap(sourcesUnder);
  const missing = sources.flatMap((path) => {
    const words = readFileSync(join(SOURCES, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const letters = Array.from(words).filter(
      (letter) => letter > '~' && !ranges.some(([first, last]) => first <= letter && letter <= last),
    );
    return letters.map((letter) => `${letter} in ${path}`);
  });
  expect(missing).toEqual([]);
});

function sourcesUnder(folder: string): string[] {
  const paths = readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => /(?<!\.test)\.(tsx?|css)$/.test(path)).map((path) => join(folder, path));
}

/** The first font's ranges, as first and last letters. */
function* basicRanges(): Generator<[first: string, last: string]> {
  const [, list = ''] =
    /unicode-range: ([^;]+);/.exec(readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8')) ?? [];
  for (const range of list.replaceAll('U+', '').split(', ')) {
    const [first = '', last = first] = range.split('-').map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
    yield [first, last];
  }
}
