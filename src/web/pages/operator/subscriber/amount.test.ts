import { expect, test } from 'vitest';
import { centsOf, dollarsOf } from './amount.ts';

test.each([
  ['12', 1200],
  ['$12.5', 1250],
  [' 0.05 ', 5],
  ['1,000', null],
  ['-1', null],
  ['1.234', null],
  ['', null],
])('“%s” dollars are %s cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test('an amount in a field is read back as the same cents', () => {
  for (const cents of [0, 1, 99, 1500, 15_300]) expect(centsOf(dollarsOf(cents))).toBe(cents);
});
