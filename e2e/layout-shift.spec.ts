import { expect, type Page, test } from '@playwright/test';
import { listAddresses } from '../src/contract/addresses.ts';
import { holdRequests } from './hold-requests.ts';
import { shiftsOf, slowDown, watchShifts } from './layout-shift.ts';
import { handOverLetter, shopperOf } from './subscriber.ts';
import { enrol } from './users.ts';

const SCREENS = [
  { name: 'a slow phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1440, height: 900 },
] as const;

const VISITED = [
  '/signup',
  '/signup?plan=annual',
  '/signin',
  '/forgot-password',
  '/season-selection',
  '/signin#error=access_denied&error_code=otp_expired',
  '/signup?error=server_error',
];
const USED = [
  '/season-selection',
  '/gift-subscription',
  '/account',
  '/account/subscription',
  '/account/profile',
  '/account/billing',
];
const SUBSCRIBED = [
  '/season-selection',
  '/account',
  '/account?success=true',
  '/account/subscription',
  '/account/case',
  '/account/profile',
  '/account/billing',
];

// A request that is still being answered when a test ends is no failure.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test.beforeEach(async ({ page }) => {
  await watchShifts(page);
});

/** Opens each page anew and waits until it is complete: no skeleton and no spinner is left. Its fonts arrive only then. */
async function moved(page: Page, paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const session = await page.context().newCDPSession(page);
  for (const path of paths) {
    await session.send('Network.clearBrowserCache');
    const release = await holdRequests(page, '**/*.woff2');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page.locator('main').getByRole('link').or(page.locator('main').getByRole('button')).first(),
    ).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await release();
    await page.waitForLoadState('load');
    const shifts = await shiftsOf(page);
    if (shifts.length > 0) found[path] = shifts;
    await page.unroute('**/*.woff2');
  }
  return found;
}

for (const { name, ...screen } of SCREENS) {
  test(`nothing moves by itself on a visitor’s, a user’s and a subscriber’s pages, on ${name} @pages`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(screen);
    if (name === 'a slow phone') await slowDown(page);
    expect(await moved(page, VISITED)).toEqual({});
    const user = await enrol(page);
    const shopper = shopperOf(user);
    const [home] = (await shopper.call(listAddresses)).addresses;
    const payment = `/payment?season=season-1&address=${home?.id ?? ''}`;
    expect(await moved(page, ['/shipping?season=season-1', payment, ...USED])).toEqual({});
    expect(await moved(page, ['/season-selection?promo=LETTER20', payment])).toEqual({});
    await shopper.buy();
    await handOverLetter(user, 1, 30);
    expect(await moved(page, SUBSCRIBED)).toEqual({});
  });
}
