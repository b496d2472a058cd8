import { expect, test } from '@playwright/test';
import { fillGift } from './gift-form.ts';
import { enrol } from './users.ts';

test('a message that fills more than two cards is refused beside its field, and what was typed stays @pages', async ({
  page,
}) => {
  await enrol(page);
  await page.goto('/gift-subscription');
  await fillGift(page);
  const message = page.getByLabel('Gift message');
  await expect(page.getByText('There’s room for about 1,500 characters, on one or two cards.')).toBeVisible();
  const long = 'Keep every envelope of this, and burn no letter. '.repeat(60).trim();
  await message.fill(long);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(message).toHaveAccessibleDescription(/fills 4 cards, and the letter has room for two/);
  await expect(message).toHaveValue(long);
  await message.fill('Keep the envelopes.');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
});
