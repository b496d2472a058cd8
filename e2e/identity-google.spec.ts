import { EventEmitter, once } from 'node:events';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { actionLinkIn, emailsTo, emailTo, pressLink } from './mailbox.ts';
import { enrol, fillSignup, signIn, stranger } from './users.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { expectNotice, subscribe } from './subscriber.ts';

test('a user new comes through Google to the choice of a season, is welcomed once, and does not type the name again', async ({
  page,
}) => {
  const email = newGoogleAddress();
  await page.goto('/signup');
  const { origin } = new URL(page.url());
  const authorize = page.waitForRequest('**/auth/v1/authorize?**');
  await comeThroughGoogle(page, email);
  const { searchParams } = new URL((await authorize).url());
  expect(searchParams.get('prompt')).toBe('select_account consent');
  expect(searchParams.get('redirect_to')).toBe(`${origin}/auth/callback`);
  await expect(page).toHaveURL(/\/season-selection$/);
  await page.goto('/shipping?season=season-1');
  await expect(page.getByLabel('Full name')).toHaveValue('Gale Winter');
  await expect(page.getByLabel('Street address')).toHaveValue('');
  await emailTo(email, /Welcome/);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await comeThroughGoogle(page, email);
  await expect(page).toHaveURL(/\/season-selection$/);
  expect(await emailsTo(email)).toHaveLength(1);
});

test('the button is busy for as long as Google’s page has not come @pages', async ({ page }) => {
  // An answer without a page: the browser stays where it is.
  const elsewhere = /\/o\/oauth2\/|\/auth\/v1\/authorize\?/;
  await page.route(elsewhere, (route) => route.fulfill({ status: 204 }));
  const pressOn = async (path: string, name: string) => {
    await page.goto(path);
    const answered = page.waitForResponse(elsewhere);
    await page.getByRole('button', { name }).click();
    await answered;
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-busy', 'true');
  };
  await pressOn('/signin', 'Continue with Google');
  await enrol(page);
  await pressOn('/account/profile', 'Connect Google');
});

test('a verified address that has an account here opens that account; a subscriber goes to it', async ({ page }) => {
  const user = await subscribe(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await comeThroughGoogle(page, user.email);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('region', { name: 'Account Information' })).toContainText('Ada Quill');
  await emailTo(user.email, /Google can now be used/);
});

test('an address that Google does not host opens its account after a link that was mailed there @pages', async ({
  page,
}) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await comeThroughGoogle(page, user.email, { hosted: false });
  await expect(page.getByRole('alert')).toContainText('Google can’t confirm that this email address is yours');
  const { links } = await emailTo(user.email, /Did you try to sign in with Google/);
  await page.goto(links.find((link) => link.includes('/connect-google?')) ?? '');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, Connect Google' }).click();
  await expect(page.getByRole('heading', { name: 'Google Is Connected' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await comeThroughGoogle(page, user.email, { hosted: false });
  await expect(page).toHaveURL(/\/season-selection$/);
});

test('a user who was on the way to a page comes back to it @pages', async ({ page }) => {
  await page.goto('/shipping?season=season-1');
  await comeThroughGoogle(page, newGoogleAddress());
  await expect(page).toHaveURL(/\/shipping\?season=season-1$/);
});

test('the callback says what it is doing, and leads to the account when that cannot be found out @pages', async ({
  page,
}) => {
  const held = new EventEmitter();
  // Listens now, because the request may come after the page's text about it.
  const released = once(held, 'release');
  await page.route('**/api/account{,/overview}', async (route) => {
    await released;
    await route.abort();
  });
  await page.goto('/signin');
  await comeThroughGoogle(page, newGoogleAddress());
  await expect(page.getByRole('heading', { name: 'Setting up your account...' })).toBeVisible();
  held.emit('release');
  await expect(page).toHaveURL(/\/account$/);
});

test('an address that Google has not verified has to be confirmed first @pages', async ({ page }) => {
  const email = newGoogleAddress();
  await page.goto('/signin');
  await comeThroughGoogle(page, email, { verified: false });
  await expect(page.getByRole('alert')).toContainText('Google can’t confirm that this email address is yours');
  await pressLink(page, actionLinkIn(await emailTo(email, /Confirm/)));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/season-selection$/);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await comeThroughGoogle(page, email, { verified: false });
  await expect(page).toHaveURL(/\/season-selection$/);
});

test('Cancel at Google, or no way there, leads back to where one came from, in the fixed words', async ({ page }) => {
  await page.goto('/signin?next=/account/profile');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to sign in with Google. Please try again.');
  await expect(page).toHaveURL('/signin?next=%2Faccount%2Fprofile&failure=access_denied');
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to sign up with Google. Please try again.');
  // The next attempt's outcome takes the place of the last one's.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('alert')).toHaveText(/No connection\./);
  await page.context().setOffline(false);
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ status: 500, body: '<h1>Oh</h1>' }));
  for (const [path, verb] of [
    ['/signin', 'sign in'],
    ['/signup', 'sign up'],
  ]) {
    await page.goto(String(path));
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('alert')).toContainText(`Failed to ${verb} with Google. Please try again.`);
  }
});

