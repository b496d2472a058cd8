import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { syncNotes } from '../src/contract/notes.ts';
import { pinNote as pinNoteElsewhere } from '../test/builders/case-groups.ts';
import type { Session } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { handOverLetter, shopperOf, subscribe } from './subscriber.ts';
import { openServerBeside, sharedShop } from './shops.ts';
import { signIn, whoIs } from './users.ts';

const SENT = 'All notes are saved on this device and in your account.';
const OFFLINE = /^No connection\./;
const note = (page: Page, pin: string | RegExp) => page.getByRole('textbox', { name: pin });

async function pinNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Pin a note' }).click();
  const fresh = page.locator('textarea:focus');
  await expect(fresh).toBeVisible();
  await fresh.fill(text);
}

test('notes are kept as they are typed, offline too, reach the reader’s other device when the line is back, and are divided where both have changed one', async ({
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

  await page.getByLabel('Search your notes').fill('');
  await page.context().setOffline(true);
  await note(page, 'Letter 1: “Keep the envelopes”').fill('All of them, in the tunnel');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await note(tablet, 'Letter 1: “Keep the envelopes”').fill('All of them, at the table');
  await expect.poll(() => textsWithUs(user)).toContain('All of them, at the table');
  await page.context().setOffline(false);
  const cards = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'changed in two places at once' })).toHaveCount(1);
  const texts = () =>
    page.locator('textarea').evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
  await expect.poll(async () => (await texts())[0], 'the newest stays first').toBe('Written in a tunnel');
  const others = async () => (await texts()).slice(1).toSorted();
  await expect.poll(others).toEqual(['All of them, at the table', 'All of them, in the tunnel']);
  await expectAccessible(page);
  await tablet.context().close();
});

/** What the server has. */
async function textsWithUs(user: Session): Promise<string[]> {
  const body = { seasonId: 'season-1', device: randomUUID(), since: 0, changes: [] };
  return (await shopperOf(user).call(syncNotes, { body })).notes.map(({ text }) => text);
}

test('a long list of notes is shown by forties, and printed whole @pages', async ({ page }) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 30);
  const shopper = shopperOf(user);
  for (let number = 1; number <= 42; number += 1) await pinNoteElsewhere(shopper, `Note ${number}`);
  await page.goto('/account/case/notes');
  await expect(page.locator('textarea')).toHaveCount(40);
  await expect(page.getByRole('button', { name: 'Show older notes (2)' })).toBeVisible();
  await page.pdf();
  await expect(page.locator('textarea')).toHaveCount(42);
});

test('a second tab shows what the first one writes, and signing out leaves no note on the device @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 30);
  await page.goto('/account/case/notes');
  const second = await page.context().newPage();
  await second.goto('/account/case/notes');
  // A double click pins one note, and leaves the focus on it.
  await page.getByRole('button', { name: 'Pin a note' }).dblclick();
  await expect(page.getByRole('region', { name: 'A new note' }).locator('textarea:focus')).toBeInViewport();
  await page.locator('textarea:focus').fill('Two tabs, one table');
  await expect(note(second, 'Letter 1')).toHaveValue('Two tabs, one table');
  await expect(page.locator('textarea')).toHaveCount(1);
  // The page syncs again within half a minute.
  await expect(page.getByText(SENT)).toBeVisible();
  await note(second, 'Letter 1').fill('One table, two chairs');
  await expect(note(page, 'Letter 1')).toHaveValue('One table, two chairs');
  // Whichever tab sends a change, both show it at once; a closed tab's change is sent by the other.
  await expect(second.getByText(SENT)).toBeVisible();
  await expect(page.getByText(SENT)).toBeVisible();
  await note(second, 'Letter 1').fill('One table, one chair');
  await expect(note(page, 'Letter 1')).toHaveValue('One table, one chair');
  await second.getByRole('button', { name: 'Delete' }).click();
  await second.getByRole('button', { name: 'Keep it' }).click();
  await second.close();
  await expect(page.getByText(SENT)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('/');
  await expect.poll(() => storesOfNotes(page)).toEqual([]);
});

const storesOfNotes = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

