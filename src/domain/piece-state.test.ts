import { expect, test } from 'vitest';
import { nextPieceState, PIECE_STATES, type PieceStep, statesBefore } from './piece-state.ts';

const STEPS = [
  'release',
  'requeue',
  'hand_over',
  'confirm',
  'lose',
  'return',
  'withdraw',
] as const satisfies readonly PieceStep[];

/** In the order of STEPS. */
test.each([
  ['waiting', ['frozen', null, null, null, null, null, 'withdrawn']],
  ['set_aside', [null, 'frozen', null, null, null, null, 'withdrawn']],
  ['frozen', [null, null, 'handed_over', null, null, null, 'withdrawn']],
  ['handed_over', [null, null, null, 'handed_over', 'lost', 'returned', null]],
  ['lost', [null, null, null, 'handed_over', 'lost', 'returned', null]],
  ['returned', [null, null, null, 'handed_over', null, 'returned', null]],
] as const)('a piece that is %s takes these steps alone: %o', (state, results) => {
  expect(STEPS.map((step) => nextPieceState(state, step))).toEqual(results);
});

test('a piece can be withdrawn until its hand-over, and lost, returned or confirmed only after it', () => {
  const before = ['waiting', 'set_aside', 'frozen'];
  expect(statesBefore('withdraw')).toEqual(before);
  expect(statesBefore('confirm')).toEqual(PIECE_STATES.filter((state) => !before.includes(state)));
});