test('a failed return from Google leads to sign-in, with the fixed words and never those of the address @pages', async ({
  page,
}) => {
  const alert = page.getByRole('alert');
  await page.goto('/auth/callback');
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount$/);
  await page.goto(`/auth/v1/callback?state=${crypto.randomUUID()}&code=x`);
  await expect(page).toHaveURL(/\/signin\?failure=bad_oauth_state$/);
  await expect(alert).toContainText('Failed to sign in with Google. Please try again.');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  const failure = 'error=access_denied&error_code=session_not_found';
  await page.goto(`/account/profile?${failure}#${failure}&sb=`);
  await expect(page).toHaveURL(/\/signin\?/);
  await expect(alert).toContainText('You were signed out while you were at Google');
  await page.goto('about:blank');
  // The page never shows the URL's own description.
  await page.goto('/signin#error=server_error&error_description=Call+555-0100+at+once');
  await expect(alert).toContainText('Failed to sign in with Google. Please try again.');
  await expect(page.getByText('555-0100')).toHaveCount(0);
});

test('what breaks on the way back from Google is said in the fixed words, or the profile’s @pages', async ({
  page,
}) => {
  // What the server answers without its database: it cannot know where the browser started.
  const failure = 'error=temporarily_unavailable&error_code=unexpected_failure';
  const comeBack = async (path: string, button: string) => {
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await page.goto(`/auth/callback?${failure}#${failure}&sb=`);
  };
  await comeBack('/signup', 'Continue with Google');
  await expect(page.getByRole('alert')).toContainText('Failed to sign up with Google. Please try again.');
  await enrol(page);
  await comeBack('/account/profile', 'Connect Google');
  await expect(page).toHaveURL(/\/account\/profile\?failure=temporarily_unavailable$/);
  await expect(page.getByRole('alert')).toContainText('Failed to connect Google. Please try again.');
});

test('what was typed at sign-up before going on with Google does not wait for the next user @pages', async ({
  page,
}) => {
  await page.goto('/signup');
  await fillSignup(page, stranger());
  await comeThroughGoogle(page, newGoogleAddress());
  await expect(page).toHaveURL(/\/season-selection$/);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signup');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Street address')).toHaveValue('');
});

test('Google is connected to an account, and disconnected', async ({ page, browser }) => {
  const user = await enrol(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/signin');
  await signIn(elsewhere, user);
  await expect(elsewhere).toHaveURL(/\/account$/);
  const email = newGoogleAddress();
  await page.goto('/account/profile');
  await comeThroughGoogle(page, email, { button: 'Connect Google' });
  await expect(page.getByText(email)).toBeVisible();
  await expect(page).toHaveURL(/\/account\/profile\?news=connected$/);
  await expect(page.getByText('Google is connected. You can now sign in with Google.')).toBeInViewport();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expectNotice(page, 'Google is disconnected. Every other device has been signed out.');
  await expect(page.getByText('Google is connected.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Signed-In Devices' }).getByRole('listitem')).toHaveCount(1);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, user);
  await expect(page).toHaveURL(/\/account$/);
});

test('a Google account that is another user’s already is not connected twice @pages', async ({ page, browser }) => {
  const email = newGoogleAddress();
  const other = await (await browser.newContext()).newPage();
  await other.goto('/signin');
  await comeThroughGoogle(other, email);
  await expect(other).toHaveURL(/\/season-selection$/);

  await enrol(page);
  await page.goto('/account/profile');
  await comeThroughGoogle(page, email, { button: 'Connect Google' });
  await expect(page.getByRole('alert')).toContainText(
    'That Google account is already connected. If you don’t see it here, it’s connected to another account: disconnect it there first.',
  );
  await expect(page.getByRole('alert')).toBeInViewport();
  await expectAccessible(page);
});

test('the only way in is not taken away; with a password it may be, and is told once @pages', async ({ page }) => {
  const email = newGoogleAddress();
  await page.goto('/signin');
  await comeThroughGoogle(page, email);
  await expect(page).toHaveURL(/\/season-selection$/);
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('alert')).toContainText('Google is your only way to sign in. Set a password first');
  await page.getByRole('button', { name: 'Set a Password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('kelp-and-candles-8');
  await page.getByLabel('Confirm new password').fill('kelp-and-candles-8');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByText('Password last changed today')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await emailTo(email, /A password can now be used/);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await page.getByRole('button', { name: 'Disconnect' }).dblclick();
  await expectNotice(page, 'Disconnected.');
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(requests.filter((method) => method === 'DELETE')).toHaveLength(1);
});
