import { expect, test } from 'vitest';
import { cardInWords, formatExpiry } from './card.ts';

test('a card is told by its brand and last four digits; a brand no one knows is a card', () => {
  expect(cardInWords({ brand: 'visa', last4: '4242' })).toBe('Visa ending in 4242');
  expect(cardInWords({ brand: 'moonstone', last4: '0001' })).toBe('Card ending in 0001');
});

test('its expiry is written as it stands on the card', () => {
  expect(formatExpiry({ expMonth: 4, expYear: 2027 })).toBe('04/27');
});
