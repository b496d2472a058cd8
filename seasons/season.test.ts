import { join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { checkSeason } from './check/check.ts';
import { loadSeason, seasonNames } from './check/load.ts';
import { checkShown, readShown } from './check/spoilers.ts';
import { CATALOGUE } from './catalogue.ts';
import { GUARDED } from './one/guarded.ts';
import { infoOf } from './press/letter-files.ts';
import { Press } from './press/press.ts';

const SEASONS = import.meta.dirname;
const names = seasonNames(SEASONS);
const presses = new Map<string, Promise<Press>>();

/** One press for all tests, except the one that compares two. */
function pressOf(name: string): Promise<Press> {
  const press = presses.get(name) ?? Press.ofSeason(SEASONS, name);
  presses.set(name, press);
  return press;
}

test('every season in a folder is in the catalogue', () => {
  expect(names.toSorted()).toEqual(CATALOGUE.map(({ name }) => name).toSorted());
});

test.each(names)('season %s has nothing to mend', async (name) => {
  expect(checkSeason(await loadSeason(SEASONS, name))).toEqual([]);
});

test.each(names)('nothing that a visitor can fetch says what the copy of season %s never says', async (name) => {
  const { manifest } = await loadSeason(SEASONS, name);
  expect(manifest.guarded.length).toBeGreaterThan(0);
  expect(checkShown(manifest.guarded, readShown(join(SEASONS, '..')))).toEqual([]);
});

test('no phrase of a letter that is not shown as text stands in anything that a visitor can fetch', () => {
  const phrases = Object.values(GUARDED.ofLetter).flat();
  expect(phrases.length).toBeGreaterThan(400);
  expect(checkShown(phrases, readShown(join(SEASONS, '..')))).toEqual([]);
});

test('a letter is set to the same bytes twice, on machines that never saw each other', async () => {
  const { manifest } = await loadSeason(SEASONS, names[0] ?? '');
  const [letter] = manifest.letters;
  if (letter === undefined) throw new Error('The season has no letters.');
  const info = infoOf(manifest, letter);
  const [one, other] = await Promise.all([pressOf(manifest.name), Press.ofSeason(SEASONS, manifest.name)]);
  expect(one.master(info).pdf.equals(other.master(info).pdf)).toBe(true);
});

test.each([
  [3, 8],
  [4, 8],
])('two personal letters of %i pages each begin on a sheet of their own, %i pages in all', async (pages, inAll) => {
  const { manifest } = await loadSeason(SEASONS, names[0] ?? '');
  const [letter] = manifest.letters;
  if (letter === undefined) throw new Error('The season has no letters.');
  const press = await pressOf(manifest.name);
  const info = infoOf(manifest, letter);
  const { pdf } = press.master(info);
  const sets = press.personal(info, { pdf, pages, places: [] }, { names: ['Ada Quill', 'Grace Marsh'] });
  expect((await getDocumentProxy(new Uint8Array(sets))).numPages).toBe(inAll);
});

test('a letter reads as text: who wrote it, its words in order, the name, what is enclosed', async () => {
  const { manifest } = await loadSeason(SEASONS, names[0] ?? '');
  const [letter] = manifest.letters;
  if (letter === undefined) throw new Error('The season has no letters.');
  const press = await pressOf(manifest.name);
  const text = press.text(infoOf(manifest, letter), letter.enclosures, 'Ξένια Παπαδοπούλου');
  expect(text).toContain('Ξένια Παπαδοπούλου');
  expect(text).toContain('<p class="signature">');
  for (const { title, described } of letter.enclosures) {
    expect(text).toContain(title);
    expect(text).toContain(described.slice(0, 60));
  }
});
