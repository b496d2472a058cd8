import { expect, test } from 'vitest';
import { loadSeason, seasonNames } from './check/load.ts';
import { checkPages } from './check/pages.ts';
import { Press } from './press/press.ts';

const SEASONS = import.meta.dirname;

test.each(seasonNames(SEASONS))(
  'season %s fits its sheets, its folds and their margins, and can be read in grey',
  async (name) => {
    const { manifest } = await loadSeason(SEASONS, name);
    expect(checkPages(await Press.ofSeason(SEASONS, name), manifest)).toEqual([]);
  },
  120_000,
);
