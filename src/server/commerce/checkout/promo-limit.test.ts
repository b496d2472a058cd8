import { expect, test } from 'vitest';
import { startShop } from '../../../../test/server/shop.ts';
import { validatePromoCode } from '../../../contract/checkout.ts';

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '1' } });

test('thirty codes may be tried in ten minutes, and the thirty-first is refused', async () => {
  const user = await shop.signUp();
  const guess = (number: number) => user.call(validatePromoCode, { body: { promoCode: `GUESS${number}` } });
  for (let number = 1; number <= 30; number++) expect(await guess(number)).toMatchObject({ valid: false });
  await expect(guess(31)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
});
