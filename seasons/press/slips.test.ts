import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { manifest } from '../one/manifest.ts';
import { Press } from './press.ts';
import { setSlips } from './slips.ts';

const press = await Press.ofSeason(join(import.meta.dirname, '..'), 'one');

test.each(manifest.puzzles)('the slips of letter $letter are one page with three hints in order', async (puzzle) => {
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(setSlips(press, puzzle))), {
    mergePages: true,
  });
  const words = text.replaceAll(/\s+/g, ' ');
  const places = puzzle.hints.map((hint) => words.indexOf(hint));
  expect(totalPages).toBe(1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(words.includes('Last slip: the answer')).toBe(puzzle.id !== 'verdict');
});
