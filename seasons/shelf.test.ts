import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { featuredSeason, findAvailableSeason, findSeason, seasonInProse, SEASONS } from './shelf.ts';

test('only Season 1 can be bought; two more are announced', () => {
  expect(SEASONS.filter(({ available }) => available).map(({ name }) => name)).toEqual(['Season 1']);
  expect(SEASONS.map(({ title }) => title)).toEqual(['Season One', 'Season Two', 'Season Three']);
  expect(findAvailableSeason('season-1')?.title).toBe('Season One');
  expect(findAvailableSeason('season-2')).toBeNull();
  expect(findSeason('season-2')?.title).toBe('Season Two');
  expect(findSeason('season-9')).toBeNull();
});

test('letters 1-5 and 24 are described, and of the first three their first page is shown', () => {
  expect(featuredSeason().summaries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 24]);
  expect(featuredSeason().firstPages.map(({ letter }) => letter)).toEqual([1, 2, 3]);
});

test('a season’s name is one name: "Season One" in prose, and "Season 1" where the catalogue is quoted', () => {
  expect(seasonInProse('Season 1')).toBe('Season One');
  expect(seasonInProse('An older season')).toBe('An older season');
});

const ROOT = join(import.meta.dirname, '..');
const NAMES = seasonFolders();
/** The two lists in which a season is entered. */
const REGISTRIES = new Set(['seasons/shelf.ts', 'seasons/catalogue.ts']);

function seasonFolders(): string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/public.ts'))
    .map((path) => path.slice(0, -'/public.ts'.length));
}

test('no code names a season, or reaches into its folder, outside that folder and the two lists of seasons', () => {
  const files = ['src', 'seasons', 'launch', 'fakes'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => /(?<!\.test)\.(?:tsx?|mjs)$/.test(path) && !REGISTRIES.has(path))
      .filter((path) => !NAMES.some((name) => path.startsWith(`seasons/${name}/`))),
  );
  expect(NAMES.toSorted()).toEqual(['one', 'three', 'two']);
  expect(files.length).toBeGreaterThan(700);
  const named = new RegExp(
    ['season-\\d', 'season \\d', `season (?:${NAMES.join('|')})\\b`, `/(?:${NAMES.join('|')})/`].join('|'),
    'i',
  );
  expect(files.filter((path) => named.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
