import { expect, type Page, test } from '@playwright/test';
import { goToPayment, payButton } from './checkout.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { goToGiftPayment } from './gift-form.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { openServerBeside } from './shops.ts';
import { enrol, fillSignup, signIn, signUp, stranger } from './users.ts';

async function takeAnnualTicket(page: Page, site = '', button = 'Subscribe Now'): Promise<void> {
  await page.goto(`${site}/`);
  const ticket = page
    .locator('#pricing')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Annual' }) });
  await ticket.getByRole('link', { name: button }).click();
}

async function expectAnnual(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: /Annual/ })).toBeChecked();
  await expect(payButton(page, '$153.00')).toBeVisible();
}

test.describe('the annual ticket leads to the annual plan', () => {
  test('through sign-up', async ({ page }) => {
    await takeAnnualTicket(page);
    await fillSignup(page, stranger());
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(/\/season-selection\?plan=annual$/);
    await goToPayment(page);
    await expectAnnual(page);
  });

  test('through the email that confirms an address, even in another browser @pages', async ({ page, browser }) => {
    const cautious = await openServerBeside({ AUTH_AUTOCONFIRM: '0' });
    const elsewhere = await browser.newContext();
    try {
      const user = stranger();
      await takeAnnualTicket(page, cautious.url);
      await fillSignup(page, user);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
      const other = await elsewhere.newPage();
      await pressLink(other, actionLinkIn(await emailTo(user.email, /Confirm/)));
      await other.getByRole('button', { name: 'Continue' }).click();
      await expect(other).toHaveURL(/\/season-selection\?plan=annual$/);
      await goToPayment(other);
      await expectAnnual(other);
    } finally {
      await elsewhere.close();
      await cautious.close();
    }
  });

  test('through Google @pages', async ({ page }) => {
    await takeAnnualTicket(page);
    await comeThroughGoogle(page, newGoogleAddress());
    await expect(page).toHaveURL(/\/season-selection\?plan=annual$/);
  });

  test('for a user who is signed in already @pages', async ({ page }) => {
    await enrol(page);
    await takeAnnualTicket(page, '', 'Add Subscription');
    await goToPayment(page);
    await expectAnnual(page);
  });
});

test('“Already have an account? Sign in” keeps the purchase as its destination @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await takeAnnualTicket(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  const address = page.url();
  await signIn(page, user);
  await goToPayment(page);
  await expectAnnual(page);
  // Opens it like a bookmark, in a tab without the purchase.
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await page.goto(address);
  await signIn(page, user);
  await goToPayment(page);
  await expectAnnual(page);
});

/** Where a page's links lead on the way to the payment, those of the phone's menu first. */
async function waysOn(page: Page): Promise<(string | null)[]> {
  const links = page.locator(':is(header, main) a[href^="/s"]');
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
}

test('so does “Sign In” in the header, wherever the choice is shown @pages', async ({ page }) => {
  await takeAnnualTicket(page);
  const header = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
  const withPlan = '/signin?next=%2Fseason-selection%3Fplan%3Dannual';
  await header.click();
  await expect(page).toHaveURL(withPlan);
  await expect(header).toHaveAttribute('href', withPlan);
  for (const [path, ways] of [
    ['/signup', [withPlan, withPlan, withPlan]],
    [
      '/season-selection',
      [withPlan, withPlan, '/signup?plan=annual', withPlan, '/shipping?season=season-1&plan=annual'],
    ],
  ] as const) {
    await page.goto(`${path}?plan=annual`);
    await expect.poll(() => waysOn(page)).toEqual(ways);
  }
  await page.goto('/signup');
  await expect(header).toHaveAttribute('href', '/signin');
});

test('a plan chosen on the payment page survives Back, by the link and by the browser @pages', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await page.getByText('Annual', { exact: true }).click();
  await expectAnnual(page);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectAnnual(page);
  await page.getByText('Monthly', { exact: true }).click();
  await expect(payButton(page, '$15.00')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked();
  await expect(payButton(page, '$15.00')).toBeVisible();
});

test('a plan chosen for a gift on the payment page survives Back @pages', async ({ page }) => {
  await enrol(page);
  await page.goto('/gift-subscription');
  await goToGiftPayment(page);
  await page.getByText('Annual', { exact: true }).click();
  await expectAnnual(page);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectAnnual(page);
});
