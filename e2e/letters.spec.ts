import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { getAccount } from '../src/contract/account.ts';
import { holdLetters, sendElsewhere } from '../src/contract/letters.ts';
import { addDays, formatDate, newYorkDate } from '../src/domain/calendar-date.ts';
import { LONGEST_HOLD_DAYS } from '../src/domain/hold.ts';
import { capital, LOOKED_INTO } from '../src/domain/letters-in-words.ts';
import { mailingPieces } from '../src/server/fulfilment/schema.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { type Shopper } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { inDatabase, sharedShop } from './shops.ts';
import { expectNotice, failAt, fetchPartsAlone, shopperOf, subscribe, handOverLetter } from './subscriber.ts';

const LETTERS = '**/api/subscriptions/*/letters';
const calendar = (page: Page) => page.getByRole('region', { name: 'Your Calendar' });
const lines = (page: Page) =>
  calendar(page)
    .getByRole('listitem')
    .filter({ hasText: /^Letter \d/ });
const line = (page: Page, letter: number) => lines(page).nth(letter - 1);
const fold = (page: Page, text: string) => calendar(page).getByText(text);

// A request that is still being answered when a test ends is no failure.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('the calendar lists all 24 letters with their days, and can be taken along', async ({ page }) => {
  await subscribe(page);
  await page.goto('/account');
  await expect(lines(page)).toHaveCount(4);
  await expect(line(page, 1)).toContainText('Planned');
  await fold(page, 'Letters 5 to 24 are mailed later, the last on').click();
  await expect(lines(page)).toHaveCount(24);
  await expect(line(page, 1)).toContainText('Mailing days');
  for (const term of ['Mailing day', 'Arrives', 'Change address by']) await expect(line(page, 24)).toContainText(term);
  const download = page.waitForEvent('download');
  await calendar(page).getByRole('button', { name: 'Download (.ics)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('dead-letter-club.ics');
  const content = await readFile(await file.path(), 'utf8');
  expect(content.match(/BEGIN:VEVENT/g)).toHaveLength(24);
});

test('a letter on its way has come when its subscriber says so', async ({ page }) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 1);
  await page.goto('/account');
  await expect(line(page, 1)).toContainText('In the mail');
  await expect(line(page, 1)).toContainText('Mailed');
  await expect(page.getByText('0 of 24 letters received')).toBeVisible();
  await expect(line(page, 1).getByRole('link', { name: /hasn’t arrived/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'It arrived: letter 1' }).click();
  await expect(line(page, 1)).toContainText('Arrived');
  await expect(line(page, 1).getByText('Arrived', { exact: true })).toBeFocused();
  await expect(page.getByText('1 of 24 letters received')).toBeVisible();
});

test('a letter that has not come, however long ago, is sent again; the second one is looked into first', async ({
  page,
}) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 40);
  await handOverLetter(user, 2, 20);
  await page.goto('/account');
  await expect(line(page, 1)).toContainText('Letter 2');
  await expect(line(page, 1)).toContainText('Should have arrived');
  await fold(page, 'Letter 1 arrived earlier').click();
  await expect(line(page, 1)).toContainText('Arrived');
  const missing = page.getByRole('link', { name: 'It hasn’t arrived: letter 1' });
  const dialog = page.getByRole('dialog', { name: 'Letter 1 hasn’t arrived' });
  await missing.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(missing).toBeFocused();
  await missing.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();

  await missing.click();
  await expect(dialog.getByRole('button')).toHaveCount(3);
  const edges = await dialog
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect()).map(({ left, right }) => [left, right]),
    );
  expect(edges).toEqual([edges[0], edges[0], edges[0]]);
  await expect(dialog).toContainText(
    /It goes to .+\. We mail it on .+, or with letter [34] on .+, whichever you choose\./,
  );
  const mend = await failAt(page, '**/letters/1/missing');
  await dialog.getByRole('button', { name: /^Mail it with letter [34]$/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('The post office is on fire.');
  await mend();
  await dialog.getByRole('button', { name: /^Mail it with letter [34]$/ }).click();
  await expectNotice(page, /We’ll mail letter 1 again on .+, \d{4} to .+\. It should arrive .+, \d{4}\./);
  const again = lines(page).filter({ hasText: 'Letter 1' });
  await expect(again).toContainText('Being mailed again');
  await expect(again).toContainText('Mailing day');
  await expect(again).not.toContainText('Mailed');

  await page.getByRole('link', { name: 'It hasn’t arrived: letter 2' }).click();
  const second = page.getByRole('dialog', { name: 'Letter 2 hasn’t arrived' });
  await expect(second).toContainText(LOOKED_INTO);
  await expect(second.getByRole('button', { name: /^Send it/ })).toHaveCount(0);
  await second.getByRole('button', { name: 'Report It Missing' }).click();
  await expectNotice(page, `is missing. ${capital(LOOKED_INTO)}.`);
  await expect(lines(page).filter({ hasText: 'Letter 2' })).toContainText('We’re looking into it');
  await expect(lines(page).filter({ hasText: 'Letter 2' })).toContainText(`${capital(LOOKED_INTO)}.`);
  await page.getByRole('button', { name: 'It arrived: letter 1' }).click();
  await expect(again).toContainText('We won’t mail the replacement.');
  await expectAccessible(page);
  await page.goto('/support');
  await expect(page.getByText('press “It hasn’t arrived” beside it')).toBeVisible();
});

