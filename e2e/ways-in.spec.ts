import { expect, test } from '@playwright/test';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import { expectAccessible } from './accessibility.ts';
import { atAccount, enrol, fillSignup, signIn, stranger } from './users.ts';

const NO_CONNECTION = 'No connection. Check your internet connection, then try again.';

test('the signup form names what is missing, beside its field, and what the server refuses, in its words', async ({
  page,
}) => {
  await page.goto('/signup');
  const create = page.getByRole('button', { name: 'Create Account' });
  const password = page.getByLabel('Password', { exact: true });
  const refusal = page.getByRole('alert');
  const user = stranger();

  await test.step('each missing thing, the Terms and the way home', async () => {
    await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
    await expect(page.getByRole('complementary')).toBeVisible();
    const agreed = page.getByText('By creating an account, here or with Google');
    await expect(agreed.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
    await expect(agreed.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy');
    await expect(page.getByLabel('Country')).toHaveValue('US');
    await create.click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible();
    await expect(page.getByText('Retype your password.')).toBeVisible();
    await expect(page.getByText('Enter a state.')).toBeVisible();
    await expect(page.getByText('Enter the ZIP code.')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();
  });

  await test.step('a password on the burglars’ list', async () => {
    await fillSignup(page, { ...user, password: 'password123' });
    await page.getByRole('button', { name: 'Show' }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
    await create.click();
    // The server's text, once.
    await expect(refusal).toHaveText(/^\w+This password is weak and easy to guess\. Choose a different one\.$/);
    // The button is far below it.
    await expect(refusal).toBeInViewport();
    await expect(page.locator(':focus')).toContainText('This password is weak');
    await expectAccessible(page);
    await page.getByLabel('First name').fill('');
    await create.click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(refusal).toHaveCount(0);
  });

  await test.step('a failure of ours', async () => {
    await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status: 500, body: '<h1>Oh</h1>' }));
    await fillSignup(page, user);
    await create.click();
    await expect(refusal).toContainText('Failed to create account. Please try again.');
  });

  await test.step('two different passwords do not match; a reload loses the two of them alone', async () => {
    await page.getByLabel('Country').selectOption('Germany');
    await page.getByLabel('Confirm password').fill('something else');
    await create.click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue(user.email);
    await expect(page.getByLabel('Country')).toHaveValue('DE');
    await expect(page.getByLabel('Street address')).toHaveValue('1 Ferry Road');
    await expect(password).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(user.password);
  });
});

test('an email address already taken is refused in the backend’s words @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signup');
  await fillSignup(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toContainText('User already registered');
  await expectAccessible(page);
  await page.getByText('If that account is yours').getByRole('link', { name: 'sign in' }).click();
  await signIn(page, user);
  await expect(page).toHaveURL(/\/season-selection$/);
});

test('a signup that waits for confirmation says so and leads back to the form @pages', async ({ page }) => {
  const user = stranger();
  await page.goto('/signup');
  // What the server answers with confirmation on: the user alone, without a session.
  await page.route('**/auth/v1/signup*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { user: object };
    await route.fulfill({ json: answer.user });
  });
  await fillSignup(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();
  await expect(page.getByText(user.email)).toBeVisible();
  await page.getByRole('button', { name: 'Back to signup form' }).click();
  await expect(page.getByRole('heading', { name: 'Join the Club' })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
});

test('what is asked for offline is told as no connection, and is not done behind anyone’s back later', async ({
  page,
  context,
}) => {
  await page.goto('/signup');
  await fillSignup(page, stranger());
  let asked = 0;
  page.on('request', (request) => (asked += Number(!request.url().endsWith('/robots.txt'))));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toContainText(NO_CONNECTION);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('alert').filter({ hasText: NO_CONNECTION })).toHaveCount(2);
  const askedOffline = asked;
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  // A request that waited for the network would go out before this one.
  await page.evaluate(async () => void (await fetch('/robots.txt')));
  expect(asked).toBe(askedOffline);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
});

test('a wrong password and an unknown address are refused with one and the same text, and no connection is told as such', async ({
  page,
}) => {
  const { email } = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('complementary')).toBeVisible();
  for (const address of [email, stranger().email]) {
    await signIn(page, { email: address, password: 'not the word' });
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
  }
  await page.getByRole('button', { name: 'Show' }).first().click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.route('**/auth/v1/token*', (route) => route.abort());
  await signIn(page, stranger());
  await expect(page.getByRole('alert')).toContainText(NO_CONNECTION);
  await page.unroute('**/auth/v1/token*');
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 500, body: '<h1>Oh</h1>' }));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.');
});

test('sign-in leads to the account, and both ways in are skipped from then on', async ({ page }) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, user);
  await expect(page.getByRole('heading', { name: 'Your Account' })).toBeFocused();
  await expect(page).toHaveTitle('Your Account · The Dead Letter Club');
  await page.goto('/signin');
  await expect(page).toHaveURL(/\/account$/);
  await page.goto('/signup');
  await expect(page).toHaveURL(/\/season-selection$/);
  // A link to another site leads to the account.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin?next=//evil.example/account');
  await signIn(page, user);
  await expect(page).toHaveURL(/^[^?]*\/account$/);
});

test('what was typed at sign-up is gone once its owner has signed in and out @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signup');
  await fillSignup(page, user);
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await signIn(page, user);
  await expect(page).toHaveURL('/season-selection');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/signup');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Street address')).toHaveValue('');
});

test('the session is shared by the tabs, and so is its end', async ({ page, context }) => {
  await enrol(page);
  const other = await context.newPage();
  await other.goto('/account');
  await atAccount(other);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/signin\?next=%2Faccount$/);
});

test('a tab follows a session that ends or begins in another tab’s storage @pages', async ({ page, context }) => {
  await enrol(page);
  await page.goto('/account');
  await atAccount(page);
  const another = await context.newPage();
  await another.goto('/terms');
  const key = SESSION_STORAGE_KEY;
  const session = await another.evaluate((key) => localStorage.getItem(key) ?? '', key);
  await another.evaluate((key) => localStorage.removeItem(key), key);
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await another.evaluate(({ key, session }) => localStorage.setItem(key, session), { key, session });
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('heading', { name: 'Your Account' })).toBeVisible();
});
