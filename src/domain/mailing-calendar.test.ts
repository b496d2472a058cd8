import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, dayOfWeek, monthOf, newYorkDate, WEEKDAY } from './calendar-date.ts';
import { addBusinessDays, isBusinessDay } from './holidays.ts';
import {
  giftEndsOn,
  firstLetterFreezeInstant,
  firstLetterWindow,
  freezeInstant,
  earlyInWords,
  handOverDay,
  isMailingDay,
  mailingFridays,
  nextMailingDays,
  orderByDate,
  remainingFirstLetterWindow,
  serviceThrough,
} from './mailing-calendar.ts';

const anyDate = fc.integer({ min: 0, max: 7304 }).map((days) => addDays('2026-01-01', days));

describe('mailing days', () => {
  test('are the 2nd and 4th Friday of a month', () => {
    expect(mailingFridays('2026-11')).toEqual(['2026-11-13', '2026-11-27']);
    // A month that begins on a Friday has a fifth, which is no mailing day.
    expect(mailingFridays('2026-05')).toEqual(['2026-05-08', '2026-05-22']);
    expect(isMailingDay('2026-05-29')).toBe(false);
    expect(isMailingDay('2026-05-22')).toBe(true);
  });

  test('the next ones include the day itself and cross the year', () => {
    expect(nextMailingDays('2026-12-11', 4)).toEqual(['2026-12-11', '2026-12-25', '2027-01-08', '2027-01-22']);
    expect(nextMailingDays('2026-12-12', 1)).toEqual(['2026-12-25']);
    expect(nextMailingDays('2026-12-12', 0)).toEqual([]);
  });

  test('any twelve months of the calendar have twenty-four, two or three weeks apart', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const days = nextMailingDays(`${monthOf(date)}-01`, 25);
        expect(days[24]?.slice(5, 7)).toBe(date.slice(5, 7));
        for (const [index, day] of days.slice(1).entries()) {
          expect([14, 21]).toContain(daysBetween(days[index] ?? day, day));
        }
      }),
    );
  });

  test('a letter that leaves before its mailing day says which holiday is why', () => {
    expect(earlyInWords('2026-11-27')).toBeNull();
    expect(earlyInWords('2026-12-25')).toBe('a day early because of Christmas Day');
    expect(earlyInWords('2027-12-24')).toBe('a day early because of Christmas Day');
    expect(earlyInWords('2026-11-27', { add: ['2026-11-27'], remove: [] })).toBe(
      '2 days early because the post office is closed',
    );
    expect(earlyInWords('2026-12-25', { add: [], remove: ['2026-12-25'] })).toBeNull();
  });

  test('a Friday that is a holiday keeps its name and is handed over the business day before', () => {
    expect(handOverDay('2026-11-27')).toBe('2026-11-27');
    expect(handOverDay('2026-12-25')).toBe('2026-12-24');
    expect(handOverDay('2027-12-24')).toBe('2027-12-23');
    expect(handOverDay('2026-11-27', { add: ['2026-11-27'], remove: [] })).toBe('2026-11-25');
  });

  test('hand-over is always a business day at most four days before the Friday', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const [friday = date] = nextMailingDays(date, 1);
        const handOver = handOverDay(friday);
        expect(dayOfWeek(friday)).toBe(WEEKDAY.friday);
        expect(isBusinessDay(handOver)).toBe(true);
        expect(daysBetween(handOver, friday)).toBeLessThanOrEqual(4);
        expect(daysBetween(handOver, friday)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the first letter', () => {
  test('is handed over one to three business days after payment', () => {
    expect(firstLetterWindow('2026-11-23')).toEqual({ earliest: '2026-11-24', latest: '2026-11-27' });
    expect(firstLetterWindow('2026-12-24')).toEqual({ earliest: '2026-12-28', latest: '2026-12-30' });
    expect(firstLetterWindow('2026-11-28')).toEqual({ earliest: '2026-11-30', latest: '2026-12-02' });
  });

  test('when late, it goes out with the next run', () => {
    expect(remainingFirstLetterWindow('2026-11-23', '2026-11-23')).toEqual(firstLetterWindow('2026-11-23'));
    expect(remainingFirstLetterWindow('2026-11-23', '2026-11-25')).toEqual({
      earliest: '2026-11-25',
      latest: '2026-11-27',
    });
    expect(remainingFirstLetterWindow('2026-11-23', '2026-11-28')).toEqual({
      earliest: '2026-11-30',
      latest: '2026-11-30',
    });
  });
});

describe('the freeze', () => {
  test('comes at midnight in New York, two business days before hand-over', () => {
    expect(freezeInstant('2026-12-11').toISOString()).toBe('2026-12-09T05:00:00.000Z');
    // Thanksgiving is no business day, so the freeze moves to Tuesday.
    expect(freezeInstant('2026-11-27').toISOString()).toBe('2026-11-24T05:00:00.000Z');
    // Handed over on Thursday, December 24.
    expect(freezeInstant('2026-12-25').toISOString()).toBe('2026-12-22T05:00:00.000Z');
    expect(freezeInstant('2026-07-10').toISOString()).toBe('2026-07-08T04:00:00.000Z');
  });

  test('of a first letter is the midnight its hand-over day begins with', () => {
    expect(firstLetterFreezeInstant('2026-11-24').toISOString()).toBe('2026-11-24T05:00:00.000Z');
  });

  test('is always two business days before hand-over', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const [friday = date] = nextMailingDays(date, 1);
        expect(addBusinessDays(newYorkDate(freezeInstant(friday)), 2)).toBe(handOverDay(friday));
      }),
    );
  });
});

describe('the order-by date', () => {
  test('leaves three business days and a week before the Friday', () => {
    expect(orderByDate('2026-11-13')).toBe('2026-11-03');
    expect(orderByDate('2026-12-11')).toBe('2026-12-01');
    // Letter 1 has to be out by December 4, and Thanksgiving takes a day.
    expect(firstLetterWindow(orderByDate('2026-12-11')).latest <= '2026-12-04').toBe(true);
  });

  test('is the last payment date whose third business day is at least seven days before', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const [friday = date] = nextMailingDays(date, 1);
        const orderBy = orderByDate(friday);
        expect(daysBetween(firstLetterWindow(orderBy).latest, friday)).toBeGreaterThanOrEqual(7);
        expect(daysBetween(firstLetterWindow(addDays(orderBy, 1)).latest, friday)).toBeLessThan(7);
      }),
    );
  });
});

test('service is paid through the start plus the months paid', () => {
  expect(serviceThrough('2026-11-30', 3)).toBe('2027-02-28');
  expect(serviceThrough('2026-11-30', 12)).toBe('2027-11-30');
  expect(serviceThrough('2026-11-30', 0)).toBe('2026-11-30');
});

test('a gift never ends before the mailing day of its last letter', () => {
  expect(giftEndsOn('2027-01-13', 12)).toBe('2028-01-14');
  expect(giftEndsOn('2027-01-13', 1)).toBe('2027-02-13');
  expect(giftEndsOn('2027-05-01', 12)).toBe('2028-05-01');
});
