import { expect, type Page, test } from '@playwright/test';
import { expectThanks } from './checkout.ts';
import { signUp } from './users.ts';

test('a season is bought by the keyboard alone', async ({ page }) => {
  await signUp(page);
  await tabTo(page, 'Continue with Shipping');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Where Shall We Send It?' })).toBeVisible();
  await tabTo(page, 'Continue to Payment');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Card number')).toBeVisible({ timeout: 15_000 });

  await tabTo(page, 'Monthly');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Annual/ })).toBeChecked();
  await tabTo(page, 'Promo code');
  await page.keyboard.type('LETTER20');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Promo code applied! 20% discount')).toBeVisible();
  await tabTo(page, 'Card number');
  for (const typed of ['4242424242424242', '1234', '123', '04579']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, 'Pay $122.40');
  await page.keyboard.press('Enter');
  await expectThanks(page);
});

const MOST_STOPS = 60;

/** Presses Tab until something of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if ((await focused(page)).includes(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by the keyboard.`);
}

/** What has the focus, also within a frame: its label, or its words. */
async function focused(page: Page): Promise<string> {
  const names = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body || !document.hasFocus()) return '';
        const labels =
          element instanceof HTMLInputElement ? [...(element.labels ?? [])].map(({ innerText }) => innerText) : [];
        return [element.getAttribute('aria-label'), ...labels, element.innerText].join(' ');
      }),
    ),
  );
  return names.join(' ');
}
