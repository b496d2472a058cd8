import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { DEV_PATHS } from '../src/contract/dev-paths.ts';
import { checkYourEmail, linkSent } from './mail-arrangements.ts';
import { mailTo } from './mailbox.ts';
import { enrol, type Person, stranger } from './people.ts';
import { comeThroughGoogle } from './residents.ts';

// A name or an e-mail address has no place to break a line at, and makes no page or mail wider than the screen all the same.

/** As long as may stand before the @ (RFC 5321), and a name as long as the sign-up form takes it. */
function longWinded(): Person {
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

test('a long e-mail address breaks on the sheet that says where we have written', async ({ page }) => {
  await page.goto('/forgot-password');
  await linkSent(page, longWinded());
  await expectNoWiderThanScreen(page);
  await page.goto('/signup');
  await checkYourEmail(page, longWinded());
  await expectNoWiderThanScreen(page);
});

test('a long name and e-mail address break on the sheets of the account, and in its mails', async ({ page }) => {
  const person = await enrol(page, longWinded());
  await page.goto('/account');
  await expect(page.getByText(person.email)).toBeVisible();
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
    [person.email, /Welcome/],
    [person.email, /Confirm the change/],
    [next, /Confirm your new email address/],
  ] as const) {
    await page.goto(`${DEV_PATHS.mailbox}/${(await mailTo(to, subject)).id}/html`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoWiderThanScreen(page);
  }
});
