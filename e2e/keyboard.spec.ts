import { expect, test } from '@playwright/test';
import { HEARD } from './case-file-heard.ts';
import { expectThanks } from './checkout.ts';
import { tabTo } from './keys.ts';
import { lettersCome, subscribe } from './subscriber.ts';
import { signUp } from './users.ts';

test('a season is bought by the keyboard alone', async ({ page }) => {
  await signUp(page);
  await tabTo(page, 'Continue with Shipping');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Where Do Your Letters Go?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
  await tabTo(page, 'Continue to Payment');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Card number')).toBeVisible();

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

test('a letter is read, a note pinned, a theory sealed and its certificate saved by the keyboard alone, and each page is heard in its order @pages', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const user = await subscribe(page);
  await lettersCome(user, 1, 3, 6);
  await page.goto('/account/case');
  await expect(main).toMatchAriaSnapshot(HEARD.overview);
  await tabTo(page, 'Letter 1: If You Are Reading This');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'If You Are Reading This' })).toBeFocused();
  await expect(main).toMatchAriaSnapshot(HEARD.letter);
  await tabTo(page, 'Larger text');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Larger text', pressed: true })).toBeVisible();
  await tabTo(page, 'Enlarge page 1 of 4');
  await page.keyboard.press('Enter');
  await tabTo(page, 'On to Letter 2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'The Apprentice’s Inventory' })).toBeFocused();
  await tabTo(page, 'Back to Letter 1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'If You Are Reading This' })).toBeFocused();
  await tabTo(page, 'Pin a note to this letter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeFocused();
  await tabTo(page, 'Pin a note');
  await page.keyboard.press('Enter');
  const note = page.getByRole('textbox', { name: 'Letter 1' });
  await expect(note).toBeFocused();
  await page.keyboard.type('Who keeps the envelopes?');
  await expect(note).toHaveValue('Who keeps the envelopes?');
  await expect(main).toMatchAriaSnapshot(HEARD.notes);

  await tabTo(page, 'Puzzles', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Puzzles' })).toBeFocused();
  await tabTo(page, 'Show hint 1 of 3: a nudge');
  await page.keyboard.press('Enter');
  await expect(main).toMatchAriaSnapshot(HEARD.puzzles);
  await tabTo(page, 'Theory', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Theory' })).toBeFocused();
  await expect(main).toMatchAriaSnapshot(HEARD.theory);
  for (const part of ['who', 'how', 'why']) {
    const label = page.locator('label', { has: page.locator(`input[name=${part}]`) }).first();
    await tabTo(page, (await label.innerText()).split('\n')[0] ?? '');
    await page.keyboard.press('Space');
  }
  await tabTo(page, 'Seal Theory');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Seal this theory?' })).toBeVisible();
  await page.keyboard.press('Tab');
  await tabTo(page, 'Seal Theory');
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus').filter({ hasText: 'Your theory is sealed.' })).toBeVisible();

  await tabTo(page, 'Read Along', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Read Along' })).toBeFocused();
  await expect(main).toMatchAriaSnapshot(HEARD.alone);
  await tabTo(page, 'Your name in the group');
  await page.keyboard.type('Wilhelmina');
  await page.keyboard.press('Enter');
  await expect(main).toMatchAriaSnapshot(HEARD.along);
  await tabTo(page, 'Theory', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sealed' })).toBeVisible();

  await lettersCome(user, 4, 24, 8);
  await page.reload();
  await expect(main).toMatchAriaSnapshot(HEARD.opened);
  await tabTo(page, 'Download your certificate (PDF)');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('certificate-season-1.pdf');
});
