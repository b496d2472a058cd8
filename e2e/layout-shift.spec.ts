import { expect, type Page, test } from '@playwright/test';
import { listAddresses } from '../src/contract/addresses.ts';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { shiftsOf, slowDown, watchShifts } from './layout-shift.ts';
import { handOverLetter, shopperOf, subscribe } from './subscriber.ts';
import { enrol, signUp } from './users.ts';

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

// A request that is still being answered when a test ends is no failure.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test.beforeEach(async ({ page }) => {
  await watchShifts(page);
});

/** Opens each page anew and waits until it is complete: no skeleton and no spinner is left. */
async function moved(page: Page, paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page.locator('main').getByRole('link').or(page.locator('main').getByRole('button')).first(),
    ).toBeVisible();
    await page.waitForLoadState('load');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const shifts = await shiftsOf(page);
    if (shifts.length > 0) found[path] = shifts;
  }
  return found;
}

for (const screen of SCREENS) {
  const size = `${screen.width}×${screen.height}`;

  test(`nothing moves by itself on a visitor’s pages up to the sign-in, on ${size} and a slow processor`, async ({
    page,
  }) => {
    await page.setViewportSize(screen);
    await slowDown(page);
    expect(
      await moved(page, ['/signup', '/signup?plan=annual', '/signin', '/forgot-password', '/season-selection']),
    ).toEqual({});
  });

  test(`nothing moves by itself on a user’s way to the payment, on ${size} and a slow processor`, async ({ page }) => {
    const shopper = shopperOf(await enrol(page));
    const [home] = (await shopper.call(listAddresses)).addresses;
    await page.setViewportSize(screen);
    await slowDown(page);
    const paths = [
      '/season-selection',
      '/shipping?season=season-1',
      `/payment?season=season-1&address=${home?.id ?? ''}`,
      '/gift-subscription',
      '/account',
      '/account/subscription',
      '/account/profile',
      '/account/billing',
    ];
    expect(await moved(page, paths)).toEqual({});
  });

  test(`nothing moves by itself in a subscriber’s account, on ${size} and a slow processor`, async ({ page }) => {
    const user = await subscribe(page);
    await handOverLetter(user, 1, 30);
    await page.setViewportSize(screen);
    await slowDown(page);
    const paths = [
      '/season-selection',
      '/account',
      '/account?success=true',
      '/account/subscription',
      '/account/case',
      '/account/profile',
      '/account/billing',
    ];
    expect(await moved(page, paths)).toEqual({});
  });

  test(`the thanks for a payment that is recorded late move nothing, on ${size}`, async ({ page }) => {
    await page.setViewportSize(screen);
    await signUp(page);
    await goToPayment(page);
    let isRecorded = false;
    await page.route('**/api/account{,/overview}', async (route) => {
      const response = await route.fetch();
      const account = (await response.json()) as object;
      await route.fulfill({ response, json: isRecorded ? account : { ...account, subscriptions: [], letters: [] } });
    });
    await enterCard(page, CARDS.good);
    await payButton(page, '$15.00').click();
    await expect(page.getByText('Thank you. Your payment has gone through.')).toBeVisible();
    await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts.splice(0));
    isRecorded = true;
    await expectThanks(page);
    expect(await shiftsOf(page)).toEqual([]);
  });
}
