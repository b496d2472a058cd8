import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lettersReceived } from '../../test/models/received-letters.ts';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { NO_OVERRIDES } from './holidays.ts';
import {
  type CalendarFacts,
  type CalendarPiece,
  firstLetterLeaves,
  hasCome,
  letterCalendar,
} from './letter-calendar.ts';
import { deliveryWindowOf } from './transit.ts';

// Letter 1 was handed over on Friday, January 8, 2027, and should arrive by the 13th.
const HANDED_OVER: CalendarPiece = {
  letter: 1,
  attempt: 1,
  state: 'handed_over',
  nominalOn: '2027-01-08',
  dueOn: '2027-01-08',
  handedOverOn: '2027-01-08',
  deliveryWindow: { earliest: '2027-01-10', latest: '2027-01-13' },
  confirmed: false,
};

function letterOne(today: CalendarDate, pieces: readonly CalendarPiece[], reships: CalendarFacts['reships'] = []) {
  const [letter] = letterCalendar({ serviceStart: '2027-01-06', destination: HARBOR_ADDRESS, today, pieces, reships });
  return letter;
}

/** Its state, and whether the user can report it arrived or missing. */
function leftToSay(today: CalendarDate, piece: Partial<CalendarPiece> = {}) {
  const letter = letterOne(today, [{ ...HANDED_OVER, ...piece }]);
  return [letter?.state, letter?.canConfirm, letter?.canReportMissing];
}

describe('a letter that has been handed over', () => {
  test('is on its way to the last day of its window', () => {
    expect(leftToSay('2027-01-08')).toEqual(['in_the_post', true, false]);
    expect(leftToSay('2027-01-13')).toEqual(['in_the_post', true, false]);
  });

  test('should have come the day after, and is asked about for four weeks', () => {
    expect(leftToSay('2027-01-14')).toEqual(['overdue', true, true]);
    expect(leftToSay('2027-02-10')).toEqual(['overdue', true, true]);
  });

  test('has then come, unless its subscriber says otherwise, however much later', () => {
    expect(leftToSay('2027-02-11')).toEqual(['arrived', false, true]);
    expect(leftToSay('2027-12-31')).toEqual(['arrived', false, true]);
  });

  test('has come when its subscriber says so, and cannot be missed any more', () => {
    expect(leftToSay('2027-01-09', { confirmed: true })).toEqual(['arrived', false, false]);
    expect(leftToSay('2027-12-31', { confirmed: true })).toEqual(['arrived', false, false]);
  });

  test.each(['lost', 'returned'] as const)(
    'and is %s has not come, however long ago; it may still turn up',
    (state) => {
      expect(leftToSay('2027-12-31', { state })).toEqual([state, true, false]);
    },
  );
});

function earlyOnes(today: CalendarDate, pieces: readonly CalendarPiece[]) {
  return letterCalendar({ serviceStart: '2027-01-06', destination: HARBOR_ADDRESS, today, pieces, reships: [] })
    .filter(({ early }) => early !== null)
    .map(({ letter, mailingDay, handOver, early }) => [letter, mailingDay, handOver.latest, early]);
}

test('a letter that is to leave before its mailing day says why, until it has left', () => {
  const christmas = [24, '2027-12-24', '2027-12-23', 'a day early because of Christmas Day'];
  expect(earlyOnes('2027-01-08', [HANDED_OVER])).toEqual([christmas]);
  const sent: CalendarPiece = { ...HANDED_OVER, nominalOn: '2027-12-24', dueOn: '2027-12-23' };
  const letters = (handedOverOn: CalendarDate | null) =>
    earlyOnes('2027-12-23', [{ ...sent, state: handedOverOn ? 'handed_over' : 'frozen', handedOverOn }]).map(
      ([letter]) => letter,
    );
  expect(letters(null)).toContain(1);
  expect(letters('2027-12-23')).not.toContain(1);
});

const SEALED: CalendarPiece = { ...HANDED_OVER, state: 'frozen', handedOverOn: null, deliveryWindow: null };

test.each<[why: string, today: CalendarDate, pieces: readonly CalendarPiece[]]>([
  ['in no run yet', '2027-01-06', []],
  ['in no run, though its window has begun', '2027-01-08', []],
  ['in no run, though its window is over', '2027-01-20', []],
  ['in a run', '2027-01-07', [SEALED]],
  ['in a run that is late', '2027-01-20', [SEALED]],
])('when letter 1 leaves is one statement, for a gift’s people as in the calendar: %s', (_why, today, pieces) => {
  const dueOn = pieces[0]?.dueOn ?? null;
  const leaves = firstLetterLeaves({ serviceStart: '2027-01-06', dueOn }, today, NO_OVERRIDES);
  expect(leaves).toEqual(letterOne(today, pieces)?.handOver);
});

