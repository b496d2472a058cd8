import { expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../../test/builders/addresses.ts';
import type { PieceReply } from '../../../../contract/operator/fulfilment.ts';
import { stateOfPiece } from './piece-words.ts';

const POSTED: PieceReply = {
  id: '',
  code: null,
  subscriptionId: '',
  runId: null,
  letter: 3,
  attempt: 1,
  state: 'handed_over',
  reason: null,
  nominalOn: '2024-11-22',
  handedOverOn: '2024-11-22',
  arrivesBy: '2024-11-27',
  confirmedAt: null,
  lastSeen: null,
  canReship: true,
  mailedElsewhere: false,
  address: { ...HARBOR_ADDRESS, addressLine2: null, countryName: null },
  envelope: [],
  unprintable: [],
  changedAt: '2024-11-22T20:00:00.000Z',
};

test.each([
  ['until its last day', '2024-11-27', {}, 'With the post; posted Nov 22, 2024; due by Nov 27, 2024.'],
  ['after that day', '2024-11-28', {}, 'Due by Nov 27, 2024; not reported missing; posted Nov 22, 2024.'],
  [
    'once its reader has it',
    '2024-12-24',
    { confirmedAt: '2024-11-26T15:00:00.000Z' },
    'Arrived, its reader says; posted Nov 22, 2024.',
  ],
  [
    'once it is reported missing',
    '2024-12-24',
    { state: 'lost', reason: 'Never came.' },
    'Lost; posted Nov 22, 2024; Never came.',
  ],
  ['that came back', '2024-12-24', { state: 'returned', reason: 'moved' }, 'Came back; posted Nov 22, 2024; moved.'],
  ['of an imported subscription', '2024-12-24', { mailedElsewhere: true }, 'Mailed by another shop before the import.'],
  [
    'while its renewal is unpaid',
    '2024-12-24',
    { state: 'waiting', handedOverOn: null, arrivesBy: null },
    'Waits for a renewal.',
  ],
] as const)('a letter %s is described by what is known', (_when, today, change, words) => {
  expect(stateOfPiece({ ...POSTED, ...change }, today)).toBe(words);
});
