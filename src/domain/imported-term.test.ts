import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { importedTerm } from './imported-term.ts';

const today = calendarDate('2026-11-28');

test.each([
  ['a year is paid in full', 'annual', 10, '2027-06-15', 12, '2026-06-15'],
  ['a month pays the letters received and those before the next charge', 'monthly', 8, '2026-12-20', 5, '2026-07-20'],
  ['a half month counts as a month', 'monthly', 7, '2026-12-05', 4, '2026-08-05'],
  ['a first month without a letter counts as one', 'monthly', 0, '2026-12-05', 1, '2026-11-05'],
  ['no more than twelve months are paid', 'monthly', 23, '2027-11-20', 12, '2026-11-20'],
] as const)('%s', (_rule, planType, lettersReceived, nextCharge, monthsPaid, serviceStart) => {
  const term = importedTerm({ planType, lettersReceived, nextCharge: calendarDate(nextCharge) }, today);
  expect(term).toEqual({ monthsPaid, serviceStart });
});
