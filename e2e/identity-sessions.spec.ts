import { expect, type Page, test } from '@playwright/test';
import { holdRequests } from './hold-requests.ts';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import { atAccount, enrol, fillSignup, signIn, stranger } from './users.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { openServerBeside, type ServerBeside } from './shops.ts';
import { expectNotice } from './subscriber.ts';

async function storedTokens(page: Page): Promise<{ access_token: string; refresh_token: string; expires_at: number }> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_STORAGE_KEY);
  return JSON.parse(stored ?? '{}') as Awaited<ReturnType<typeof storedTokens>>;
}

test('signing out leaves nothing here, the other devices signed in, and waits for the server @pages', async ({
  page,
  browser,
}) => {
  const user = await enrol(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/signin');
  await signIn(elsewhere, user);
  await expect(elsewhere).toHaveURL(/\/account$/);
  await page.goto('/account');
  await atAccount(page);
  const { refresh_token } = await storedTokens(page);
  await page.evaluate(() => localStorage.setItem('begun-sign-ups', '["ada@example.com"]'));
  await page.route('**/auth/v1/logout*', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect((await storedTokens(page)).refresh_token).toBe(refresh_token);
  await page.unroute('**/auth/v1/logout*');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const ended = await page.request.post('/auth/v1/token?grant_type=refresh_token', { data: { refresh_token } });
  expect(ended.status()).toBe(400);
  await elsewhere.goto('/account/profile');
  await expect(elsewhere.getByRole('heading', { name: 'Signed-In Devices' })).toBeVisible();
});

test('Sign Out is within sight on each step of a purchase and of a gift, on a phone and on a desk @pages', async ({
  page,
}) => {
  await enrol(page);
  const signOut = page.getByRole('button', { name: 'Sign Out' });
  const expectInSight = async (heading: string) => {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(signOut).toBeInViewport({ ratio: 1 });
    }
  };
  await page.goto('/season-selection');
  await expectInSight('Choose Your Season');
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  await expectInSight('Where Do Your Letters Go?');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectInSight('Payment');
  await page.goto('/gift-subscription');
  await expectInSight('Gift Subscription');
  await signOut.click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/gift-subscription');
  await expect(page).toHaveURL(/\/signin/);
});

test('the others can be signed out from here, and find themselves at sign-in', async ({ page, browser }) => {
  const user = await enrol(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/signin');
  await signIn(elsewhere, user);
  await expect(elsewhere).toHaveURL(/\/account$/);
  await page.goto('/account/profile');
  const devices = page.getByRole('region', { name: 'Signed-In Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('(this device)');
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expectNotice(page, 'Every other device has been signed out.');
  await expect(devices).toHaveCount(1);
  // The access token still reads the account; only the change stream checks the session.
  await elsewhere.goto('/account');
  await expect(elsewhere).toHaveURL(/\/signin\?next=%2Faccount$/);
  expect(await elsewhere.evaluate(() => localStorage.length)).toBe(0);
});

test('connecting Google leaves one device, and signed in all its tabs, even one that was writing just then @pages', async ({
  page,
  context,
}) => {
  await enrol(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/account/profile');
    await expect(tab.getByRole('heading', { name: 'Signed-In Devices' })).toBeVisible();
  }
  const letArrive = await holdRequests(page, '**/auth/v1/user');
  const arriving = page.waitForRequest('**/auth/v1/user');
  await comeThroughGoogle(page, newGoogleAddress(), { button: 'Connect Google' });
  await arriving;

  const letWrite = await holdRequests(other, '**/api/profile');
  const writing = other.waitForRequest('**/api/profile');
  await other.getByLabel('Email notifications').click();
  await other.getByRole('button', { name: 'Save Preferences' }).click();
  await writing;
  await letArrive();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await letWrite();
  await expectNotice(other, 'Contact preferences updated successfully!');
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    await expect(tab.getByRole('region', { name: 'Signed-In Devices' }).getByRole('listitem')).toHaveCount(1);
  }
});

test.describe('with access tokens of a minute and a half', () => {
  let brief: ServerBeside;
  test.beforeAll(async () => {
    brief = await openServerBeside({ AUTH_JWT_EXP_SECONDS: '95' });
  });
  test.afterAll(() => brief.close());

  test('the session is renewed before it expires, for both tabs alike @pages', async ({ page, context }) => {
    await page.goto(`${brief.url}/signup`);
    await fillSignup(page, stranger());
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
    const first = await storedTokens(page);
    const other = await context.newPage();
    await other.goto(`${brief.url}/account`);
    await expect
      .poll(async () => (await storedTokens(page)).access_token, { timeout: 60_000 })
      .not.toBe(first.access_token);
    expect(Date.now() / 1000).toBeLessThan(first.expires_at);
    for (const tab of [page, other]) {
      await tab.goto(`${brief.url}/account/profile`);
      await expect(tab.getByRole('heading', { name: 'Signed-In Devices' })).toBeVisible();
    }
  });
});
