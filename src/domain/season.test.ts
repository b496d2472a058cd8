import { expect, test } from 'vitest';
import { PLANS } from './plans.ts';
import { LETTERS_PER_MONTH, LETTERS_PER_SEASON, MONTHS_PER_SEASON } from './season.ts';

test('a season has 24 letters over 12 months, two a month', () => {
  expect(MONTHS_PER_SEASON * LETTERS_PER_MONTH).toBe(LETTERS_PER_SEASON);
});

test('both plans pay for the whole of a season and no more', () => {
  for (const { charges, monthsPerCharge } of Object.values(PLANS)) {
    expect(charges * monthsPerCharge).toBe(MONTHS_PER_SEASON);
  }
});
