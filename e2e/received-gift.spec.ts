import { expect, test } from '@playwright/test';
import { goToGiftPayment } from './gift-form.ts';
import { enrol } from './users.ts';

test('a gift’s message is one quotation, with its line breaks', async ({ page }) => {
  await enrol(page);
  await page.goto('/gift-subscription');
  await goToGiftPayment(page);
  const message = page.getByRole('blockquote');
  await expect(message).toHaveText('“Keep the envelopes. All of them.”');
  expect((await message.innerText()).split('\n')).toEqual(['“Keep the envelopes.', 'All of them.”']);
});
