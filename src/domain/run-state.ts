export const RUN_STATES = ['planned', 'frozen', 'printed', 'handed_over'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** `undo_first_print` deletes a run's only batch; `undo_print` deletes a later one. */
export type RunStep = 'freeze' | 'reopen' | 'print' | 'undo_print' | 'undo_first_print' | 'hand_over';

type Steps = Record<RunStep, RunState | null>;

const TRANSITIONS = {
  planned: {
    freeze: 'frozen',
    reopen: null,
    print: null,
    undo_print: null,
    undo_first_print: null,
    hand_over: null,
  },
  frozen: {
    freeze: null,
    reopen: 'planned',
    print: 'printed',
    undo_print: null,
    undo_first_print: null,
    hand_over: 'handed_over',
  },
  printed: {
    freeze: null,
    reopen: null,
    print: 'printed',
    undo_print: 'printed',
    undo_first_print: 'frozen',
    hand_over: 'handed_over',
  },
  handed_over: {
    freeze: null,
    reopen: null,
    print: 'handed_over',
    undo_print: null,
    undo_first_print: null,
    hand_over: null,
  },
} as const satisfies Record<RunState, Steps>;

/** Null if a run in that state refuses the step. */
export function nextRunState(current: RunState, step: RunStep): RunState | null {
  return TRANSITIONS[current][step];
}
