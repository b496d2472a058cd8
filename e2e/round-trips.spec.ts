import { expect, type Page, type Route, test } from '@playwright/test';
import { ACCOUNT_CHANGES_PATH } from '../src/contract/site-paths.ts';
import { subscribe } from './subscriber.ts';
import { enrol } from './users.ts';

/** Waits until no new request came between two looks: the page then needs answers to go on. */
async function calm(waiting: readonly Route[]): Promise<void> {
  let before = 0;
  const looks = { intervals: [750] };
  await expect.poll(() => before === (before = waiting.length), looks).toBe(true);
}

/**
 * The page's requests after its document, by round trip: answers wait until the page has sent every request that it can.
 */
async function* roundTrips(page: Page, address: string): AsyncGenerator<string[]> {
  const waiting: Route[] = [];
  await page.route('**/*', (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    waiting.push(route);
    return undefined;
  });
  await page.goto(address, { waitUntil: 'commit' });
  for (;;) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    await calm(waiting);
    const asked = waiting.splice(0);
    yield asked.map((route) => new URL(route.request().url()).pathname);
    await Promise.all(asked.map((route) => route.continue()));
  }
}

/** The first two. */
async function askedFor(page: Page, address: string): Promise<string[][]> {
  const asked: string[][] = [];
  await page.goto('about:blank');
  for await (const paths of roundTrips(page, address)) {
    asked.push(paths);
    if (asked.length === 2) break;
  }
  return asked;
}

test('one round trip of data, the second after the document, completes the account’s first screen @pages', async ({
  page,
}) => {
  await subscribe(page);
  // A listening change stream would make the page request everything again. The context's routes survive the page's.
  await page.context().route(`**${ACCOUNT_CHANGES_PATH}`, (route) => route.abort());
  const asked = await askedFor(page, '/account');
  expect(asked.flat().filter(isData)).toEqual(['/api/account/overview']);
  expect(asked[1]).toContain('/api/account/overview');
  const later: string[] = [];
  page.on('request', (request) => later.push(new URL(request.url()).pathname));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByRole('heading', { name: 'Letter 1 of 24' })).toBeVisible();
  await expect(page.getByText('0 of 24 letters received')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your Calendar' }).getByRole('listitem').first()).toBeVisible();
  expect(later.filter(isData)).toEqual([]);
});

/** The stream of changes and the counting of visits show nothing. */
function isData(path: string): boolean {
  return path.startsWith('/api/') && ![ACCOUNT_CHANGES_PATH, '/api/events'].includes(path);
}

test('the addresses come with the second round trip after the document, and are asked for once @pages', async ({
  page,
}) => {
  await enrol(page);
  const asked = await askedFor(page, '/shipping?season=season-1');
  expect(asked[1]).toContain('/api/addresses');
  const later: string[] = [];
  page.on('request', (request) => later.push(new URL(request.url()).pathname));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByLabel('City')).toBeVisible();
  expect(later).not.toContain('/api/addresses');
});