test('a hold says what it does to the last letter, asks about unsaved changes, and can be lifted', async ({ page }) => {
  const user = await subscribe(page);
  await page.goto('/account/subscription');
  await page.getByRole('button', { name: 'Manage subscription: Subscription 1' }).click();
  await page.getByRole('button', { name: 'Hold Letters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold letters' });
  await expect(dialog).toContainText('every letter you’ve paid for');
  const until = addDays(newYorkDate(new Date()), 100);
  // Letter 1 has a range of mailing days, as in the calendar.
  const options = dialog.getByLabel('From letter').getByRole('option');
  await expect(options.first()).toHaveText(/^Letter 1, to be mailed \w+ \d+\s–\s[\w ]+, \d{4}$/);
  await expect(options.nth(1)).toHaveText(/^Letter 2, to be mailed \w+ \d+, \d{4}$/);
  await dialog.getByLabel('From letter').selectOption('2');
  await dialog.getByRole('button', { name: 'Hold Letters' }).click();
  await expect(dialog.getByLabel('Hold until')).toBeFocused();
  await dialog.getByLabel('Hold until').fill(until);
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Leave without saving?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Hold Letters' }).click();
  await expectNotice(
    page,
    /Letter 2 and all later letters are on hold\. The mailing days? of letter 2 (is|are) now .+ The mailing day of the last letter, letter 24, is now /,
  );
  await expect(page.getByText(`Letter 2 and all later letters are on hold until ${formatDate(until)}.`)).toBeVisible();
  await page.goto('/account');
  await calendar(page).getByRole('button', { name: 'Lift the hold' }).click();
  await expectNotice(page, /The hold is lifted\. The mailing day of the last letter, letter 24, is now /);
  await expect(calendar(page).getByText(/on hold/)).toHaveCount(0);

  const id = await heldAsLongAsPossible(shopperOf(user));
  // Opened by URL, like a bookmark: going back can't close the dialog.
  await page.goto(`/account/subscription?dialog=manage&subscription=${id}`);
  await page.getByRole('button', { name: 'Hold Letters' }).click();
  await expect(dialog).toContainText('There’s no letter to hold now');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/account\/subscription$/);
});

async function heldAsLongAsPossible(shopper: Shopper): Promise<string> {
  const [own] = (await shopper.call(getAccount)).subscriptions;
  const params = { id: own?.id ?? '' };
  const resumeOn = addDays(newYorkDate(new Date()), LONGEST_HOLD_DAYS);
  await shopper.call(holdLetters, { params, body: { fromLetter: 1, resumeOn } });
  return params.id;
}

