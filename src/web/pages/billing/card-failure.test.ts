import { expect, test } from 'vitest';
import { ApiFailure, networkFailure } from '../../app/api-failure.ts';
import { cardFailureWords } from './card-failure.ts';

test('a card that can’t be shown says whether the connection, Stripe or the website failed', () => {
  expect(cardFailureWords(networkFailure())).toBe('No connection. Check your internet connection, then try again.');
  expect(cardFailureWords(new ApiFailure('payments_unavailable', ''))).toBe('Unable to fetch payment information');
  expect(cardFailureWords(new ApiFailure('internal', ''))).toBe('Failed to load payment information');
  expect(cardFailureWords(null)).toBe('Failed to load payment information');
});
