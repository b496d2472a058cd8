import { expect, it } from 'vitest';
import { elapsedWords } from './calendar-date.ts';

const NOW = new Date('2026-11-21T17:00:00Z');

it.each([
  ['2026-11-22T17:00:00Z', 'today'],
  ['2026-11-21T16:59:00Z', 'today'],
  ['2026-11-21T05:00:00Z', 'today'],
  ['2026-11-21T04:59:59Z', 'yesterday'],
  ['2026-11-18T17:00:00Z', '3 days ago'],
  ['2026-09-22T17:00:00Z', '60 days ago'],
  ['2026-09-21T17:00:00Z', '2 months ago'],
  ['2025-11-20T17:00:00Z', '12 months ago'],
  ['2024-11-20T17:00:00Z', '2 years ago'],
])('%s is, on November 21, 2026 in New York, %s', (then, words) => {
  expect(elapsedWords(new Date(then), NOW)).toBe(words);
});
