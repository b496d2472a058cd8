import { expect, test } from 'vitest';
import { declineReason } from './operator-decline-words.ts';

test('a decline code is said in words, an unknown one without its underscores', () => {
  expect(declineReason('insufficient_funds')).toBe('The account has too little money');
  expect(declineReason('some_new_code')).toBe('some new code');
  expect(declineReason('constructor')).toBe('constructor');
  expect(declineReason(null)).toBe('Stripe gave no reason');
});
