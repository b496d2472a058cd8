import { expect, type Page, test } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '../src/server/identity/schema.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { expectAccessible } from './accessibility.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { stayOnPage } from './page-setups.ts';
import type { Session } from '../test/clients/shopper.ts';
import { enrol, type TestUser, signIn, whoIs } from './users.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { expectNotice } from './subscriber.ts';

const NEW_PASSWORD = 'kelp-and-candles-8';

let db: Database;
test.beforeAll(() => {
  db = openDatabase(process.env['DATABASE_URL'] ?? '', { maxConnections: 2 });
});
test.afterAll(() => db.$client.end());

/** As if each of the user's sessions had begun an hour ago. */
async function growOld({ userId }: Pick<Session, 'userId'>): Promise<void> {
  const reauthenticatedAt = new Date(Date.now() - 3_600_000);
  await db.update(sessions).set({ reauthenticatedAt, passwordResetUntil: null }).where(eq(sessions.userId, userId));
}

async function oldSession(page: Page): Promise<TestUser & Session> {
  const user = await enrol(page);
  await growOld(user);
  await page.goto('/account/profile');
  return user;
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm It’s You' });

async function codeTo(email: string, already = 0): Promise<string> {
  const { text } = await emailTo(email, /verification code/, already);
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

for (const [width, tag] of [
  [390, ''],
  [1440, ' @pages'],
] as const) {
  test(`an old session is asked who it is before the locks change, by the keyboard, ${width} pixels wide${tag}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const user = await oldSession(page);
    const opener = page.getByRole('button', { name: 'Turn On', exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeVisible();
    await expect(question(page).locator(':focus')).toHaveCount(1);
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Nothing happened, because you didn’t confirm that it’s you.')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await opener.click();
    await question(page).getByLabel('Your password').fill('not the word');
    await page.keyboard.press('Enter');
    await expect(question(page).getByRole('alert')).toContainText('That isn’t your current password.');
    await question(page).getByLabel('Your password').fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expect(question(page)).toHaveCount(0);
  });
}

async function sessionsOf({ userId }: Pick<Session, 'userId'>): Promise<string[]> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return rows.map(({ id }) => id);
}

test('a mailed code is as good, and what was asked for is done then, in a new session', async ({ page }) => {
  const user = await oldSession(page);
  const [before] = await sessionsOf(user);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await question(page).getByRole('button', { name: 'Email me a code instead' }).click();
  await expect(question(page).getByText('We’ve emailed you a six-digit code.')).toBeVisible();
  await expectAccessible(page);
  await question(page)
    .getByLabel('Code from our email')
    .fill(await codeTo(user.email));
  const download = page.waitForEvent('download');
  await question(page).getByRole('button', { name: 'Continue' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dead-letter-club-.*\.json$/);
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeFocused();
  const [after, ...others] = await sessionsOf(user);
  expect([after === before, others]).toEqual([false, []]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
});

test('a new address is asked for once it is known who asks; the name is saved either way @pages', async ({ page }) => {
  const user = await oldSession(page);
  const newEmail = `new-${user.email}`;
  await page.getByLabel('Full name').fill('Ada Quill-Farrow');
  await page.getByLabel('Email', { exact: true }).fill(newEmail);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expectNotice(page, 'Your name is saved. Your email wasn’t changed');
  await page.getByLabel('Email', { exact: true }).fill(newEmail);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await question(page).getByLabel('Your password').fill(user.password);
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await expectNotice(page, 'Name updated successfully! Email update may require confirmation.');
  await emailTo(newEmail, /Confirm your new email address/);
});

test('where Google is the only way in, Google is asked again @pages', async ({ page }) => {
  const email = newGoogleAddress();
  await page.goto('/signin');
  await comeThroughGoogle(page, email);
  await expect(page).toHaveURL(/\/season-selection$/);
  await growOld(await whoIs(page));
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Set a Password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(question(page)).toBeVisible();
  await expectAccessible(page);
  await comeThroughGoogle(page, newGoogleAddress(), { button: 'Confirm with Google' });
  await expect(page.getByRole('alert')).toContainText(
    'That Google account isn’t connected to this account, so nothing was changed.',
  );

  await page.getByRole('button', { name: 'Turn On', exact: true }).click();
  await comeThroughGoogle(page, email, { button: 'Confirm with Google' });
  await expect(page.getByText('Google confirmed that it’s you.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn On', exact: true }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
});

test('what another user changed is undone by the link in the notice, once, and a new password is chosen', async ({
  page,
  browser,
}) => {
  const owner = await enrol(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/signin?next=/account/profile');
  await signIn(elsewhere, owner);
  await comeThroughGoogle(elsewhere, newGoogleAddress(), { button: 'Connect Google' });
  await expect(elsewhere.getByRole('button', { name: 'Disconnect' })).toBeVisible();

  const notice = await emailTo(owner.email, /Google can now be used/);
  const link = notice.links.find((href) => href.includes('/undo?token=')) ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Undo These Changes?' })).toBeVisible();
  await expect(page.getByText('Google was connected to the account')).toBeVisible();
  await expectAccessible(page);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: 'Disconnect' })).toBeVisible();

  await page.getByRole('button', { name: 'Undo These Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Undone' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose a New Password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await stayOnPage(page);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/signin\?/);

  await page.goto('/signin?next=/account/profile');
  await signIn(page, { ...owner, password: NEW_PASSWORD });
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('These changes have already been undone.')).toBeVisible();
  await expectAccessible(page);
});

test('the session of a reset link whose hour is over sets no password @pages', async ({ page }) => {
  const { email, userId } = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  const redirectTo = encodeURIComponent(new URL('/reset-password', page.url()).href);
  await page.request.post(`/auth/v1/recover?redirect_to=${redirectTo}`, { data: { email } });
  await pressLink(page, actionLinkIn(await emailTo(email, /Reset/)));
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await growOld({ userId });
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid or expired reset link.');
});

test('a link that is cut short, or none of ours, says so @pages', async ({ page }) => {
  await page.goto('/undo?token=abc');
  await expect(page.getByRole('alert')).toContainText('The link is incomplete.');
  await page.goto(`/undo?token=${'a'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('This link doesn’t work.');
  await expectAccessible(page);
});
