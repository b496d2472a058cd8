import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { signUp } from './users.ts';
import { failAt } from './subscriber.ts';

// The messages of rules/pages 35 and 36 that take a failure outside the shop.

async function readyToPay(page: Page): Promise<void> {
  await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.good);
}

const FAILURES = [
  { message: 'Failed to create payment method.', url: '**/v1/payment_methods' },
  { message: 'Failed to create subscription.', url: '**/functions/v1/create-stripe-subscription' },
  { message: 'Payment confirmation failed.', url: '**/v1/payment_intents/*/confirm' },
] as const;

for (const { message, url } of FAILURES) {
  test(`“${message}”: said in an alert, and Pay works once more`, async ({ page }) => {
    await readyToPay(page);
    await page.route(url, (route) =>
      route.fulfill({ status: 500, json: { error: { type: 'api_error', message: 'no' } } }),
    );
    await payButton(page, '$15.00').click();
    await expect(page.getByRole('alert')).toContainText(message);
    await expectAccessible(page);
    await page.unroute(url);
    await payButton(page, '$15.00').click();
    await expectThanks(page);
  });
}

test('“Payment failed. Please try again.”: whatever else goes wrong in the browser', async ({ page }) => {
  await readyToPay(page);
  await page.evaluate(() => {
    Object.defineProperty(window, 'URLSearchParams', {
      get() {
        throw new Error('a browser of its own mind');
      },
    });
  });
  await payButton(page, '$15.00').click();
  await expect(page.getByRole('alert')).toContainText('Payment failed. Please try again.');
});

test('“Failed to validate promo code” and “Error applying promo code”', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  const url = '**/functions/v1/validate-promo-code';
  const mend = await failAt(page, url);
  await page.getByLabel('Promo code').fill('letter20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Failed to validate promo code')).toBeVisible({ timeout: 15_000 });
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
