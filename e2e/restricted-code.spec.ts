import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { goToPayment, payButton, sandbox } from './checkout.ts';
import { signUp } from './users.ts';

test('a code that fits one plan only is checked again when the plan changes @pages', async ({ page }) => {
  const { promotionCodes, coupons } = sandbox();
  const { id: coupon } = await coupons.create({ percent_off: 20, duration: 'once' });
  const code = `YEAR${randomUUID().slice(0, 8)}`.toUpperCase();
  const restrictions = { minimum_amount: 10_000, minimum_amount_currency: 'usd' };
  await promotionCodes.create({ promotion: { type: 'coupon', coupon }, code, restrictions });
  await signUp(page);
  await goToPayment(page);
  const field = page.getByLabel('Promo code');
  await field.fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  const refused = 'Invalid promo code. It is for orders of $100.00 or more. It works with the annual plan.';
  await expect(field).toHaveAccessibleDescription(refused);
  await page.getByRole('radio', { name: /Annual/ }).check();
  await expect(page.getByText('Invalid promo code')).toHaveCount(0);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(payButton(page, '$122.40')).toBeVisible();
  await page.getByRole('radio', { name: /Monthly/ }).check();
  await expect(field).toHaveAccessibleDescription(refused);
  await expect(payButton(page, '$15.00')).toBeEnabled();
  await page.getByRole('radio', { name: /Annual/ }).check();
  await expect(payButton(page, '$122.40')).toBeEnabled();
});
