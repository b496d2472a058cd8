import { expect, type Page, type Route, test } from '@playwright/test';
import { subscribe } from './subscriber.ts';

/** A page that waits for every answer has asked for all it can when nothing more came between two looks. */
async function calm(waiting: readonly Route[]): Promise<void> {
  let before = 0;
  const looks = { intervals: [750] };
  await expect.poll(() => before === (before = waiting.length), looks).toBe(true);
}

/**
 * What the page asks for after its document, round trip by round trip: nothing is answered before everything that can be asked for
 * has been.
 */
async function* roundTrips(page: Page): AsyncGenerator<string[]> {
  const waiting: Route[] = [];
  await page.route('**/*', (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    waiting.push(route);
    return undefined;
  });
  await page.goto('/account', { waitUntil: 'commit' });
  for (;;) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    await calm(waiting);
    const asked = waiting.splice(0);
    yield asked.map((route) => new URL(route.request().url()).pathname);
    await Promise.all(asked.map((route) => route.continue()));
  }
}

test('the account’s first data comes with the second round trip after the document', async ({ page }) => {
  await subscribe(page);
  await page.goto('about:blank');
  const asked: string[][] = [];
  for await (const paths of roundTrips(page)) {
    asked.push(paths);
    if (paths.includes('/api/account') || asked.length > 5) break;
  }
  expect(asked.at(-1)).toContain('/api/account');
  expect(asked).toHaveLength(2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
