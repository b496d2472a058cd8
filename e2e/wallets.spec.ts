import { expect, test } from '@playwright/test';
import { expectThanks, goToPayment, sandbox, subscriptionsAtStripe } from './checkout.ts';
import { goToGiftPayment } from './gift-form.ts';
import { shiftsOf, watchShifts } from './layout-shift.ts';
import { enrol, signUp } from './users.ts';

test('where a wallet is offered, it pays for a season and for a gift by the year with a code, and nothing moves', async ({
  page,
}) => {
  await watchShifts(page);
  await page.addInitScript(() => localStorage.setItem('stripe-sandbox-wallet', 'on'));
  const { email } = await signUp(page);
  await goToPayment(page);
  const wallet = page.getByRole('button', { name: 'Test wallet' });
  const card = page.getByLabel('Card number');
  await page.reload();
  await expect(card).toBeVisible();
  expect((await wallet.boundingBox())?.y).toBeLessThan((await card.boundingBox())?.y ?? 0);
  expect(await shiftsOf(page)).toEqual([]);
  await wallet.click();
  await expectThanks(page);
  const { subscriptions, charges } = await subscriptionsAtStripe(email);
  expect([subscriptions.length, charges.map(({ amount }) => amount)]).toEqual([1, [1500]]);

  const coupon = await sandbox().coupons.create({ percent_off: 20, duration: 'once' });
  const code = `WALLET${Date.now()}`;
  await sandbox().promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code });
  await page.goto('/gift-subscription');
  await goToGiftPayment(page);
  await page.getByText('Annual', { exact: true }).click();
  await page.getByLabel('Promo code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo code applied! 20% discount')).toBeVisible();
  await wallet.click();
  await expectThanks(page);
  const { charges: both } = await subscriptionsAtStripe(email);
  expect(both.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([1500, 12_240]);
});

test('without a wallet nothing of it is seen, and the card form is where it was @pages', async ({ page }) => {
  await watchShifts(page);
  await enrol(page);
  await page.goto('/season-selection');
  await goToPayment(page);
  await page.reload();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(page.getByText('or pay by card')).toHaveCount(0);
  expect(await shiftsOf(page)).toEqual([]);
});
