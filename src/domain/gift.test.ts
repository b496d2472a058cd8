import { describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { type CalendarDate, newYorkDate } from './calendar-date.ts';
import {
  type GiftFacts,
  giftChangeableUntil,
  giftServiceStart,
  giftStartProblem,
  giftStartWindow,
  giftState,
  isAnnounced,
  mayAnnounceGift,
} from './gift.ts';
import { schedule } from './letter-plan.ts';
import { firstLetterWindow } from './mailing-calendar.ts';

describe('a gift starts', () => {
  test('today at the earliest and twelve months ahead at the latest', () => {
    expect(giftStartWindow('2026-11-27')).toEqual({ earliest: '2026-11-27', latest: '2027-11-27' });
    expect(giftStartProblem('2026-11-26', '2026-11-27')).toBe('start_date_past');
    expect(giftStartProblem('2026-11-27', '2026-11-27')).toBeNull();
    expect(giftStartProblem('2027-11-27', '2026-11-27')).toBeNull();
    expect(giftStartProblem('2027-11-28', '2026-11-27')).toBe('start_date_too_far');
  });

  test('twelve months ahead of a leap day is the last day of February', () => {
    expect(giftStartWindow('2028-02-29').latest).toBe('2029-02-28');
  });

  test('on a day that is past by the buyer’s clock and today by New York’s', () => {
    // Ten in the morning of November 28 in Tokyo, eight in the evening of the 27th in New York.
    const today = newYorkDate(new Date('2026-11-28T01:00:00Z'));
    expect(giftStartProblem('2026-11-27', today)).toBeNull();
    expect(giftStartProblem('2026-11-26', today)).toBe('start_date_past');
  });

  test('not yesterday by New York’s clock, though it is still today by the buyer’s', () => {
    // Half past ten in the evening of November 27 in Los Angeles, half past one of the 28th in New York.
    const today = newYorkDate(new Date('2026-11-28T06:30:00Z'));
    expect(giftStartProblem('2026-11-27', today)).toBe('start_date_past');
  });

  test('when it is paid for, if its day has passed by then', () => {
    expect(giftServiceStart('2026-11-20', '2026-11-23')).toBe('2026-11-23');
    expect(giftServiceStart('2026-12-24', '2026-11-23')).toBe('2026-12-24');
  });
});

describe('the first mailings of a gift', () => {
  test.each<{
    why: string;
    startDate: CalendarDate;
    earliest: CalendarDate;
    latest: CalendarDate;
    second: CalendarDate;
  }>([
    {
      why: 'a plain Monday',
      startDate: '2026-11-02',
      earliest: '2026-11-03',
      latest: '2026-11-05',
      second: '2026-11-13',
    },
    {
      why: 'the last of a month',
      startDate: '2027-01-31',
      earliest: '2027-02-01',
      latest: '2027-02-03',
      second: '2027-02-12',
    },
    {
      why: 'the end of February',
      startDate: '2027-02-28',
      earliest: '2027-03-01',
      latest: '2027-03-03',
      second: '2027-03-12',
    },
    { why: 'a leap day', startDate: '2028-02-29', earliest: '2028-03-01', latest: '2028-03-03', second: '2028-03-10' },
    {
      why: 'New Year’s Eve',
      startDate: '2026-12-31',
      earliest: '2027-01-04',
      latest: '2027-01-06',
      second: '2027-01-22',
    },
    {
      why: 'Thanksgiving',
      startDate: '2026-11-26',
      earliest: '2026-11-27',
      latest: '2026-12-01',
      second: '2026-12-11',
    },
    { why: 'Christmas', startDate: '2026-12-25', earliest: '2026-12-28', latest: '2026-12-30', second: '2027-01-08' },
    { why: 'a Saturday', startDate: '2026-11-28', earliest: '2026-11-30', latest: '2026-12-02', second: '2026-12-11' },
  ])('begun on $why', ({ startDate, earliest, latest, second }) => {
    expect(firstLetterWindow(startDate)).toEqual({ earliest, latest });
    const plan = schedule({ serviceStart: startDate, destination: HARBOR_ADDRESS, mailed: [], today: '2026-10-01' });
    expect(plan[0]).toMatchObject({ letter: 1, handOver: { earliest, latest } });
    expect(plan[1]?.mailingDay).toBe(second);
    expect(plan).toHaveLength(24);
  });
});

const PAID: GiftFacts = {
  status: 'active',
  refunded: false,
  announced: false,
  lettersHandedOver: 0,
  startDate: '2026-12-24',
  monthsPaid: 1,
};

describe('a gift is', () => {
  test.each([
    ['scheduled', {}],
    ['notified', { announced: true }],
    ['started', { announced: true, lettersHandedOver: 1 }],
    ['started', { lettersHandedOver: 1 }],
    ['ended', { status: 'completed', lettersHandedOver: 24 }],
    ['refunded', { status: 'cancelled', refunded: true, announced: true }],
  ] as const)('%s with %j', (state, facts) => {
    expect(giftState({ ...PAID, ...facts }, '2026-12-28')).toBe(state);
  });

  test('ended when it was cancelled and what was paid for is over, not before', () => {
    const cancelled = { ...PAID, status: 'cancelled', lettersHandedOver: 2 } as const;
    expect(giftState(cancelled, '2027-01-23')).toBe('started');
    expect(giftState(cancelled, '2027-01-24')).toBe('ended');
    expect(giftState({ ...cancelled, lettersHandedOver: 1 }, '2027-01-24')).toBe('started');
  });
});

test('a gift is announced for one start: a later one has not been told', () => {
  // Half past eleven in the evening of December 24 in New York.
  const announcedAt = new Date('2026-12-25T04:30:00Z');
  expect(isAnnounced(announcedAt, '2026-12-24')).toBe(true);
  expect(isAnnounced(announcedAt, '2026-12-25')).toBe(false);
  expect(isAnnounced(null, '2026-12-24')).toBe(false);
});

describe('its giver', () => {
  const plans = { state: 'scheduled', startDate: '2026-12-24', firstLetterFrozen: false } as const;

  test('may change it until letter 1 freezes: as the first business day after the start begins in New York', () => {
    const freezesAt = new Date('2026-12-28T05:00:00Z');
    expect(giftChangeableUntil(plans, new Date('2026-12-28T04:59:59Z'))).toEqual(freezesAt);
    expect(giftChangeableUntil(plans, freezesAt)).toBeNull();
    expect(giftChangeableUntil({ ...plans, firstLetterFrozen: true }, new Date('2026-12-01T12:00:00Z'))).toBeNull();
    expect(giftChangeableUntil({ ...plans, state: 'refunded' }, new Date('2026-12-01T12:00:00Z'))).toBeNull();
  });

  test('may have the recipient written to from the start date on, while there is something to look forward to', () => {
    expect(mayAnnounceGift(plans, '2026-12-23')).toBe(false);
    expect(mayAnnounceGift(plans, '2026-12-24')).toBe(true);
    expect(mayAnnounceGift({ ...plans, state: 'started' }, '2027-03-01')).toBe(true);
    expect(mayAnnounceGift({ ...plans, state: 'ended' }, '2027-03-01')).toBe(false);
  });
});
