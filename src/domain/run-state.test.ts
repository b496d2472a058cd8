import { expect, test } from 'vitest';
import { nextRunState, RUN_STATES, type RunStep } from './run-state.ts';

const STEPS = [
  'freeze',
  'reopen',
  'print',
  'undo_print',
  'undo_first_print',
  'hand_over',
] as const satisfies readonly RunStep[];

/** In the order of STEPS. */
test.each([
  ['planned', ['frozen', null, null, null, null, null]],
  ['frozen', [null, 'planned', 'printed', null, null, 'handed_over']],
  ['printed', [null, null, 'printed', 'printed', 'frozen', 'handed_over']],
  ['handed_over', [null, null, 'handed_over', null, null, null]],
] as const)('a run that is %s takes these steps alone: %o', (state, results) => {
  expect(STEPS.map((step) => nextRunState(state, step))).toEqual(results);
});

test('no step leads a run back from its hand-over', () => {
  const results = STEPS.map((step) => nextRunState('handed_over', step));
  expect(results.filter((state) => state !== null && state !== 'handed_over')).toEqual([]);
});

test('only a frozen or printed run can be handed over', () => {
  expect(RUN_STATES.filter((state) => nextRunState(state, 'hand_over') !== null)).toEqual(['frozen', 'printed']);
});
