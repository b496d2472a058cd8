import { expect, test } from 'vitest';
import { pastDueWords } from './past-due.tsx';

const AFTER = 'Letters you’ve paid for still arrive. We mail the next ones after the payment goes through.';
const UPDATE = 'Update your card under Billing, and we’ll charge the overdue amount right away.';

test('a subscriber with an overdue payment is asked for a new card once no further attempt is planned', () => {
  const overdue = { amountCents: 1500, nextAttempt: '2026-12-04T17:00:00.000Z' };
  const failed = 'A payment of $15.00 didn’t go through.';
  expect(pastDueWords(overdue)).toBe(`${failed} We’ll try the card again on December 4, 2026. ${AFTER}`);
  expect(pastDueWords({ ...overdue, nextAttempt: null })).toBe(
    `${failed} We won’t try the card again automatically. ${UPDATE} ${AFTER}`,
  );
  expect(pastDueWords(null)).toBe(`${UPDATE} ${AFTER}`);
});
