import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { turnOnTwoStep } from './authenticator.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { stayOnPage } from './page-setups.ts';
import { atAccount, enrol, signIn, stranger } from './users.ts';

const HINT = 'Use 8 or more characters that are hard to guess. Three unrelated words work well.';
const NEW_PASSWORD = 'kelp-and-candles-8';
const INVALID_LINK = 'Invalid or expired reset link. Please request a new password reset.';

async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The previous page has an Email field too.
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('we’ve emailed a reset link to that address')).toBeVisible();
  return actionLinkIn(await emailTo(email, /Reset/));
}

async function fillPasswords(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
}

/** Sends the new password. The success page would leave after three seconds; here it stays. */
async function reset(page: Page): Promise<void> {
  await fillPasswords(page, NEW_PASSWORD);
  await stayOnPage(page);
  await resetButton(page).click();
}

const resetButton = (page: Page) => page.getByRole('button', { name: 'Reset Password' });

test('a link is asked for only when there is an address, once for two clicks, and the answer is the same for all @pages', async ({
  page,
}) => {
  await page.goto('/signin');
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const title = page.getByRole('heading', { name: 'Forgot Your Password?' });
  const email = page.getByLabel('Email');
  const send = page.getByRole('button', { name: 'Send Reset Link' });
  const alert = page.getByRole('alert');
  await expect(title).toBeVisible();

  await test.step('the email typed at sign-in is kept; an invalid one is refused; a lost request says why', async () => {
    await expect(email).toHaveValue('nobody');
    await send.click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await email.fill(stranger().email);
    await page.route('**/auth/v1/recover*', (route) => route.abort());
    await send.click();
    await expect(alert).toContainText('No connection.');
    await page.unroute('**/auth/v1/recover*');
    await page.route('**/auth/v1/recover*', (route) => route.fulfill({ status: 500, body: '<h1>Oh</h1>' }));
    await send.click();
    await expect(alert).toContainText('An error occurred. Please try again.');
    await page.unroute('**/auth/v1/recover*');
  });

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/recover')) asked++;
  });
  await email.fill('');
  await expect(send).toBeDisabled();
  await email.fill(stranger().email);
  await send.dblclick();
  await expect(page.getByText('we’ve emailed a reset link to that address')).toBeVisible();
  expect(asked).toBe(1);
  await expect(page.getByRole('link', { name: 'Back to Sign In', exact: true })).toHaveAttribute('href', '/signin');
  await page.getByRole('button', { name: 'Try Different Email' }).click();
  await expect(title).toBeFocused();
  await expect(email).toHaveValue('');
  await expect(send).toBeDisabled();
});

test('the link leads to a new password, then to sign-in, and works once', async ({ page, browser }) => {
  const user = await enrol(page);
  const forgetful = await (await browser.newContext()).newPage();
  const link = await askForLink(forgetful, user.email);
  await pressLink(forgetful, link);
  await expect(forgetful).toHaveURL(/\/reset-password$/);
  await expect(resetButton(forgetful)).toBeDisabled();
  await fillPasswords(forgetful, NEW_PASSWORD);
  await resetButton(forgetful).click();
  await expect(forgetful).toHaveURL(/\/signin$/);
  expect(await forgetful.evaluate(() => localStorage.length)).toBe(0);

  await signIn(forgetful, user);
  await expect(forgetful.getByRole('alert')).toContainText('Invalid login credentials');
  await signIn(forgetful, { ...user, password: NEW_PASSWORD });
  await expect(forgetful).toHaveURL(/\/account$/);
  await emailTo(user.email, /password was changed/);

  await page.goto('/account/profile');
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount%2Fprofile$/);
  await pressLink(page, link);
  await expect(page.getByRole('alert')).toContainText(INVALID_LINK);
  await expect(page.getByRole('link', { name: 'Request a New Link' })).toHaveAttribute('href', '/forgot-password');
});

test('a weak password is refused, the page may be loaded again before one is chosen and not after, and no request, Referer or history carries the tokens @pages', async ({
  page,
}) => {
  const { email } = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  const link = await askForLink(page, email);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url().split('#')[0]} ${request.headers()['referer'] ?? ''}`));
  await pressLink(page, link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.reload();
  await fillPasswords(page, 'password');
  await resetButton(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'This password is weak and easy to guess. Choose a different one.',
  );
  await fillPasswords(page, 'x7$kQ2');
  await resetButton(page).click();
  await expect(page.getByText('This password is short and easy to guess. Choose a longer one.')).toHaveCount(1);
  await page.reload();
  await reset(page);
  await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In Now' })).toHaveAttribute('href', '/signin');
  const afterwards = sent.filter((line) => !line.includes('/reset-link'));
  expect(afterwards.join('\n')).not.toMatch(/(access|refresh)_token=|[?&]token=/);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(INVALID_LINK);
  await page.goto('about:blank');
  await page.goBack();
  await expect(page).not.toHaveURL(/token/);
});

test('a page without both tokens, or with ones that were never ours, is no reset link; the two passwords are judged before they are sent @pages', async ({
  page,
}) => {
  for (const query of ['', '?access_token=a.b.c', '?refresh_token=r']) {
    await page.goto(`/reset-password${query}`);
    await expect(page.getByRole('alert')).toContainText(INVALID_LINK);
  }
  await page.goto('/reset-password?access_token=a.b.c&refresh_token=r');
  const password = page.getByLabel('New password', { exact: true });
  await expect(password).toHaveAccessibleDescription(HINT);
  await fillPasswords(page, 'kelp', 'kelp-9');
  await resetButton(page).click();
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await expect(password).toHaveAccessibleDescription(`Password must be at least 6 characters long. ${HINT}`);
  await fillPasswords(page, 'kelp8');
  await resetButton(page).click();
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show' }).first().click();
  await page.getByRole('button', { name: 'Show' }).click();
  for (const label of ['New password', 'Confirm new password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'text');
  }
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/signin');
  await fillPasswords(page, NEW_PASSWORD);
  await resetButton(page).click();
  await expect(page.getByRole('alert')).toContainText(INVALID_LINK);
});

test('another user who is signed in here stays signed in @pages', async ({ page, browser }) => {
  const forgetful = await enrol(await (await browser.newContext()).newPage());
  await enrol(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await pressLink(page, await askForLink(elsewhere, forgetful.email));
  await reset(page);
  await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeVisible();
  await page.goto('/account');
  await atAccount(page);
});

test('an account with two-step verification asks for the code before the password is changed @pages', async ({
  page,
}) => {
  const { email } = await enrol(page);
  const authenticator = await turnOnTwoStep(page);
  await page.evaluate(() => localStorage.clear());
  await pressLink(page, await askForLink(page, email));
  await reset(page);
  await page.getByLabel('Verification code').fill(authenticator.newCode());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeVisible();
});
