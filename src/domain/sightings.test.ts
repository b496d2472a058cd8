import { expect, test } from 'vitest';
import { isQuiet, isUnseen, placeInWords, type QuietFacts } from './sightings.ts';

test.each([
  [{ city: 'PORTLAND', state: 'ME' }, 'Portland, Maine'],
  [{ city: 'COEUR D’ALENE', state: 'ID' }, 'Coeur D’alene, Idaho'],
  [{ city: 'WINSTON-SALEM', state: 'NC' }, 'Winston-Salem, North Carolina'],
  [{ city: 'Wick Harbor', state: 'XX' }, 'Wick Harbor, XX'],
  [{ city: 'AGUADILLA', state: '' }, 'Aguadilla'],
])('%o is read as %s', (place, words) => {
  expect(placeInWords(place)).toBe(words);
});

const UNSEEN: QuietFacts = { arrivesBy: '2026-11-20', confirmed: false, lastSeenOn: null, nearDelivery: false };

test.each([
  ['within three days of its window', UNSEEN, '2026-11-23', false],
  ['three days beyond its window, never seen', UNSEEN, '2026-11-24', true],
  ['seen five days ago', { ...UNSEEN, lastSeenOn: '2026-11-19' as const }, '2026-11-24', false],
  ['seen six days ago', { ...UNSEEN, lastSeenOn: '2026-11-18' as const }, '2026-11-24', true],
  ['that its subscriber has', { ...UNSEEN, confirmed: true }, '2026-12-24', false],
  ['that was sorted for delivery', { ...UNSEEN, nearDelivery: true }, '2026-12-24', false],
] as const)('a letter %s', (_which, facts, today, quiet) => {
  expect(isQuiet(facts, today)).toBe(quiet);
});

test('a run of which too few were seen is told three days after its hand-over, unless it is small', () => {
  const run = { pieces: 20, seen: 9, handedOverOn: '2026-11-20' } as const;
  expect(isUnseen(run, '2026-11-23')).toBe(true);
  expect(isUnseen(run, '2026-11-22')).toBe(false);
  expect(isUnseen({ ...run, seen: 10 }, '2026-11-23')).toBe(false);
  expect(isUnseen({ ...run, pieces: 19, seen: 0 }, '2026-11-23')).toBe(false);
});
