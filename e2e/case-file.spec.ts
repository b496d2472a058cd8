import { expect, type Page, type Response, test } from '@playwright/test';
import { getTheory, sealTheory } from '../src/contract/case-theory.ts';
import { expectAccessible } from './accessibility.ts';
import { formatDate } from '../src/domain/calendar-date.ts';
import { openServerOnClock } from './shops.ts';
import { failAt, handOverLetter, lettersCome, shopperOf, subscribe } from './subscriber.ts';
import { atAccount, signIn, whoIs } from './users.ts';

/** Collects what the page fetches from now on. */
function fetchedBy(page: Page) {
  const scripts: Response[] = [];
  const pictures: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response);
    if (response.url().includes('/pages/')) pictures.push(response);
  });
  return { scripts, pictures };
}

/** In bytes as they came over the wire. */
async function sizeOf(responses: readonly Response[]): Promise<number> {
  const sizes = await Promise.all(
    responses.map(async (response) => Number(await response.headerValue('content-length'))),
  );
  expect(sizes.every((size) => size > 0)).toBe(true);
  return sizes.reduce((sum, size) => sum + size, 0);
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Case file' }).getByRole('link', { name, exact: true });

test('a season is read from its first letter to the certificate, as the year passes', async ({
  page: elsewhere,
  browser,
}) => {
  const user = await subscribe(elsewhere);
  // Not longer ago: letter 2 would then be due, and the shop's jobs would freeze it.
  await lettersCome(user, 1, 1, 6);
  const server = await openServerOnClock();
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto('/signin');
  await signIn(page, user);
  await atAccount(page);
  const fetched = fetchedBy(page);
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Case File' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Case File' })).toBeVisible();
  const envelopes = page.getByRole('region', { name: 'The Postmistress of Wick Harbor' }).getByRole('listitem');
  await expect(envelopes).toHaveCount(24);
  await expect(envelopes.nth(1)).not.toContainText('Inventory');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Letter 1: If You Are Reading This' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'If You Are Reading This' })).toBeVisible();
  const words = page.getByRole('region', { name: 'Text of the letter' });
  await expect(words).toContainText('I have been found');
  await expect(words).toContainText(/For .+, and nobody else/);
  const sheet = page.getByRole('button', { name: 'Enlarge page 1 of 4' });
  await expect(page.getByRole('region', { name: 'Pages of the letter' }).locator('img').first()).toBeVisible();
  expect(fetched.pictures.length).toBeLessThan(4);
  expect(await sizeOf(fetched.scripts)).toBeLessThan(120_000);
  const paper = page.getByRole('region', { name: 'Pages of the letter' }).locator('img').first();
  const widthOf = async () => (await paper.boundingBox())?.width ?? 0;
  const small = await widthOf();
  await sheet.press('Enter');
  await expect(page.getByRole('button', { name: 'Shrink page 1 of 4' })).toBeFocused();
  await expect.poll(widthOf, 'as large as paper').toBeGreaterThan(Math.max(small * 1.5, 660));
  await expect(page.locator(':focus')).toBeInViewport();
  await expect(page.getByText('No later letter has arrived.')).toBeVisible();
  const theme = page.getByLabel('Theme');
  await expect(theme.getByRole('option')).toHaveText(['Light', 'Dark', 'System']);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: null });
  await theme.selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the case file' }).click();
  await tab(page, 'Theory').click();
  await expect(page.getByText('You haven’t met anyone to suspect yet.')).toBeVisible();

  await lettersCome(user, 2, 23, -310);
  await page.reload();
  await expect(page.getByText('You haven’t met anyone to suspect yet.')).toBeVisible();
  await server.moveTo(322, (await whoIs(page)).accessToken);
  await tab(page, 'Puzzles').click();
  await signIn(page, user);
  const puzzle = page.getByRole('region', { name: 'Forty-one, counted twice' });
  await puzzle.getByRole('button', { name: /^Show hint 1 of 3: a nudge/ }).click();
  await expect(puzzle).toContainText('Wendell counts everything twice');
  await expect(puzzle.getByRole('button', { name: /^Show hint 2 of 3: a push/ })).toBeVisible();
  await puzzle.getByRole('textbox', { name: 'Both numbers, then the article' }).fill('41 twice, nothing is missing');
  await puzzle.getByRole('button', { name: 'Check your answer' }).click();
  await expect(puzzle.getByText('That isn’t right yet. Try again, or look at the hints.')).toBeVisible();
  await puzzle.getByRole('textbox', { name: 'Both numbers, then the article' }).fill('41 and 40, a key');
  await expect(puzzle.getByText('That isn’t right yet.')).toHaveCount(0);
  await puzzle.getByRole('button', { name: 'Check your answer' }).click();
  await expect(puzzle.getByText('Right. 41 and 40: a small key')).toBeVisible();
  await expectAccessible(page);

  await tab(page, 'Theory').click();
  await page.getByRole('radio', { name: /^Mrs\. Vane of Prospect House/ }).check();
  await page.getByRole('radio', { name: /^Monkshood on the gum/ }).check();
  await page.getByRole('radio', { name: /^To keep Number 1/ }).check();
  await page.getByRole('textbox', { name: /In your own words/ }).fill('She laid it on the sill.');
  await page.getByRole('button', { name: 'Seal Theory' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Seal Theory' }).click();
  await expect(page.locator(':focus').filter({ hasText: 'Your theory is sealed.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sealed' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  // By the server's clock, not by the browser's.
  await expect(page.getByRole('region', { name: 'Sealed' })).toContainText(
    formatDate(new Date(Date.now() + 322 * 86_400_000)),
  );

  await lettersCome(user, 24, 24, -330);
  await server.moveTo(340, (await whoIs(page)).accessToken);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Opened' })).toBeVisible();
  await expect(page.getByText('You were right from letter 23 on.')).toBeVisible();
  await expect(page.getByText('You asked for one hint.')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download your certificate (PDF)' }).click();
  expect((await download).suggestedFilename()).toBe('certificate-season-1.pdf');
  await page.context().close();
  await server.close();
});

test('"It arrived" and "It hasn’t arrived" open a letter from the case file, too @pages', async ({ page }) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 20);
  await handOverLetter(user, 2, 1);
  await page.goto('/account/case');
  await page.getByRole('button', { name: 'It arrived: letter 2' }).click();
  await expect(page.getByRole('link', { name: /^Letter 2: The Apprentice/ })).toBeVisible();
  await page.getByRole('button', { name: 'It hasn’t arrived: letter 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Letter 1 hasn’t arrived' });
  await expect(dialog).toContainText('You can read letter 1 here right away.');
  await dialog.getByRole('button', { name: 'Mail it separately' }).click();
  await expect(page.locator(':focus').filter({ hasText: 'letter 1 is missing' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Letter 1:/ })).toBeVisible();
});

test('a letter that has not come cannot be opened by its address, and a failure can be tried again @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 20);
  await page.goto('/account/case/letter?season=season-1&letter=2');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('This letter hasn’t arrived yet. You can read it here once it has.');
  await expect(notice).not.toContainText('could not');
  const mend = await failAt(page, '**/api/case-files/season-1/letters/1');
  await page.goto('/account/case/letter?season=season-1&letter=1');
  await expect(page.getByText('We couldn’t open this letter.')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('region', { name: 'Text of the letter' })).toContainText('I have been found');
});

test('a theory that was sealed on another device is shown sealed, and what was changed since is not in it @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  await lettersCome(user, 1, 3, 60);
  await page.goto('/account/case/theory');
  await page.getByRole('radio', { name: /^Wendell Pike/ }).check();
  await expect(page.getByText('You can seal it once you’ve answered all three questions.')).toBeVisible();
  const params = { season: 'season-1' };
  const { how, why } = await shopperOf(user).call(getTheory, { params });
  const body = { who: 'thorne', how: how[0]?.id ?? '', why: why[0]?.id ?? '', words: '' };
  await shopperOf(user).call(sealTheory, { params, body });
  // `check()` would look at the radio again, when the form may be gone.
  await page.getByRole('radio').nth(1).click();
  await expect(page.locator(':focus').filter({ hasText: 'That theory is sealed' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sealed' })).toContainText('Dr. Thorne, the coroner');
  await expect(page.getByRole('radio')).toHaveCount(0);
});
