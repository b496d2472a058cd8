import { expect, test } from 'vitest';
import { giftStartProblem, giftStartWindow } from './gift.ts';

test('a gift starts today at the earliest and twelve months ahead at the latest', () => {
  expect(giftStartWindow('2026-11-27')).toEqual({ earliest: '2026-11-27', latest: '2027-11-27' });
  expect(giftStartProblem('2026-11-26', '2026-11-27')).toBe('start_date_past');
  expect(giftStartProblem('2026-11-27', '2026-11-27')).toBeNull();
  expect(giftStartProblem('2027-11-27', '2026-11-27')).toBeNull();
  expect(giftStartProblem('2027-11-28', '2026-11-27')).toBe('start_date_too_far');
});

test('twelve months ahead of a leap day is the last day of February', () => {
  expect(giftStartWindow('2028-02-29').latest).toBe('2029-02-28');
});
