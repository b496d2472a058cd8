import { expect, type Page, test } from '@playwright/test';
import { newYorkDate } from '../src/domain/calendar-date.ts';
import { giveGift } from '../test/builders/gifts.ts';
import { expectAccessible } from './accessibility.ts';
import { emailTo } from './mailbox.ts';
import { expectNotice, shopperOf } from './subscriber.ts';
import { enrol, stranger } from './users.ts';

async function giveToday(page: Page, recipientEmail: string): Promise<void> {
  await giveGift(shopperOf(await enrol(page)), newYorkDate(new Date()), { recipientEmail });
  await page.goto('/account/subscription');
}

async function correctTo(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Correct email or message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct Email or Message' });
  await dialog.getByLabel('Recipient email').fill(email);
  await dialog.getByRole('button', { name: 'Save' }).click();
}

test('a corrected address is written to at once; the sixth of a day is refused in words, and nothing is lost @pages', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const mistyped = stranger().email;
  await giveToday(page, mistyped);
  await page.getByRole('button', { name: 'Send the email' }).click();
  await emailTo(mistyped, /./);
  const given = page.getByRole('region', { name: 'Gifts You Have Given' });
  for (const { email } of [stranger(), stranger(), stranger(), stranger()]) {
    await correctTo(page, email);
    await expectNotice(page, `We’ve emailed ${email}, unless they turned off our emails.`);
    await expect(given).toContainText(`By email to ${email}, on`);
    await emailTo(email, /./);
  }
  const sixth = stranger().email;
  await correctTo(page, sixth);
  const dialog = page.getByRole('dialog', { name: 'Correct Email or Message' });
  await expect(dialog.getByRole('alert')).toContainText(
    'We’ve sent five emails about this gift within a day, and five is the most we send',
  );
  await expect(dialog.getByLabel('Recipient email')).toHaveValue(sixth);
  await expectAccessible(page);
});
