import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOfWeek, WEEKDAY } from './calendar-date.ts';
import { addBusinessDays, businessDayFrom, isBusinessDay, observedHolidays, previousBusinessDay } from './holidays.ts';

const anyDate = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays('1971-01-01', days));

describe('federal holidays', () => {
  // As published by the Office of Personnel Management.
  test('2026: Independence Day falls on a Saturday and is observed on the Friday', () => {
    expect(observedHolidays(2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });

  test('2027: the next New Year’s Day falls on a Saturday and is observed on December 31', () => {
    expect(observedHolidays(2027)).toEqual([
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-06-18',
      '2027-07-05',
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
      '2027-12-24',
      '2027-12-31',
    ]);
  });

  test('2022: New Year’s Day was observed the year before, Juneteenth and Christmas on Mondays', () => {
    expect(observedHolidays(2022)).toEqual([
      '2022-01-17',
      '2022-02-21',
      '2022-05-30',
      '2022-06-20',
      '2022-07-04',
      '2022-09-05',
      '2022-10-10',
      '2022-11-11',
      '2022-11-24',
      '2022-12-26',
    ]);
  });

  test('holidays begin in the year in which they were first kept', () => {
    expect(observedHolidays(2020)).not.toContain('2020-06-19');
    expect(observedHolidays(2021)).toContain('2021-06-18');
    expect(observedHolidays(1985)).not.toContain('1985-01-21');
    expect(observedHolidays(1986)).toContain('1986-01-20');
    expect(observedHolidays(1977)).toContain('1977-10-24');
    expect(observedHolidays(1978)).toContain('1978-11-10');
  });

  test('observed holidays are never at the weekend, and nine to twelve a year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1987, max: 2100 }), (year) => {
        const days = observedHolidays(year);
        expect(days.length).toBeGreaterThanOrEqual(9);
        expect(days.length).toBeLessThanOrEqual(12);
        for (const day of days) expect([WEEKDAY.saturday, WEEKDAY.sunday]).not.toContain(dayOfWeek(day));
      }),
    );
  });
});

describe('business days', () => {
  test('weekends, holidays and their observed days are none', () => {
    expect(isBusinessDay('2026-11-25')).toBe(true);
    expect(isBusinessDay('2026-11-26')).toBe(false);
    expect(isBusinessDay('2026-11-28')).toBe(false);
    expect(isBusinessDay('2026-07-03')).toBe(false);
    expect(isBusinessDay('2021-12-31')).toBe(false);
  });

  test('an operator adds a day of mourning and takes a holiday back', () => {
    const overrides = { add: ['2026-11-25'], remove: ['2026-11-26'] } as const;
    expect(isBusinessDay('2026-11-25', overrides)).toBe(false);
    expect(isBusinessDay('2026-11-26', overrides)).toBe(true);
    expect(isBusinessDay('2026-11-28', { add: [], remove: ['2026-11-28'] })).toBe(false);
  });

  test('they are counted over weekends and holidays', () => {
    expect(addBusinessDays('2026-11-25', 1)).toBe('2026-11-27');
    expect(addBusinessDays('2026-11-25', 3)).toBe('2026-12-01');
    expect(addBusinessDays('2026-11-29', 0)).toBe('2026-11-29');
    expect(previousBusinessDay('2026-11-27')).toBe('2026-11-25');
    expect(businessDayFrom('2026-11-26')).toBe('2026-11-27');
    expect(businessDayFrom('2026-11-27')).toBe('2026-11-27');
  });

  test('counting forth and back from a business day returns to it', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 300 }), (date, count) => {
        const start = businessDayFrom(date);
        expect(addBusinessDays(addBusinessDays(start, count), -count)).toBe(start);
      }),
    );
  });
});
