import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/ui');
  await expect(page.getByRole('heading', { name: 'Building blocks' })).toBeVisible();
});

test('every block in every state breaks no rule of axe, in full and in a narrow window @pages', async ({ page }) => {
  await page.getByText('A sheet folded over').click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('a dialog opens with the focus on its heading, keeps it, closes on Escape and gives the focus back', async ({
  page,
}) => {
  const opener = page.getByRole('button', { name: 'Open a dialog' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'A question' });
  await expect(dialog.getByRole('heading', { name: 'A question' })).toBeFocused();
  await expectAccessible(page);
  // After the dialog's last control, Tab goes to the browser's bars, never to the page behind.
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    const behind = await dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(behind).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the error screen says what went wrong and gives the reference to quote @pages', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await expect(page.getByText('The drawer is stuck.')).toBeVisible();
  await expect(page.getByText('wick-harbor-1957')).toBeVisible();
});
