import { expect, test } from '@playwright/test';
import { callAuth } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { sharedShop } from './shops.ts';
import { enrol, stranger } from './users.ts';

async function resetLinkTo(email: string): Promise<string> {
  const { siteUrl } = sharedShop();
  await callAuth(siteUrl, `/recover?redirect_to=${encodeURIComponent(`${siteUrl}/reset-password`)}`, { email });
  return actionLinkIn(await emailTo(email, /Reset/));
}

test('a scanner that opens a reset link and runs its scripts uses nothing up, and the owner’s button works', async ({
  page,
  browser,
}) => {
  const { email } = await enrol(page);
  const link = await resetLinkTo(email);
  const scanner = await (await browser.newContext()).newPage();
  for (let times = 0; times < 2; times++) await scanner.goto(link, { waitUntil: 'networkidle' });
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(link);
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await expect(owner.getByRole('main').getByRole('button')).toHaveCount(1);
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Choose a new password' }).press('Enter');
  await expect(owner.getByLabel('New password', { exact: true })).toBeVisible();
  await expect(owner).toHaveURL(/\/reset-password$/);
  await scanner.context().close();
  await owner.context().close();
});

test('a change of address that scanners have opened from both mailboxes waits for both buttons @pages', async ({
  page,
}) => {
  const user = await enrol(page);
  const newEmail = stranger().email;
  await page.request.put('/auth/v1/user', {
    headers: { authorization: `Bearer ${user.accessToken}` },
    data: { email: newEmail },
  });
  const links = [
    actionLinkIn(await emailTo(user.email, /Confirm the change of your email address/)),
    actionLinkIn(await emailTo(newEmail, /Confirm your new email address/)),
  ];
  for (const link of links) await page.goto(link, { waitUntil: 'networkidle' });
  await page.goto('/account/profile');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(user.email);
  for (const link of links) await pressLink(page, link);
  // The second link signs in and navigates by itself, which may interrupt the way to the profile.
  await expect(async () => {
    await page.goto('/account/profile');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(newEmail, { timeout: 5_000 });
  }).toPass();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the button works as well', async ({ page, browser }) => {
    const scripted = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
    const { email } = await enrol(scripted);
    await pressLink(page, await resetLinkTo(email));
    await expect(page).toHaveURL(/\/reset-password#access_token=/);
    await scripted.context().close();
  });
});
