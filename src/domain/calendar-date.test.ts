import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  type CalendarDate,
  dayOfWeek,
  daysBetween,
  earlierOf,
  formatDate,
  isCalendarDate,
  lastWeekday,
  laterOf,
  newYorkDate,
  newYorkMidnight,
  nthWeekday,
  WEEKDAY,
  windowInWords,
} from './calendar-date.ts';

const anyDate = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays('1971-01-01', days));

describe('calendar dates', () => {
  test.each(['2026-11-27', '2024-02-29', '2000-02-29'])('%s is one', (value) => {
    expect(isCalendarDate(value)).toBe(true);
  });

  test.each(['2026-02-29', '1900-02-29', '2026-2-9', '2026-11-31', '2026-13-01', '2026-11-27T00:00', '', 'yesterday'])(
    '%j is none',
    (value) => {
      expect(isCalendarDate(value)).toBe(false);
    },
  );

  test('days are counted across months, leap days and clock changes', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
    expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2);
  });

  test('a month later is the same day, or the last of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
    expect(addMonths('2026-11-15', 12)).toBe('2027-11-15');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  });

  test('weekdays are found by counting them', () => {
    expect(dayOfWeek('2026-11-27')).toBe(WEEKDAY.friday);
    expect(nthWeekday('2026-11', WEEKDAY.friday, 2)).toBe('2026-11-13');
    expect(nthWeekday('2026-05', WEEKDAY.friday, 1)).toBe('2026-05-01');
    expect(lastWeekday('2026-05', WEEKDAY.monday)).toBe('2026-05-25');
    expect(lastWeekday('2027-05', WEEKDAY.monday)).toBe('2027-05-31');
  });

  test('dates sort as their text does', () => {
    expect((['2026-11-02', '2026-01-30', '2025-12-31'] satisfies CalendarDate[]).sort()).toEqual([
      '2025-12-31',
      '2026-01-30',
      '2026-11-02',
    ]);
    expect(earlierOf('2026-11-02', '2026-11-03')).toBe('2026-11-02');
    expect(laterOf('2026-11-02', '2026-11-03')).toBe('2026-11-03');
  });

  test('adding and counting days are each other’s inverse', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(isCalendarDate(addDays(date, days))).toBe(true);
      }),
    );
  });
});

describe('New York', () => {
  test('a day ends at its own midnight, not at UTC’s', () => {
    expect(newYorkDate(new Date('2026-11-27T04:59:59.999Z'))).toBe('2026-11-26');
    expect(newYorkDate(new Date('2026-11-27T05:00:00Z'))).toBe('2026-11-27');
    expect(newYorkDate(new Date('2026-07-04T03:59:59Z'))).toBe('2026-07-03');
    expect(newYorkDate(new Date('2026-07-04T04:00:00Z'))).toBe('2026-07-04');
  });

  test('the days on which the clocks change begin by the old clock and end by the new', () => {
    expect(newYorkMidnight('2026-03-08').toISOString()).toBe('2026-03-08T05:00:00.000Z');
    expect(newYorkMidnight('2026-03-09').toISOString()).toBe('2026-03-09T04:00:00.000Z');
    expect(newYorkMidnight('2026-11-01').toISOString()).toBe('2026-11-01T04:00:00.000Z');
    expect(newYorkMidnight('2026-11-02').toISOString()).toBe('2026-11-02T05:00:00.000Z');
  });

  test('midnight is the first instant of its day, for every day', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const midnight = newYorkMidnight(date);
        expect(newYorkDate(midnight)).toBe(date);
        expect(newYorkDate(new Date(midnight.getTime() - 1))).toBe(addDays(date, -1));
      }),
    );
  });

  test('dates are written out in full, instants by New York’s calendar', () => {
    expect(formatDate('2026-11-27')).toBe('November 27, 2026');
    expect(formatDate(new Date('2026-11-27T04:30:00Z'))).toBe('November 26, 2026');
    const window = { earliest: '2026-11-27', latest: '2026-12-01' } as const;
    expect(windowInWords(window)).toBe('between November 27, 2026 and December 1, 2026');
    expect(windowInWords({ ...window, earliest: '2026-12-01' })).toBe('on December 1, 2026');
  });
});
