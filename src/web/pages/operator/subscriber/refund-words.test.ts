import { expect, test } from 'vitest';
import { refundConsequence, refundedInWords } from './refund-words.ts';

const CODE = 'L20270302-01-000001';

test('a refund names the envelopes that are printed, in its question and in its answer', () => {
  const pull = `Already printed, pull it out of the pile before the hand-over: ${CODE}.`;
  expect(refundConsequence(1500, [CODE])).toBe(
    `Everything paid, $15.00, goes back in full; the subscription and all its mail end at once. ${pull} This can’t be undone.`,
  );
  expect(refundedInWords({ refundedCents: 1500, printed: [CODE] })).toBe(
    `$15.00 given back. No charge follows. ${pull} No other letter follows.`,
  );
});

test('a refund without printed envelopes speaks of none', () => {
  expect(refundConsequence(1500, [])).not.toContain('printed');
  expect(refundedInWords({ refundedCents: 1500 })).toBe('$15.00 given back. No charge follows, and no letter.');
});
