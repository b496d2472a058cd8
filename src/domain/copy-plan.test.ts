import { describe, expect, test } from 'vitest';
import { copyLeavesOn } from './copy-plan.ts';
import { NO_OVERRIDES } from './holidays.ts';

const FACTS = { heldUntil: null, overrides: NO_OVERRIDES } as const;

describe('a lost letter’s copy leaves', () => {
  test.each([
    ['on the next business day', '2027-03-10T17:00:00Z', '2027-03-10', '2027-03-11'],
    ['after a weekend', '2027-03-12T17:00:00Z', '2027-03-12', '2027-03-15'],
    ['today, when it was decided yesterday', '2027-03-10T17:00:00Z', '2027-03-11', '2027-03-11'],
    ['counted from New York’s day of a late evening', '2027-03-11T03:00:00Z', '2027-03-10', '2027-03-11'],
  ] as const)('with the first letters %s', (_, decided, today, leaves) => {
    expect(copyLeavesOn({ ...FACTS, way: 'now', decidedAt: new Date(decided), today })).toBe(leaves);
  });

  test.each([
    ['that isn’t sealed yet', '2027-03-22T17:00:00Z', '2027-03-22', '2027-03-26'],
    ['after the one that is', '2027-03-24T17:00:00Z', '2027-03-24', '2027-04-09'],
  ] as const)('with the Friday %s', (_, decided, today, leaves) => {
    expect(copyLeavesOn({ ...FACTS, way: 'with_next', decidedAt: new Date(decided), today })).toBe(leaves);
  });

  test('after a hold, in either way', () => {
    const facts = {
      ...FACTS,
      decidedAt: new Date('2027-03-22T17:00:00Z'),
      today: '2027-03-22',
      heldUntil: '2027-04-01',
    } as const;
    expect(copyLeavesOn({ ...facts, way: 'now' })).toBe('2027-04-01');
    expect(copyLeavesOn({ ...facts, way: 'with_next' })).toBe('2027-04-09');
  });
});
