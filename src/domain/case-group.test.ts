import { describe, expect, test } from 'vitest';
import { freeSeat, isSeatName, isWithinReach, reachOf, seatNameKey } from './case-group.ts';

describe('reach', () => {
  test('ends before the first letter that is not at hand', () => {
    expect(reachOf(new Set())).toBe(0);
    expect(reachOf(new Set([2, 3]))).toBe(0);
    expect(reachOf(new Set([1, 2, 4, 5]))).toBe(2);
  });

  test('a note is within it with its letter and with every letter that its writer had', () => {
    expect(isWithinReach({ letter: 1, writtenWith: 3 }, 3)).toBe(true);
    expect(isWithinReach({ letter: 1, writtenWith: 3 }, 2)).toBe(false);
    expect(isWithinReach({ letter: 4, writtenWith: 3 }, 3)).toBe(false);
  });
});

describe('a name in a group', () => {
  test.each(['Ada', 'Aunt Wim-Jo', 'O’Hara', 'Ольга', '小林', 'Zoë', 'J. R.', '4th lamp'])('may be %s', (name) => {
    expect(isSeatName(name)).toBe(true);
  });

  test.each(['ada@example.com', 'https://x', 'a\u202Eb', '', ' Ada', '-', 'a/b', 'Ada\nQuill', 'a_b', '\u200Bx'])(
    'is not %j',
    (name) => {
      expect(isSeatName(name)).toBe(false);
    },
  );

  test('is the same as one that differs in case, marks between letters or width', () => {
    expect(seatNameKey('Aunt-Wim')).toBe(seatNameKey('AUNT WIM'));
    expect(seatNameKey('Ａｄａ')).toBe(seatNameKey('Ada'));
    expect(seatNameKey('Zoe')).not.toBe(seatNameKey('Zoë'));
  });
});

test('the lowest free seat is taken, and there is no seventh', () => {
  expect(freeSeat(new Set())).toBe(1);
  expect(freeSeat(new Set([1, 3]))).toBe(2);
  expect(freeSeat(new Set([1, 2, 3, 4, 5, 6]))).toBeNull();
});
