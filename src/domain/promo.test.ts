import { expect, test } from 'vitest';
import { normalisePromoCode } from './checkout.ts';

test('a promo code is sent in capitals and without spaces around it', () => {
  expect(normalisePromoCode('  letter20 ')).toBe('LETTER20');
  expect(normalisePromoCode('   ')).toBe('');
});
