import { expect, type Page, test } from '@playwright/test';

/** Addresses of pictures of letters that the page has fetched. */
function fetchedPictures(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/letter-\d+-.*\.webp$/.test(request.url())) fetched.push(request.url());
  });
  return fetched;
}

test('the first pages of letters 1 to 3 come when their section does, and move nothing @pages', async ({ page }) => {
  const fetched = fetchedPictures(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(fetched).toEqual([]);
  const letters = page.locator('#letters');
  await letters.getByRole('heading').first().scrollIntoViewIfNeeded();
  const before = await letters.evaluate((section) => section.getBoundingClientRect().height);
  await letters.getByRole('list').scrollIntoViewIfNeeded();
  for (const number of [1, 2, 3]) {
    const picture = page.getByRole('img', { name: new RegExp(`^The first page of letter ${number}\\.`) });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(async () => await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  }
  expect(await letters.evaluate((section) => section.getBoundingClientRect().height)).toBe(before);
  await expect(letters.getByText('Sealed until it arrives')).toHaveCount(3);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the first page of letter 1 can be read as text, to its end and no further', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Read the first page of letter 1').click();
    await expect(page.locator('#letters').getByText('If you are reading this, I have been found')).toBeVisible();
    await expect(page.getByText('Here the page ends.')).toBeVisible();
  });
});

test('the press page, found from the footer, opens its pictures when asked and offers each as a file @pages', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Press' }).click();
  await expect(page).toHaveURL(/\/press$/);
  const fetched = fetchedPictures(page);
  await page.reload({ waitUntil: 'networkidle' });
  expect(fetched).toEqual([]);
  for (const title of ['Letter 1, first page', 'Letter 2, first page', 'Letter 3, first page', 'The envelope']) {
    await page.getByText(title, { exact: true }).click();
    const link = page.getByRole('link', { name: `Download ${title.toLowerCase()} as a PNG` });
    const file = await page.request.get((await link.getAttribute('href')) ?? '');
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/png']);
  }
  await expect.poll(() => fetched.length).toBe(3);
});