test('chosen letters go elsewhere, the newest address first, and come back to the usual one', async ({ page }) => {
  const user = await subscribe(page);
  await page.goto('/account');
  await calendar(page).getByRole('link', { name: 'Temporary address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary address' });
  await dialog.getByLabel('From letter').selectOption('5');
  await dialog.getByLabel('Full name').fill('Ada Quill');
  await dialog.getByLabel('Street address').fill('7 Kelp Stairs');
  await dialog.getByLabel('City').fill('Portland');
  await dialog.getByLabel('State').fill('ME');
  await dialog.getByLabel('ZIP code').fill('04101');
  await dialog.getByRole('button', { name: 'Save Temporary Address' }).click();
  await expect(dialog.getByText('Choose letter 5 or later.')).toBeVisible();
  await dialog.getByLabel('To letter').selectOption('7');
  // The first wrong field on the page gets the focus, although Italy writes the postal code first.
  await dialog.getByLabel('ZIP code').fill('');
  await dialog.getByLabel('State').fill('');
  await dialog.getByLabel('Country').selectOption('Italy');
  await dialog.getByRole('button', { name: 'Save Temporary Address' }).click();
  await expect(dialog.getByText('Enter a province.')).toBeVisible();
  await expect(dialog.getByLabel('Postal code')).toBeFocused();
  await dialog.getByLabel('Country').selectOption('United States');
  await dialog.getByLabel('State').fill('ME');
  await dialog.getByLabel('ZIP code').fill('04101');
  await expectAccessible(page);
  const mend = await failAt(page, '**/temporary-addresses');
  await dialog.getByRole('button', { name: 'Save Temporary Address' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The post office is on fire.');
  await mend();
  await dialog.getByRole('button', { name: 'Save Temporary Address' }).click();
  await expectNotice(page, 'Letters 5 to 7 will go to Portland.');
  await expect(page.getByText('Letters 5 to 7 go to:')).toBeVisible();
  await expect(page.getByText('7 Kelp Stairs')).toBeVisible();
  const shopper = shopperOf(user);
  const [own] = (await shopper.call(getAccount)).subscriptions;
  const lighthouse = { ...HARBOR_ADDRESS, fullName: 'Ada Quill', addressLine1: '1 Point Light' };
  await shopper.call(sendElsewhere, {
    params: { id: own?.id ?? '' },
    body: { fromLetter: 6, toLetter: 6, address: lighthouse },
  });
  await page.reload();
  await expect(page.getByText('Letters 5 and 7 go to:')).toBeVisible();
  await page.getByRole('button', { name: 'Use the usual address again' }).first().click();
  await expectNotice(page, 'Letters 5 and 7 go to the usual address again.');
  await expect(page.getByText('7 Kelp Stairs')).toHaveCount(0);
  await expect(page.getByText('Letter 6 goes to:')).toBeVisible();
});

test('the bar, its sentence and the list of letters count the same letters @pages', async ({ page }) => {
  const user = await subscribe(page);
  for (const [letter, daysAgo] of [40, 20, 8, 1].entries()) await handOverLetter(user, letter + 1, daysAgo);
  await page.goto('/account');
  await expect(page.getByText('3 of 24 letters received')).toBeVisible();
  await expect(calendar(page).getByRole('heading', { name: 'Letters 1 to 3 should have arrived' })).toBeVisible();
  await fold(page, 'Letter 1 arrived earlier').click();
  const come = lines(page).filter({ hasText: /Arrived|Should have arrived/ });
  await expect(come).toHaveCount(3);
  await expect(come.filter({ hasText: 'Should have arrived' }).first()).toContainText('Expected');
  for (const letter of [1, 2, 3]) {
    await expect(come.nth(letter - 1)).toContainText('It hasn’t arrived');
  }
  await expectAccessible(page);
});

test('letters that came back or are given up stand together, with true words and the way on @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  for (const [letter, daysAgo] of [30, 16].entries()) await handOverLetter(user, letter + 1, daysAgo);
  const [own] = (await shopperOf(user).call(getAccount)).subscriptions;
  await inDatabase(sharedShop(), async (db) => {
    for (const [letter, state] of [
      [1, 'returned'],
      [2, 'lost'],
    ] as const) {
      const isIt = and(eq(mailingPieces.subscriptionId, own?.id ?? ''), eq(mailingPieces.letter, letter));
      await db.update(mailingPieces).set({ state }).where(isIt);
    }
  });
  await page.goto('/account');
  await expect(calendar(page).getByRole('heading', { level: 4 })).toHaveText(['Lost or returned', 'Still to come']);
  await expect(line(page, 1)).toContainText('Returned to us');
  await expect(line(page, 1).getByRole('link', { name: 'Check the address' })).toBeVisible();
  await expect(line(page, 2)).toContainText('It’s lost. To have it mailed again, ask Support.');
  await expect(calendar(page)).not.toContainText('We won’t mail it again');
  await expectAccessible(page);
});

/** Each range spans two months, whatever today is; and the longest reason. */
const WIDEST = {
  early: 'a day early because of Christmas Day',
  handOver: { earliest: '2026-11-27', latest: '2026-12-01' },
  deliveryWindow: { earliest: '2026-12-13', latest: '2027-01-10' },
};

test('on a phone a letter’s row takes two lines @pages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await subscribe(page);
  await fetchPartsAlone(page);
  await page.route(LETTERS, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { letters: object[] };
    const letters = answer.letters.map((letter) => ({ ...letter, ...WIDEST }));
    await route.fulfill({ response, json: { ...answer, letters } });
  });
  await page.goto('/account');
  await expect(lines(page)).toHaveCount(4);
  await expect(line(page, 2)).toContainText('A day early because of Christmas Day');
  await page.evaluate(() => document.fonts.ready);
  for (const row of await lines(page).all()) {
    // Two lines of text and the row's own padding; three lines take 96.
    expect((await row.boundingBox())?.height).toBeLessThan(84);
  }
});

test('the calendar shows that it is on its way, and what went wrong with it, alone @pages', async ({ page }) => {
  await subscribe(page);
  await fetchPartsAlone(page);
  let isThere = false;
  await page.route(LETTERS, async (route) => {
    await expect.poll(() => isThere).toBe(true);
    await route.continue();
  });
  await page.goto('/account');
  await expect(page.getByLabel('Loading your calendar')).toBeVisible();
  await expect(page.getByText('0 of 24 letters received')).toBeVisible();
  await expectAccessible(page);
  isThere = true;
  await expect(lines(page)).toHaveCount(4);
  await page.unroute(LETTERS);
  const mend = await failAt(page, LETTERS);
  await page.reload();
  await expect(calendar(page).getByRole('alert')).toContainText('The post office is on fire.');
  await expectAccessible(page);
  await mend();
  await calendar(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(lines(page)).toHaveCount(4);
});
