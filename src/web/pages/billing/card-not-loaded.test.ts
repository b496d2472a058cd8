import { expect, test } from 'vitest';
import { ApiFailure, networkFailure } from '../../app/api-failure.ts';
import { cardNotLoadedWords } from './card-not-loaded.ts';

test('a card that can’t be shown says whether the connection, Stripe or the website failed', () => {
  expect(cardNotLoadedWords(networkFailure())).toBe('No connection. Check your internet connection, then try again.');
  expect(cardNotLoadedWords(new ApiFailure('payments_unavailable', ''))).toBe('Unable to fetch payment information');
  expect(cardNotLoadedWords(new ApiFailure('internal', ''))).toBe('Failed to load payment information');
  expect(cardNotLoadedWords(null)).toBe('Failed to load payment information');
});
