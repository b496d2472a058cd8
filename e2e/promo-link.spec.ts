import { expect, type Page, test } from '@playwright/test';
import {
  CARDS,
  enterCard,
  expectThanks,
  subscriptionsAtStripe,
  goToPayment,
  payButton,
  startButton,
} from './checkout.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { enrol, fillSignup, stranger } from './users.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { openServerBeside } from './shops.ts';

async function followLink(page: Page, code: string, site = ''): Promise<void> {
  await page.goto(`${site}/?promo=${code}`);
  await expect(page.getByText(`${code.toUpperCase()} is saved.`).first()).toBeVisible();
  await page.getByRole('link', { name: 'Subscribe Now' }).first().click();
  await expect(page.getByRole('heading', { name: 'Join the Club' })).toBeVisible();
}

test('a code in a link comes along to the payment, with what follows when it ends, and is used once', async ({
  page,
}) => {
  const user = stranger();
  await followLink(page, 'quarter50');
  await fillSignup(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('QUARTER50 is saved.')).toBeVisible();
  await goToPayment(page);
  await expect(page.getByText('Promo code applied! 50% discount')).toBeVisible();
  await expect(page.getByText('2 more months at $7.50, then $15.00 per month', { exact: true })).toBeVisible();
  await page.reload();
  await expect(payButton(page, '$7.50')).toBeVisible();
  await enterCard(page, CARDS.good);
  await payButton(page, '$7.50').click();
  await expectThanks(page);
  expect((await subscriptionsAtStripe(user.email)).charges.map(({ amount }) => amount)).toEqual([750]);
  await page.goto('/season-selection');
  await page.getByRole('link', { name: 'Buy a second copy' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(payButton(page, '$15.00')).toBeVisible();
});

test('a code that was typed and not applied is not passed over by Pay', async ({ page }) => {
  const user = await enrol(page);
  await page.goto('/season-selection');
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  const field = page.getByLabel('Promo code');
  await field.fill('LETTER20');
  await payButton(page, '$15.00').click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Press “Apply” to use this code, or clear the field/);
  await field.press('Enter');
  await expect(payButton(page, '$12.00')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await field.fill('nonsense');
  await payButton(page, '$15.00').click();
  await expect(field).toBeFocused();
  await field.fill('');
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  expect((await subscriptionsAtStripe(user.email)).charges.map(({ amount }) => amount)).toEqual([1500]);
});

test('it may be removed, and stays away @pages', async ({ page }) => {
  await followLink(page, 'LETTER20');
  await fillSignup(page, stranger());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await goToPayment(page);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(payButton(page, '$15.00')).toBeVisible();
  await page.reload();
  await expect(payButton(page, '$15.00')).toBeVisible();
});

test('one that no one has issued is named where it is refused, and only the first time @pages', async ({ page }) => {
  await enrol(page);
  await page.goto('/?promo=nosuchcode');
  await page.goto('/season-selection');
  await goToPayment(page);
  await expect(page.getByLabel('Promo code')).toHaveValue('NOSUCHCODE');
  await expect(page.getByText('Invalid promo code')).toBeVisible();
  await page.reload();
  await expect(payButton(page, '$15.00')).toBeVisible();
  await expect(page.getByText('Invalid promo code')).toHaveCount(0);
});

test('it comes along through Google; a code of 100 % charges nothing @pages', async ({ page }) => {
  await followLink(page, 'ONTHEHOUSE');
  await comeThroughGoogle(page, newGoogleAddress());
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  await page.getByLabel('Full name').fill('Ada Quill');
  await page.getByLabel('Street address').fill('1 Ferry Road');
  await page.getByLabel('City').fill('Wick Harbor');
  await page.getByLabel('State').fill('ME');
  await page.getByLabel('ZIP code').fill('04579');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('then $15.00 per month').first()).toBeVisible();
  await enterCard(page, CARDS.good);
  await startButton(page).click();
  await expectThanks(page);
});

test('it comes along through the email that confirms an address, even to another browser @pages', async ({
  page,
  browser,
}) => {
  const cautious = await openServerBeside({ AUTH_AUTOCONFIRM: '0' });
  const elsewhere = await browser.newContext();
  try {
    const user = stranger();
    await followLink(page, 'PAPERBOY10', cautious.url);
    await fillSignup(page, user);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    const other = await elsewhere.newPage();
    await pressLink(other, actionLinkIn(await emailTo(user.email, /Confirm/)));
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(/\/season-selection$/);
    await goToPayment(other);
    await expect(payButton(other, '$13.50')).toBeVisible();
  } finally {
    await elsewhere.close();
    await cautious.close();
  }
});
