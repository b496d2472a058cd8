import { createHash, randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newYorkDate } from '../src/domain/calendar-date.ts';
import { giftLinks } from '../src/server/commerce/schema.ts';
import { giveGift } from '../test/builders/gifts.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { inDatabase, sharedShop } from './shops.ts';

/** Fills the gift form without sending it. */
export async function fillGift(page: Page, recipientEmail = 'wendell@example.com'): Promise<void> {
  await page.getByLabel('Recipient name').fill('Wendell Pike');
  await page.getByLabel('Recipient email').fill(recipientEmail);
  await page.getByLabel('Full name on package').fill('W. Pike');
  await page.getByLabel('Address line 1').fill('4 Tar Lane');
  await page.getByLabel('City').fill('Whitby');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByLabel('Postcode').fill('YO22 4JR');
  await page.getByLabel('Gift message').fill('Keep the envelopes.\nAll of them.');
  await page.getByLabel('Start date').fill(newYorkDate(new Date()));
}

/** Fills it, and goes on to the payment step. */
export async function goToGiftPayment(page: Page): Promise<void> {
  await fillGift(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
}

/** Path and query of a claim link to an unopened gift. */
export async function claimPath(): Promise<string> {
  const giver = await Shopper.signUp(sharedShop());
  const gift = await giveGift(giver, newYorkDate(new Date()));
  const token = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest('hex');
  await inDatabase(sharedShop(), (db) =>
    db.insert(giftLinks).values({ tokenHash, giftId: gift.id, printed: true, createdAt: new Date() }),
  );
  return `/gift/claim?token=${token}`;
}
