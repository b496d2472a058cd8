import { expect, type Page, test } from '@playwright/test';
import { Shopper } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { actionLinkIn, emailsTo, emailTo, pressLink } from './mailbox.ts';
import { enrol, fillSignup, type TestUser, signIn, signUpByForm, stranger } from './users.ts';
import { openServerBeside, type ServerBeside, sharedShop } from './shops.ts';

test('without confirmation a signup signs in at once, and one welcome email comes @pages', async ({ page }) => {
  const { email } = await signUpByForm(page);
  await emailTo(email, /Welcome/);
  expect(await emailsTo(email)).toHaveLength(1);
});

test('an email’s link that failed says why, and names no one who has no part in it @pages', async ({ page }) => {
  const outage = 'error=temporarily_unavailable&error_code=unexpected_failure&sb=';
  const alert = page.getByRole('alert');
  await page.goto(`/account#${outage}`);
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount&failure=unexpected_failure$/);
  await expect(alert).toContainText('Your link still works');
  await page.goto(`/reset-password#${outage}`);
  await expect(alert).toContainText('Your link still works');
  await enrol(page);
  await page.goto(`/account#${outage}`);
  await expect(alert).toContainText('Your link still works');
  await expectAccessible(page);
  await page.goto('/account/profile#error=server_error&error_code=email_exists&sb=');
  await expect(alert).toContainText('Another account now uses that email address.');
  await page.goto('/account#error=server_error&error_code=over_request_rate_limit&sb=');
  await expect(alert).toContainText('Too many links were opened from your network.');
});

test.describe('with email confirmation on', () => {
  // One worker, so that one server is started.
  test.describe.configure({ mode: 'default' });
  let cautious: ServerBeside;
  test.beforeAll(async () => {
    cautious = await openServerBeside({ AUTH_AUTOCONFIRM: '0' });
  });
  test.afterAll(() => cautious.close());

  async function apply(page: Page, user: TestUser): Promise<void> {
    await page.goto(`${cautious.url}/signup`);
    await fillSignup(page, user);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  }

  test('the link in the email opens the account and leaves no token behind; used before, it leads to sign-in and says so', async ({
    page,
    browser,
  }) => {
    const user = stranger();
    await apply(page, user);
    const link = actionLinkIn(await emailTo(user.email, /Confirm/));
    await pressLink(page, link);
    await expect(page.getByRole('region', { name: 'Account Information' })).toContainText('Ada Quill');
    expect(page.url()).toBe(`${cautious.url}/account`);
    await page.goto('about:blank');
    await page.goBack();
    await expect(page).toHaveURL(`${cautious.url}/account`);
    await page.goto(`${cautious.url}/shipping?season=season-1`);
    await expect(page.getByLabel('Street address')).toHaveValue('1 Ferry Road');

    const elsewhere = await (await browser.newContext()).newPage();
    await pressLink(elsewhere, link);
    await expect(elsewhere.getByRole('alert')).toContainText('That link is invalid or has expired.');
    await expectAccessible(elsewhere);
    // A link without a target leads to the front page, which forwards it.
    const astray = new URL(link);
    astray.searchParams.delete('redirect_to');
    await pressLink(elsewhere, astray.href);
    await expect(elsewhere).toHaveURL(/\/signin\?/);
    await expect(elsewhere.getByRole('alert')).toContainText('That link is invalid or has expired.');
    await signIn(elsewhere, user);
    await expect(elsewhere).toHaveURL(`${cautious.url}/account`);
  });

  test('before the click the right password is not enough, and the email is sent again once a minute @pages', async ({
    page,
  }) => {
    const user = stranger();
    await apply(page, user);
    await page.getByRole('button', { name: 'Resend the email' }).click();
    await expect(page.getByRole('alert')).toContainText(/Please wait \d+ seconds?, then try again\./);
    await page.getByRole('button', { name: 'Back to signup form' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(user.email);
    await page.goto(`${cautious.url}/signin`);
    await signIn(page, user);
    await expect(page.getByRole('alert')).toContainText('Email not confirmed');
    await expect(page.getByRole('button', { name: 'Resend the email' })).toBeVisible();
    await expectAccessible(page);
  });

  test('an address that has an account gets the same panel; only its owner learns more @pages', async ({ page }) => {
    const owner = await Shopper.signUp(sharedShop());
    await apply(page, { ...stranger(), email: owner.email });
    await expect(page.getByText(/Open that email and follow its link/)).toBeVisible();
    await emailTo(owner.email, /You already have an account/);
  });
});
