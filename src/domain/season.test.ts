import { expect, test } from 'vitest';
import { PLANS } from './plans.ts';
import {
  findAvailableSeason,
  findSeason,
  LETTER_SUMMARIES,
  LETTERS_PER_MONTH,
  LETTERS_PER_SEASON,
  MONTHS_PER_SEASON,
  seasonInProse,
  SEASONS,
} from './season.ts';

test('a season has 24 letters over 12 months, two a month', () => {
  expect(MONTHS_PER_SEASON * LETTERS_PER_MONTH).toBe(LETTERS_PER_SEASON);
});

test('both plans pay for the whole of a season and no more', () => {
  for (const { charges, monthsPerCharge } of Object.values(PLANS)) {
    expect(charges * monthsPerCharge).toBe(MONTHS_PER_SEASON);
  }
});

test('only Season 1 can be bought; two more are announced', () => {
  expect(SEASONS.filter(({ available }) => available).map(({ name }) => name)).toEqual(['Season 1']);
  expect(SEASONS.map(({ title }) => title)).toEqual(['Season One', 'Season Two', 'Season Three']);
  expect(findAvailableSeason('season-1')?.title).toBe('Season One');
  expect(findAvailableSeason('season-2')).toBeNull();
  expect(findSeason('season-2')?.title).toBe('Season Two');
  expect(findSeason('season-9')).toBeNull();
});

test('letters 1-5 and 24 are shown', () => {
  expect(LETTER_SUMMARIES.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 24]);
});

test('a season’s name is one name: "Season One" in prose, and "Season 1" where the catalogue is quoted', () => {
  expect(seasonInProse('Season 1')).toBe('Season One');
  expect(seasonInProse('An older season')).toBe('An older season');
});
