import { expect, test } from 'vitest';
import type { RunReply } from '../../../../contract/operator/fulfilment.ts';
import { canBeClosed, emptyInWords, nextStep, runStateInWords } from './next-step.ts';
import { ordinal } from './words.ts';

const RUN: RunReply = {
  id: '',
  code: 'F20261127',
  kind: 'friday',
  nominalOn: '2026-11-27',
  handOverOn: '2026-11-27',
  freezesAt: '2026-11-24T05:00:00.000Z',
  reopened: false,
  state: 'planned',
  due: 40,
  waiting: 0,
  pieces: {},
  toPrint: 0,
  handedOverOn: null,
};
const THURSDAY = '2026-11-26';
const BEING_FROZEN = 'Nothing to do: it is being frozen.';
const EVENING = new Date('2026-11-26T23:00:00Z');

test.each([
  [
    'planned',
    { freezesAt: '2026-12-09T05:00:00.000Z' },
    'Nothing to do before it freezes, Dec 9, 2026, 12:00 AM.',
    false,
  ],
  ['planned, and its time has come', {}, BEING_FROZEN, false],
  [
    'planned for first letters of the day before',
    { kind: 'first_letter', nominalOn: '2026-11-25' },
    'Its day went by unattended: freeze it yourself.',
    true,
  ],
  ['planned for first letters of this day', { kind: 'first_letter', nominalOn: THURSDAY }, BEING_FROZEN, false],
  [
    'planned for a Friday of a week ago',
    { nominalOn: '2026-11-19' },
    'Its day went by unattended: freeze it yourself.',
    true,
  ],
  ['planned for a Friday of six days ago', { nominalOn: '2026-11-20' }, BEING_FROZEN, false],
  ['opened again', { reopened: true }, 'Opened again: freeze it when you are ready.', true],
  ['frozen', { state: 'frozen', pieces: { frozen: 3 }, toPrint: 3 }, 'Print.', true],
  [
    'frozen, with an address set aside',
    { state: 'frozen', pieces: { frozen: 3, set_aside: 1 }, toPrint: 3 },
    'Look at 1 address that was set aside, then print.',
    true,
  ],
  [
    'frozen, with nothing on the pile',
    { state: 'frozen', pieces: { set_aside: 2 } },
    'Look at 2 addresses that were set aside, then close the run.',
    true,
  ],
  [
    'printed, with its batches handed over and a renewal awaited',
    { state: 'printed', pieces: { handed_over: 3, waiting: 1 }, waiting: 1 },
    'Close the run, or print when a payment arrives: 1 letter waits for a renewal payment.',
    true,
  ],
  ['printed', { state: 'printed', pieces: { frozen: 3 } }, 'Pack and hand over.', true],
  [
    'printed, with a renewal awaited',
    { state: 'printed', pieces: { frozen: 3, waiting: 2 }, waiting: 2 },
    'Pack and hand over. 2 letters wait for a renewal payment.',
    true,
  ],
  [
    'printed, with a renewal that was paid since',
    { state: 'printed', pieces: { frozen: 4 }, toPrint: 1 },
    'Print 1 more letter, pack, and hand over.',
    true,
  ],
  ['handed over', { state: 'handed_over', pieces: { handed_over: 2 } }, 'Nothing to do: the post has it.', false],
  ['closed with nothing in it', { state: 'handed_over' }, 'Nothing to do: nothing was left to post.', false],
] as const)('a run that is %s', (_state, change, words, isTodo) => {
  expect(nextStep({ ...RUN, ...change }, THURSDAY, EVENING)).toMatchObject({ words, isTodo });
});

test.each([
  ['frozen, with nothing but an address set aside', { state: 'frozen', pieces: { set_aside: 1 } }, 0, true],
  ['frozen, with a letter to print', { state: 'frozen', pieces: { frozen: 1 } }, 0, false],
  ['printed, with a renewal awaited', { state: 'printed', pieces: { handed_over: 3, waiting: 1 } }, 0, true],
  ['printed, with a batch in the house', { state: 'printed', pieces: { set_aside: 1 } }, 1, false],
  ['planned', {}, 0, false],
  ['handed over', { state: 'handed_over', pieces: { handed_over: 3 } }, 0, false],
] as const)('a run that is %s can be closed: %o %i %s', (_state, change, undispatched, closes) => {
  expect(
    canBeClosed({
      run: { ...RUN, ...change },
      printed: { newest: null, undispatched, unhashed: 0, postDay: THURSDAY },
    }),
  ).toBe(closes);
});

test.each([
  ['2026-11-26', 'The post takes it on Friday, November 27, 2026.', false],
  ['2026-11-27', 'The post takes it today.', false],
  ['2026-11-28', 'The post should have had it on Friday, November 27, 2026.', true],
])('on %s a printed run is due like this: %s', (today, when, isLate) => {
  expect(nextStep({ ...RUN, state: 'printed' }, today, EVENING)).toMatchObject({ when, isLate });
});

test('a run that is over says on which day the post took it, if there was something to take', () => {
  const over = { ...RUN, state: 'handed_over' } as const;
  const handedOver = nextStep({ ...over, handedOverOn: '2026-11-26' }, '2026-11-28', EVENING);
  expect(handedOver.when).toBe('The post took it on Thursday, November 26, 2026.');
  expect(nextStep(over, '2026-11-28', EVENING).when).toBe('The run is closed.');
});

test.each([
  [2, 'second'],
  [3, 'third'],
  [4, '4th'],
  [11, '11th'],
  [22, '22nd'],
])('%d in words is %s', (number, words) => {
  expect(ordinal(number)).toBe(words);
});

test.each([
  ['planned', {}, 'Planned', 'Nobody is due a letter.'],
  ['frozen', { state: 'frozen' }, 'Frozen', 'There is no letter in it.'],
  ['closed', { state: 'handed_over' }, 'Closed', 'No letter left with it.'],
] as const)('a run without a letter that is %s says so, and names no share of none', (_state, change, state, words) => {
  const run = { ...RUN, due: 0, ...change };
  expect([runStateInWords(run), emptyInWords(run)]).toEqual([state, words]);
});
