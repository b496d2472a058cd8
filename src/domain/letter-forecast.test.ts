import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { forecastLetters } from './letter-forecast.ts';

const days = ['2026-12-11', '2026-12-25', '2027-01-08'].map(calendarDate);
const group = { seasonId: 'season-1', country: 'US', from: days[0]!, subscriptions: 7 };

const letters = (nextLetter: number, lastLetter: number, from = days[0]!) =>
  forecastLetters([{ ...group, nextLetter, lastLetter, from }], days).map(({ day, letter }) => [day, letter]);

test('each subscription gets one letter a mailing day, in order, up to the last one paid for', () => {
  expect(letters(5, 24)).toEqual([
    ['2026-12-11', 5],
    ['2026-12-25', 6],
    ['2027-01-08', 7],
  ]);
  expect(letters(23, 24)).toEqual([
    ['2026-12-11', 23],
    ['2026-12-25', 24],
  ]);
  expect(letters(1, 24, calendarDate('2026-12-20'))).toEqual([
    ['2026-12-25', 1],
    ['2027-01-08', 2],
  ]);
  expect(letters(9, 8)).toEqual([]);
});
