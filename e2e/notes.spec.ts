import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { handOverLetter, subscribe } from './subscriber.ts';
import { signIn } from './users.ts';

const SENT = 'Everything is kept here and with us.';
const OFFLINE = /^No line\./;
const note = (page: Page, pin: string | RegExp) => page.getByRole('textbox', { name: pin });

async function pinNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Pin a note' }).click();
  const fresh = page.locator('textarea:focus');
  await expect(fresh).toBeVisible();
  await fresh.fill(text);
}

test('notes are kept as they are typed, offline too, and reach the reader’s other device when the line is back', async ({
  page,
  browser,
}) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 30);
  await handOverLetter(user, 2, 16);
  await page.goto('/account/case/notes?letter=1&line=Keep%20the%20envelopes');
  await expect(page.getByText('No notes yet.')).toBeVisible();
  await pinNote(page, 'All of them?');
  await expect(note(page, 'Letter 1: “Keep the envelopes”')).toHaveValue('All of them?');
  await expect(page.getByText(SENT)).toBeVisible();
  await page.context().setOffline(true);
  await pinNote(page, 'Written in a tunnel');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Search your notes').fill('tunnel');
  await expect(page.locator('textarea')).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(page.getByText(SENT)).toBeVisible();

  const tablet = await (await browser.newContext()).newPage();
  await tablet.goto('/signin');
  await signIn(tablet, user);
  await tablet.waitForURL('/account');
  await tablet.goto('/account/case/notes');
  await expect(tablet.locator('textarea')).toHaveCount(2);
  await expect(note(tablet, 'Letter 1: “Keep the envelopes”')).toHaveValue('All of them?');
  await tablet.context().close();
});

test('a second tab shows what the first one writes, and signing out leaves no note on the device', async ({ page }) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 30);
  await page.goto('/account/case/notes');
  const second = await page.context().newPage();
  await second.goto('/account/case/notes');
  await pinNote(page, 'Two tabs, one table');
  await expect(note(second, 'Letter 1')).toHaveValue('Two tabs, one table');
  await note(second, 'Letter 1').fill('One table, two chairs');
  await expect(note(page, 'Letter 1')).toHaveValue('One table, two chairs');
  await second.getByRole('button', { name: 'Strike out' }).click();
  await second.getByRole('button', { name: 'Leave it' }).click();
  await second.close();
  await expect(page.getByText(SENT)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('/');
  const stores = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(stores).toEqual([]);
});
