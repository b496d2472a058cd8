import { describe, expect, test } from 'vitest';
import { countShown, isAllRight, rightFrom, shareOf } from './theory.ts';

const RIGHT = { who: ['widow'], how: ['gum', 'root-on-gum'], why: ['letter'] };
const right = { who: 'widow', how: 'gum', why: 'letter' };
const wrong = { ...right, who: 'apprentice' };

test('a theory is right when each of its parts is among the right answers', () => {
  expect(isAllRight(right, RIGHT)).toBe(true);
  expect(isAllRight({ ...right, how: 'root-on-gum' }, RIGHT)).toBe(true);
  expect(isAllRight({ ...right, why: null }, RIGHT)).toBe(false);
  expect(isAllRight(wrong, RIGHT)).toBe(false);
});

describe('a theory was right from a letter on', () => {
  test('when no later one was wrong', () => {
    const steps = [
      { letters: 4, ...right },
      { letters: 9, ...wrong },
      { letters: 20, ...right },
      { letters: 22, ...right },
    ];
    expect(rightFrom(steps, RIGHT)).toBe(20);
  });

  test('not when the last was wrong, or there was none', () => {
    expect(
      rightFrom(
        [
          { letters: 4, ...right },
          { letters: 9, ...wrong },
        ],
        RIGHT,
      ),
    ).toBeNull();
    expect(rightFrom([], RIGHT)).toBeNull();
  });
});

test('of sealed theories whole twenties are told, in steps of five percent', () => {
  expect([0, 19, 20, 39, 40].map(countShown)).toEqual([0, 0, 20, 20, 40]);
  expect([shareOf(1, 20), shareOf(1, 40), shareOf(1, 60), shareOf(0, 0)]).toEqual([5, 5, 0, 0]);
});
