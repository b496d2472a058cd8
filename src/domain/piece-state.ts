export const PIECE_STATES = ['waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned'] as const;
export type PieceState = (typeof PIECE_STATES)[number];

export type PieceStep = 'release' | 'requeue' | 'hand_over' | 'confirm' | 'lose' | 'return' | 'withdraw';

/** Null if the step is refused. A withdrawn piece is deleted. */
type Steps = Record<PieceStep, PieceState | 'withdrawn' | null>;

const TRANSITIONS = {
  waiting: {
    release: 'frozen',
    requeue: null,
    hand_over: null,
    confirm: null,
    lose: null,
    return: null,
    withdraw: 'withdrawn',
  },
  set_aside: {
    release: null,
    requeue: 'frozen',
    hand_over: null,
    confirm: null,
    lose: null,
    return: null,
    withdraw: 'withdrawn',
  },
  frozen: {
    release: null,
    requeue: null,
    hand_over: 'handed_over',
    confirm: null,
    lose: null,
    return: null,
    withdraw: 'withdrawn',
  },
  handed_over: {
    release: null,
    requeue: null,
    hand_over: null,
    confirm: 'handed_over',
    lose: 'lost',
    return: 'returned',
    withdraw: null,
  },
  lost: {
    release: null,
    requeue: null,
    hand_over: null,
    confirm: 'handed_over',
    lose: 'lost',
    return: 'returned',
    withdraw: null,
  },
  returned: {
    release: null,
    requeue: null,
    hand_over: null,
    confirm: 'handed_over',
    lose: null,
    return: 'returned',
    withdraw: null,
  },
} as const satisfies Record<PieceState, Steps>;

export function nextPieceState(current: PieceState, step: PieceStep): PieceState | 'withdrawn' | null {
  return TRANSITIONS[current][step];
}

export function statesBefore(step: PieceStep): PieceState[] {
  return PIECE_STATES.filter((state) => nextPieceState(state, step) !== null);
}
