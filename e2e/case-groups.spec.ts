import { type Browser, expect, type Page, test } from '@playwright/test';
import { pinNote } from '../test/builders/case-groups.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNotice, handOverLetter, shopperOf, subscribe } from './subscriber.ts';
import { signIn } from './users.ts';

const ALONG = '/account/case/along';
const region = (page: Page, name: string) => page.getByRole('region', { name });
const notes = (page: Page) => region(page, 'Notes from the others').getByRole('listitem');

/** A subscriber with so many letters, in a browser of their own. */
async function comeIn(browser: Browser, letters: number) {
  const page = await (await browser.newContext()).newPage();
  const user = await subscribe(page);
  for (let letter = 1; letter <= letters; letter += 1) await handOverLetter(user, letter, 60 - 10 * letter);
  return { page, user };
}

/** By keyboard alone, from the field on. */
async function sitDown(page: Page, name: string, submit: string): Promise<void> {
  await page.getByLabel('Your name in the group').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'The others can see my notes' })).toBeFocused();
  await expect(page.locator(':focus')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: submit })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('a season is read along by link: two sit down, read one another as far as each has come, and leave with their notes', async ({
  browser,
}) => {
  const [ahead, behind] = [await comeIn(browser, 2), await comeIn(browser, 1)];
  await ahead.page.goto('/account/case');
  await ahead.page.getByRole('navigation', { name: 'Case file' }).getByRole('link', { name: 'Read Along' }).click();
  await expect(ahead.page.getByRole('heading', { level: 1, name: 'Read Along' })).toBeVisible();
  await sitDown(ahead.page, ahead.user.email, 'Start a Group');
  await expect(ahead.page.getByRole('alert')).toContainText('Begin with a letter or digit.');
  await ahead.page.getByLabel('Your name in the group').fill('');
  await sitDown(ahead.page, 'Aunt Wim', 'Start a Group');
  await expectNotice(ahead.page, 'Your group is set up');
  await ahead.page.getByRole('button', { name: 'Make a Link' }).press('Enter');
  const link = await ahead.page.getByLabel('The new link').inputValue();
  await expectAccessible(ahead.page);

  await behind.page.goto(link);
  await expect(behind.page.getByRole('heading', { name: 'Aunt Wim Invites You to Read Along' })).toBeVisible();
  await expectAccessible(behind.page);
  await sitDown(behind.page, 'AUNT WIM', 'Join');
  await expect(behind.page.getByRole('alert')).toContainText('already has that name');
  await behind.page.getByLabel('Your name in the group').fill('');
  await sitDown(behind.page, 'Ada', 'Join');
  await expect(behind.page).toHaveURL(/\/account\/case\/along/);
  const seats = region(behind.page, 'Who’s reading along').getByRole('listitem');
  await expect(seats).toHaveText([/^Aunt Wim.*has every letter that you have/, /^Ada \(you\)/]);
  await expect(behind.page.getByText('No notes to read yet. You can read a note when you have')).toBeVisible();

  await pinNote(shopperOf(behind.user), 'The stamp is upside down.');
  await pinNote(shopperOf(ahead.user), 'He lists it twice.', { letter: 2, kind: 'passage', pinnedTo: 'Forty-one' });
  await ahead.page.reload();
  await expect(notes(ahead.page)).toHaveText([/^Letter 1The stamp is upside down\.Ada, /]);
  await behind.page.reload();
  await expect(seats).toHaveCount(2);
  await expect(notes(behind.page)).toHaveCount(0);
  await handOverLetter(behind.user, 2, 20);
  await behind.page.reload();
  await expect(notes(behind.page)).toHaveText([/^Letter 2: “Forty-one”He lists it twice\.Aunt Wim, /]);
  await expectAccessible(behind.page);
  const seen = await behind.page.content();
  expect(seen).not.toContain(ahead.user.email);
  expect(seen).not.toContain(ahead.user.userId);

  await behind.page.getByRole('button', { name: 'Leave the group' }).press('Enter');
  await expect(behind.page.getByRole('dialog', { name: 'Leave the group?' })).toBeVisible();
  await expectAccessible(behind.page);
  await behind.page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).press('Enter');
  await expectNotice(behind.page, 'You left the group');
  await ahead.page.reload();
  await expect(region(ahead.page, 'Who’s reading along').getByRole('listitem')).toHaveCount(1);
  await expect(ahead.page.getByText('The stamp is upside down.')).toHaveCount(0);
  await behind.page.goto(link);
  await expect(behind.page.getByText('This link doesn’t work anymore.')).toBeVisible();
  for (const { page } of [ahead, behind]) await page.context().close();
});

test('who is blocked by the owner loses the chair, and no other link leads back until the block is lifted @pages', async ({
  browser,
}) => {
  const [owner, guest] = [await comeIn(browser, 1), await comeIn(browser, 1)];
  await owner.page.goto(ALONG);
  await sitDown(owner.page, 'Wim', 'Start a Group');
  const newLink = async () => {
    await owner.page.getByRole('button', { name: 'Make a Link' }).click();
    return await owner.page.getByLabel('The new link').inputValue();
  };
  // The link works again after the guest signs in.
  await guest.page.evaluate(() => localStorage.clear());
  await guest.page.goto(await newLink());
  await region(guest.page, 'You’re Invited to Read Along').getByRole('link', { name: 'Sign In' }).click();
  await signIn(guest.page, guest.user);
  await sitDown(guest.page, 'Ada', 'Join');
  await expect(guest.page).toHaveURL(/\/account\/case\/along/);

  await owner.page.reload();
  await owner.page.getByRole('button', { name: 'Block Ada' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Block Ada?' });
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expectNotice(owner.page, 'Ada is blocked.');
  await expectAccessible(owner.page);
  const second = await newLink();
  await guest.page.goto(second);
  await expect(guest.page.getByText('This link doesn’t work anymore.')).toBeVisible();
  await owner.page.getByRole('button', { name: 'Unblock Ada' }).click();
  await expectNotice(owner.page, 'Ada is unblocked.');
  await guest.page.goto(second);
  await sitDown(guest.page, 'Ada', 'Join');
  await expect(region(guest.page, 'Who’s reading along').getByRole('listitem')).toHaveCount(2);
  for (const { page } of [owner, guest]) await page.context().close();
});