test.each([
  ['on a Sunday', '2027-01-10', '2027-01-11'],
  ['on a holiday', '2027-01-18', '2027-01-19'],
  ['on a day of business', '2027-01-12', '2027-01-12'],
  ['before its day', '2027-01-07', '2027-01-08'],
] as const)(
  'a sealed letter that is still here %s leaves on the next day on which the post takes letters',
  (_when, today, leaves) => {
    const frozen = { ...HANDED_OVER, state: 'frozen', handedOverOn: null, deliveryWindow: null } as const;
    expect(letterOne(today, [frozen])?.handOver).toEqual({ earliest: leaves, latest: leaves });
  },
);

describe('a letter that is missed', () => {
  const LOST = { ...HANDED_OVER, state: 'lost' } as const;

  test.each([
    { decision: 'asked', state: 'asked' },
    { decision: 'approved', state: 'sending_again' },
    { decision: 'refused', state: 'lost' },
  ] as const)('is $state until it is in the post again', ({ decision, state }) => {
    const reships = [{ letter: 1, attempt: 2, state: decision }];
    expect(letterOne('2027-06-01', [LOST], reships)).toMatchObject({ state, canReportMissing: false });
  });

  test('and sent again goes by the days of its newest attempt', () => {
    const again: CalendarPiece = {
      ...HANDED_OVER,
      attempt: 2,
      handedOverOn: '2027-06-01',
      deliveryWindow: { earliest: '2027-06-03', latest: '2027-06-06' },
    };
    expect(letterOne('2027-06-06', [LOST, again])).toMatchObject({ state: 'in_the_post', handedOverOn: '2027-06-01' });
    expect(letterOne('2027-06-07', [LOST, again])).toMatchObject({ state: 'overdue', canReportMissing: true });
  });
});

describe('letter 1, while it is planned', () => {
  test('shows a window of mailing days and an arrival window made from the same two days', () => {
    expect(letterOne('2027-01-06', [])).toMatchObject({
      handOver: { earliest: '2027-01-07', latest: '2027-01-11' },
      deliveryWindow: { earliest: '2027-01-09', latest: '2027-01-16' },
    });
  });
});

/** Every attempt but the newest was lost or came back. */
const anyAttempts = fc.record({
  before: fc.array(fc.constantFrom('lost', 'returned'), { maxLength: 2 }),
  newest: fc.record({
    state: fc.constantFrom('waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned'),
    daysAgo: fc.integer({ min: 0, max: 60 }),
    confirmed: fc.boolean(),
  }),
});

const TODAY = '2027-06-01';

function pieceOf(letter: number, attempt: number, state: CalendarPiece['state'], daysAgo: number): CalendarPiece {
  const nominalOn = addDays(TODAY, -daysAgo);
  const isSent = state === 'handed_over' || state === 'lost' || state === 'returned';
  return {
    letter,
    attempt,
    state,
    nominalOn,
    dueOn: nominalOn,
    handedOverOn: isSent ? nominalOn : null,
    deliveryWindow: isSent ? deliveryWindowOf(letter, HARBOR_ADDRESS, nominalOn) : null,
    confirmed: false,
  };
}

test('the list of letters counts as come what the progress bar counts as received', () => {
  fc.assert(
    fc.property(fc.array(anyAttempts, { maxLength: 24 }), (letters) => {
      const pieces = letters.flatMap(({ before, newest }, index) => [
        ...before.map((state, attempt) => pieceOf(index + 1, attempt + 1, state, 90)),
        {
          ...pieceOf(index + 1, before.length + 1, newest.state, newest.daysAgo),
          confirmed: newest.confirmed && newest.state === 'handed_over',
        },
      ]);
      const facts = {
        serviceStart: '2027-01-06',
        destination: HARBOR_ADDRESS,
        today: TODAY,
        pieces,
        reships: [],
      } as const;
      const come = letterCalendar(facts).filter(({ state }) => hasCome(state));
      expect(come).toHaveLength(
        lettersReceived(
          pieces.map((piece) => ({ ...piece, address: HARBOR_ADDRESS })),
          TODAY,
        ),
      );
    }),
  );
});
