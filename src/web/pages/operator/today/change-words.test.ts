import { expect, test } from 'vitest';
import { changeInWords } from './change-words.ts';

const dollars = (value: number) => `$${value}`;

test.each([
  ['a rise', 124, 100, '+24%'],
  ['a fall', 90, 120, '-25%'],
  ['a fourfold value', 400, 100, '+300%'],
  ['a value of many times the one before', 213, 8, '+$205'],
  ['a value after nothing', 5, 0, '+$5'],
  ['nothing after a value', 0, 5, '-100%'],
  ['the same value', 7, 7, '–'],
  ['nothing after nothing', 0, 0, '–'],
])('the change of %s is shown in words', (_what, now, before, words) => {
  expect(changeInWords(now, before, dollars)).toBe(words);
});
