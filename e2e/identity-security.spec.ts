import { expect, type Page, test } from '@playwright/test';
import { ACCOUNT_CHANGES_PATH } from '../src/contract/site-paths.ts';
import { expectAccessible } from './accessibility.ts';
import { addAuthenticator, turnOnTwoStep } from './authenticator.ts';
import { claimPath } from './gift-form.ts';
import { emailTo } from './mailbox.ts';
import { enrol, signIn } from './users.ts';
import { expectNotice } from './subscriber.ts';

const NEW_PASSWORD = 'kelp-and-candles-8';

async function fillChange(page: Page, current: string, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
  await page.getByRole('button', { name: 'Save Password' }).click();
}

test('the password is changed in a dialog that checks the current one; what cannot be fetched can be tried again', async ({
  page,
}) => {
  const user = await enrol(page);
  const alert = page.getByRole('alert');
  const lost = { status: 500, body: '<h1>Oh</h1>' };
  await page.route('**/api/security', (route) => route.fulfill(lost));
  await page.goto('/account');
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/security');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Two-Step Verification' })).toBeVisible();
  await expect(page.getByText('Password last changed today')).toBeVisible();

  await page.getByRole('button', { name: 'Change Password' }).click();
  await fillChange(page, user.password, NEW_PASSWORD, 'kelp-and-candles-9');
  await expect(page.getByText('New passwords do not match')).toBeVisible();
  await fillChange(page, user.password, 'kelp-12');
  await expect(page.getByText('New password must be at least 8 characters long')).toBeVisible();
  await fillChange(page, 'not the word', NEW_PASSWORD);
  await expect(alert).toContainText('That isn’t your current password.');
  await expectAccessible(page);
  await fillChange(page, user.password, NEW_PASSWORD, 'kelp-and-candles-9');
  await expect(page.getByText('New passwords do not match')).toBeVisible();
  await expect(alert.filter({ hasText: 'current password' })).toHaveCount(0);
  await page.route('**/auth/v1/user', (route) => route.fulfill(lost));
  await fillChange(page, user.password, NEW_PASSWORD);
  await expect(alert).toContainText('Failed to change password. Please try again.');
  await page.unroute('**/auth/v1/user');
  await fillChange(page, user.password, 'password123');
  await expect(alert).toContainText('This password is weak and easy to guess. Choose a different one.');

  await test.step('a second click beside the button waits for what came of the first', async () => {
    await page.route('**/auth/v1/user', async (route) => {
      await page.mouse.click(5, 5);
      await page.keyboard.press('Escape');
      await route.continue();
    });
    const answered = page.waitForResponse('**/auth/v1/user');
    await page.getByRole('button', { name: 'Save Password' }).click();
    await answered;
    await expect(alert).toContainText('This password is weak and easy to guess. Choose a different one.');
    await page.mouse.click(5, 5);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unroute('**/auth/v1/user');
  });

  await page.getByRole('button', { name: 'Change Password' }).click();
  await fillChange(page, user.password, NEW_PASSWORD);
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await emailTo(user.email, /password was changed/);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, { ...user, password: NEW_PASSWORD });
  await expect(page).toHaveURL(/\/account$/);
});

test('two-step verification is turned on with an authenticator, asked for at sign-in, and turned off', async ({
  page,
}) => {
  const user = await enrol(page);
  const authenticator = await turnOnTwoStep(page);
  await emailTo(user.email, /Two-step verification is on/);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin?next=/account/profile');
  await signIn(page, user);
  await expect(page.getByRole('heading', { name: 'Two-Step Verification' })).toBeFocused();
  await page.getByLabel('Verification code').fill('12345');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Enter the six digits your authenticator app shows.')).toBeVisible();
  await page.getByLabel('Verification code').fill(authenticator.usedCode());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText('That code is wrong or has been used.');
  const code = authenticator.newCode();
  await page.getByLabel('Verification code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/account\/profile$/);

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectNotice(page, 'The authenticator app is removed.');
  await expect(page.getByRole('button', { name: 'Turn On', exact: true })).toBeVisible();
  await emailTo(user.email, /Two-step verification is off/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn On', exact: true })).toBeVisible();
});

test('a recovery code opens the second lock once, without the authenticator', async ({ page }) => {
  const user = await enrol(page);
  const { recoveryCodes } = await turnOnTwoStep(page);
  expect(recoveryCodes).toHaveLength(10);
  for (const outcome of ['opens', 'is spent']) {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/signin');
    await signIn(page, user);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(
      page.getByText('Enter a code from your authenticator app, or one of your recovery codes.'),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Recovery code').fill('ABC');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('Enter all 24 letters and digits of the code.')).toBeVisible();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    if (outcome === 'opens') await expect(page).toHaveURL(/\/account$/);
    else await expect(page.getByRole('alert')).toContainText('That code is wrong or has been used.');
  }
  await emailTo(user.email, /A recovery code was used/);
});

test('of two authenticators the first is named on arrival, and the one at hand is chosen @pages', async ({ page }) => {
  const user = await enrol(page);
  await turnOnTwoStep(page);
  const second = await addAuthenticator(page);
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(2);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, user);
  const authenticators = page.getByLabel('Authenticator app');
  const first = await authenticators.getByRole('option').first().textContent();
  await expect(authenticators.locator('option:checked')).toHaveText(first ?? 'none');
  await authenticators.selectOption({ index: 1 });
  await expectAccessible(page);
  await page.getByLabel('Verification code').fill(second.newCode());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test('nothing of the account is shown, in any tab, before the second step @pages', async ({ page, context }) => {
  const user = await enrol(page);
  await turnOnTwoStep(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, user);
  await expect(page.getByLabel('Verification code')).toBeVisible();
  const other = await context.newPage();
  for (const path of ['/account', '/account/profile', '/signup', '/shipping?season=season-1']) {
    await other.goto(path);
    await expect(other.getByLabel('Verification code')).toBeVisible();
    await expect(other.getByText(user.email)).toHaveCount(0);
  }
  const gift = await claimPath();
  await other.goto(gift);
  await other.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await expect(other.getByLabel('Verification code')).toBeVisible();
  await expect(other).toHaveURL(`/signin?next=${encodeURIComponent(gift)}`);
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('an authenticator that was not proved does not count @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Turn On', exact: true }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await page.getByLabel('Verification code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText('That code is wrong');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Turn On', exact: true })).toBeFocused();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, user);
  await expect(page).toHaveURL(/\/account$/);
});

test('a session whose authenticator was replaced elsewhere passes the second step again, and comes back @pages', async ({
  page,
  browser,
}) => {
  const user = await enrol(page);
  // The stream of changes would lead to the second step by itself.
  await page.route(`**${ACCOUNT_CHANGES_PATH}`, (route) => route.abort());
  const first = await turnOnTwoStep(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/signin?next=/account/profile');
  await signIn(elsewhere, user);
  await elsewhere.getByLabel('Verification code').fill(first.newCode());
  await elsewhere.getByRole('button', { name: 'Verify' }).click();
  await expect(elsewhere).toHaveURL(/\/account\/profile$/);
  const second = await addAuthenticator(elsewhere);
  const removals = elsewhere.getByRole('button', { name: 'Remove' });
  await expect(removals).toHaveCount(2);
  await removals.first().click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(removals).toHaveCount(1);

  await page.getByLabel('Email notifications').click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount%2Fprofile$/);
  await page.getByLabel('Verification code').fill(second.newCode());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/account\/profile$/);
});