/** Paths that the case file's service worker has stored. */
async function storedApp(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    if (!(await caches.has('case-file-app'))) return [];
    const requests = await (await caches.open('case-file-app')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
}

const appIsStored = (page: Page) => expect.poll(() => storedApp(page)).toContain('/account/case/notes');

test('notes open with the server gone, with nothing of the shop’s stored but files of the build @pages', async ({
  page: elsewhere,
  browser,
}) => {
  const user = await subscribe(elsewhere);
  await handOverLetter(user, 1, 30);
  const server = await openServerBeside({});
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto('/signin?next=%2Faccount%2Fcase%2Fnotes');
  await signIn(page, user);
  await pinNote(page, 'Before the storm');
  await expect(page.getByText(SENT)).toBeVisible();
  await appIsStored(page);
  await server.close();
  await page.reload();
  await expect(note(page, 'Letter 1')).toHaveValue('Before the storm');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page.getByRole('option', { name: '1. If You Are Reading This' })).toBeAttached();
  await pinNote(page, 'By candle');
  await page.reload();
  await expect(page.locator('textarea')).toHaveCount(2);
  await page.getByRole('link', { name: 'Letters', exact: true }).click();
  await expect(page.getByText('We couldn’t load your case file.')).toBeVisible();
  const ours = /^\/assets\/[\w.-]+$|^\/account\/case\/notes$/;
  expect((await storedApp(page)).filter((path) => !ours.test(path))).toEqual([]);
  await page.context().close();
});

test('without a line even an expired session opens its notes, and signing out later leaves neither them nor the worker @pages', async ({
  page,
}) => {
  await handOverLetter(await subscribe(page), 1, 30);
  await page.goto('/account/case/notes');
  await pinNote(page, 'Kept');
  await expect(page.getByText(SENT)).toBeVisible();
  await appIsStored(page);
  await page.evaluate(() => {
    const key = 'supabase.auth.token';
    const session = JSON.parse(localStorage.getItem(key) ?? '') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1_000_000_000 }));
  });
  await page.context().setOffline(true);
  await page.reload();
  await expect(note(page, 'Letter 1')).toHaveValue('Kept');
  await note(page, 'Letter 1').fill('Kept, and changed in the dark');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByText(SENT)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('/');
  await expect.poll(() => storesOfNotes(page)).toEqual([]);
  await expect.poll(() => storedApp(page)).toEqual([]);
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
});

test('a session that was ended elsewhere takes its notes off the device, but for what was never sent @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 30);
  await page.goto('/account/case/notes');
  await pinNote(page, 'Sent in time');
  await expect(page.getByText(SENT)).toBeVisible();
  await appIsStored(page);
  await endEverySession(page);
  await page.waitForURL(/\/signin/);
  await expect.poll(() => storesOfNotes(page)).toEqual([]);
  await expect.poll(() => storedApp(page)).toEqual([]);

  await signIn(page, user);
  await expect(note(page, 'Letter 1')).toHaveValue('Sent in time');
  await page.context().setOffline(true);
  await pinNote(page, 'Never sent');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await endEverySession(page);
  await page.context().setOffline(false);
  await page.waitForURL(/\/signin/);
  const left = () =>
    page.evaluate(async (name) => {
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
      });
      const rows = opened.transaction('notes').objectStore('notes').getAll();
      await new Promise((resolve) => rows.addEventListener('success', resolve));
      opened.close();
      return (rows.result as { text: string }[]).map(({ text }) => text);
    }, `case-notes:${user.userId}`);
  await expect.poll(left).toEqual(['Never sent']);
  await signIn(page, user);
  await expect(page.locator('textarea')).toHaveCount(2);
  await expect(page.getByText(SENT)).toBeVisible();
});

test('a device without room says that a word is not kept, and keeps it as soon as there is room @pages', async ({
  page,
}) => {
  await handOverLetter(await subscribe(page), 1, 30);
  await page.goto('/account/case/notes');
  await pinNote(page, 'There is room');
  await expect(page.getByText(SENT)).toBeVisible();
  await page.evaluate(() => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {};
    Object.defineProperty(IDBObjectStore.prototype, 'put', {
      ...put,
      value() {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    addEventListener('room', () => Object.defineProperty(IDBObjectStore.prototype, 'put', put));
  });
  await note(page, 'Letter 1').fill('There is none');
  await expect(page.getByRole('alert').filter({ hasText: 'This note isn’t saved.' })).toBeVisible();
  await expect(note(page, 'Letter 1')).toHaveValue('There is none');
  await expectAccessible(page);
  await page.evaluate(() => dispatchEvent(new Event('room')));
  await note(page, 'Letter 1').fill('There is room again');
  await expect(page.getByText(SENT)).toBeVisible();
  await page.reload();
  await expect(note(page, 'Letter 1')).toHaveValue('There is room again');
  await note(page, 'Letter 1').fill('x'.repeat(5_000));
  await expect(page.getByText('This note is full: 5,000 characters.')).toBeVisible();
});

/** As "Sign out everywhere" does on another device. */
async function endEverySession(page: Page): Promise<void> {
  const { accessToken } = await whoIs(page);
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`${sharedShop().siteUrl}/auth/v1/logout?scope=global`, { method: 'POST', headers });
  expect(answer.status).toBe(204);
}
