import { expect, test } from 'vitest';
import { type NextChargeFacts, nextChargeWords } from './next-charge.ts';

const MONTHLY: NextChargeFacts = {
  status: 'active',
  planType: 'monthly',
  pastDue: false,
  costCents: 1500,
  currentPeriodEnd: new Date('2026-12-23T04:30:00Z'),
  cancelAt: new Date('2027-10-23T03:30:00Z'),
};

test('a monthly subscription says what is charged next, on which day in New York', () => {
  expect(nextChargeWords(MONTHLY)).toBe('$15.00 on December 22, 2026');
  expect(nextChargeWords({ ...MONTHLY, costCents: 1200 })).toBe('$12.00 on December 22, 2026');
  expect(nextChargeWords({ ...MONTHLY, costCents: 0 })).toBe('Nothing is charged on December 22, 2026');
});

test('the last charge is still named; after it, nothing is', () => {
  const last = new Date('2027-10-23T03:30:00Z');
  expect(nextChargeWords({ ...MONTHLY, currentPeriodEnd: last })).toBe('$15.00 on October 22, 2027');
  expect(nextChargeWords({ ...MONTHLY, currentPeriodEnd: new Date('2027-11-23T04:30:00Z') })).toBeNull();
});

test('nothing follows one payment for the year, a cancellation or an end, and an overdue charge comes first', () => {
  expect(nextChargeWords({ ...MONTHLY, planType: 'annual' })).toBeNull();
  expect(nextChargeWords({ ...MONTHLY, status: 'cancelled' })).toBeNull();
  expect(nextChargeWords({ ...MONTHLY, status: 'completed' })).toBeNull();
  expect(nextChargeWords({ ...MONTHLY, pastDue: true })).toBeNull();
  expect(nextChargeWords({ ...MONTHLY, chargesEnded: true })).toBeNull();
});
