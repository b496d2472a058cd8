import { assert, date, property } from 'fast-check';
import { expect, test } from 'vitest';
import { monthsIn, monthsPaid } from './months-paid.ts';
import { addUtcMonths } from './calendar-date.ts';

test('a period of any calendar month is one month, and any year is twelve', () => {
  assert(
    property(date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (from) => {
      expect(monthsIn({ from, until: addUtcMonths(from, 1) })).toBe(1);
      expect(monthsIn({ from, until: addUtcMonths(from, 12) })).toBe(12);
    }),
  );
});

test('a week is no month', () => {
  expect(monthsIn({ from: new Date('2026-11-01'), until: new Date('2026-11-08') })).toBe(0);
});

test('no more months are paid than a season has', () => {
  expect(monthsPaid([])).toBe(0);
  expect(monthsPaid([1, 0, 1])).toBe(2);
  expect(monthsPaid([1, 1, 12])).toBe(12);
});
