import { expect, test } from 'vitest';
import { addressWords } from './address-words.ts';

test('beside a sign-up stands what is true: of a gift, that it leaves when it has begun; of one received, no number of letters', () => {
  const [own, giver, recipient] = [undefined, '/gift-subscription', '/gift/claim?token=a'].map(addressWords);
  expect(own?.leaving).toContain('We mail the first letter within 1-3 business days, then two a month');
  for (const words of [giver, recipient]) {
    expect(words?.leaving).toContain('within 1-3 business days of the day the gift begins, then two a month');
  }
  expect([own?.panel, giver?.panel, recipient?.panel]).toEqual(['What you get', 'What you get', 'What arrives']);
  for (const words of [own, giver]) expect(words?.letters).toContain('Twenty-four letters over twelve months');
  expect(recipient?.letters).not.toMatch(/twenty-four|twelve/i);
});
