import { expect, test } from 'vitest';
import { disputeReason, shortDisputeReason } from './operator-dispute-words.ts';

test.each([
  ['fraudulent', 'fraudulent', 'The customer says that someone else made the payment'],
  ['product_not_received', 'not received', 'The customer says that letters did not arrive'],
  ['subscription_canceled', 'subscription canceled', 'The customer says that the charge came after a cancellation'],
  ['a_new_reason', 'a new reason', 'a new reason'],
])('the reason %s is shown as “%s” in a list, and as a sentence elsewhere', (reason, short, sentence) => {
  expect(shortDisputeReason(reason)).toBe(short);
  expect(disputeReason(reason)).toBe(sentence);
});
