import { expect, test } from 'vitest';
import { facts } from './facts.ts';
import { FIRST_EDITION } from './first-edition.ts';
import { manifest } from './manifest.ts';

const PLANTED_BY = 18;
const CLOSED_BY = 22;
const numbers = manifest.letters.map(({ number }) => number);

/** Every envelope of a reader who changes over with letter `from`, and gets letter `again` in the newest edition after all. */
const readers = [...numbers, numbers.length + 1].flatMap((from) =>
  [0, ...numbers.filter((number) => number < from)].map((again) => ({ from, again })),
);

test('whenever a reader changes to this edition, the letters in hand prove every premise by two hands in time', () => {
  for (const { from, again } of readers) {
    const isOld = (number: number) => number < from && number !== again;
    for (const { id } of facts.premises) {
      const planting = manifest.letters.filter(
        ({ number, plants }) =>
          plants.some(({ premise }) => premise === id) ||
          (isOld(number) && FIRST_EDITION.alsoPlanted.some((one) => one.letter === number && one.premise === id)),
      );
      expect(new Set(planting.map(({ writer }) => writer)).size, `${id}, from ${from}`).toBeGreaterThanOrEqual(2);
      expect(planting[0]?.number, `${id}, from ${from}`).toBeLessThanOrEqual(PLANTED_BY);
    }
  }
});

test('whenever a reader changes to this edition, every false trail that was opened is closed in time', () => {
  for (const { from, again } of readers) {
    const isOld = (number: number) => number < from && number !== again;
    for (const { id, closed } of facts.falseTrails) {
      const now = closed.filter(
        ({ letter }) =>
          !(isOld(letter) && FIRST_EDITION.notYetClosed.some((one) => one.letter === letter && one.trail === id)),
      );
      const before = FIRST_EDITION.closed.filter(({ letter, trail }) => trail === id && isOld(letter));
      expect(
        [...now, ...before].some(({ letter }) => letter <= CLOSED_BY),
        `${id}, from ${from}`,
      ).toBe(true);
    }
  }
});

test('what the first edition is said to have had is of letters and people that there are', () => {
  expect(facts.premises.map(({ id }) => id)).toEqual(
    expect.arrayContaining(FIRST_EDITION.alsoPlanted.map(({ premise }) => premise)),
  );
  expect(facts.falseTrails.map(({ id }) => id)).toEqual(expect.arrayContaining([...FIRST_EDITION.notYetAccused]));
});
