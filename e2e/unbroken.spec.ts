import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { DEV_PATHS } from '../src/contract/site-paths.ts';
import { checkYourEmail, linkSent } from './page-setups.ts';
import { emailTo } from './mailbox.ts';
import { enrol, type TestUser, stranger } from './users.ts';
import { comeThroughGoogle } from './google-page.ts';

// A name or an e-mail address has no place to break a line at, and makes no page or mail wider than the screen all the same.

/** As long as may stand before the @ (RFC 5321), and a name as long as the sign-up form takes it. */
function longWinded(): TestUser {
  const mailbox = randomUUID().replaceAll('-', '').padEnd(64, 'm');
  return { ...stranger(), firstName: 'Ada', lastName: 'q'.repeat(49), email: `${mailbox}@example.com` };
}

async function expectNoWiderThanScreen(page: Page): Promise<void> {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(wide, `pixels wider than ${width}`).toBeLessThanOrEqual(0);
  }
}

test('a long email address breaks on the sheet that says where we have written', async ({ page }) => {
  await page.goto('/forgot-password');
  await linkSent(page, longWinded());
  await expectNoWiderThanScreen(page);
  await page.goto('/signup');
  await checkYourEmail(page, longWinded());
  await expectNoWiderThanScreen(page);
});

test('a long name and email address break on the sheets of the account, and in its emails', async ({ page }) => {
  const user = await enrol(page, longWinded());
  await page.goto('/account');
  await expect(page.getByText(user.email)).toBeVisible();
  await expectNoWiderThanScreen(page);
  await page.goto('/account/profile');
  await comeThroughGoogle(page, longWinded().email, { button: 'Connect Google' });
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  const next = longWinded().email;
  await page.getByLabel('Email', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(`We have written to ${next}`)).toBeVisible();
  await expectNoWiderThanScreen(page);
  for (const [to, subject] of [
    [user.email, /Welcome/],
    [user.email, /Confirm the change/],
    [next, /Confirm your new email address/],
  ] as const) {
    await page.goto(`${DEV_PATHS.mailbox}/${(await emailTo(to, subject)).id}/html`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoWiderThanScreen(page);
  }
});
