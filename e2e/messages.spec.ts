import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { signUp } from './users.ts';
import { failAt } from './subscriber.ts';

// Messages of rules/pages 35 and 36 that need a failure outside the shop.

const FAILURES = [
  { message: 'Failed to create payment method.', url: '**/v1/payment_methods' },
  { message: 'Failed to create subscription.', url: '**/functions/v1/create-stripe-subscription' },
  { message: 'Payment confirmation failed.', url: '**/v1/payment_intents/*/confirm' },
] as const;

test('each failure of a payment is said in an alert, and Pay works once more @pages', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  for (const { message, url } of FAILURES) {
    await page.route(url, (route) =>
      route.fulfill({ status: 500, json: { error: { type: 'api_error', message: 'no' } } }),
    );
    await payButton(page, '$15.00').click();
    await expect(page.getByRole('alert')).toContainText(message);
    await page.unroute(url);
  }
  await expectAccessible(page);
  await page.evaluate(() => {
    const { URLSearchParams: kept } = window;
    Object.defineProperty(window, 'URLSearchParams', {
      configurable: true,
      get() {
        Object.defineProperty(window, 'URLSearchParams', { value: kept });
        throw new Error('a browser of its own mind');
      },
    });
  });
  await payButton(page, '$15.00').click();
  await expect(page.getByRole('alert')).toContainText('Payment failed. Please try again.');
  await payButton(page, '$15.00').click();
  await expectThanks(page);
});

test('“Failed to validate promo code” and “Error applying promo code” @pages', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  const url = '**/functions/v1/validate-promo-code';
  const mend = await failAt(page, url);
  await page.getByLabel('Promo code').fill('letter20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Failed to validate promo code')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo code applied! 20% discount')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Promo code').fill('letter20');
  await page.evaluate(() => {
    Object.defineProperty(Response.prototype, 'ok', {
      get() {
        throw new Error('a browser of its own mind');
      },
    });
  });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Error applying promo code')).toBeVisible();
  await expectAccessible(page);
});
