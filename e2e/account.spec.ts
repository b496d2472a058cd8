import { expect, test } from '@playwright/test';
import { ACCOUNT_CHANGES_PATH } from '../src/contract/site-paths.ts';
import { expectAccessible } from './accessibility.ts';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { shiftsOf, watchShifts } from './layout-shift.ts';
import { failAt, fetchPartsAlone, handOverLetter, subscribe } from './subscriber.ts';
import { enrol, signUp } from './users.ts';

// A request that is still being answered when a test ends is no failure.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('an account without a subscription offers one, twice; one that cannot be fetched can be tried again @pages', async ({
  page,
}) => {
  const user = await enrol(page);
  await page.route('**/api/account{,/overview}', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/account');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/account{,/overview}');
  await page.getByRole('button', { name: 'Try Again' }).click();
  const information = page.getByRole('region', { name: 'Account Information' });
  await expect(information).toContainText('Ada Quill');
  await expect(information).toContainText(user.email);
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toHaveAttribute('href', '/season-selection');
  await expect(page.getByRole('link', { name: 'Add Season' })).toHaveAttribute('href', '/season-selection');
  // The thank-you URL alone must not claim a payment.
  await page.goto('/account?success=true');
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toBeVisible();
  await expect(page.getByText(/Thank you/)).toHaveCount(0);
});

test('no one signed in: the account leads to sign-in and back', async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount$/);
});

test('signing out goes to the front page, takes drafts along, and Back does not bring the account back', async ({
  page,
}) => {
  await enrol(page);
  await page.goto('/shipping?season=season-1');
  await page.getByLabel('Street address').fill('The Last House');
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')));
  await expect.poll(drafts).not.toEqual([]);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await drafts()).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('a session ended elsewhere leads to sign-in instead of an error', async ({ page }) => {
  await enrol(page);
  await page.route('**/api/account{,/overview}', (route) =>
    route.fulfill({ status: 401, json: { error: 'Please sign in.', code: 'not_signed_in', requestId: 'test' } }),
  );
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill({ status: 400, json: { code: 400, error_code: 'session_not_found', msg: 'No Valid Session Found' } }),
  );
  await page.goto('/account');
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount$/);
});

test('a payment that is not recorded yet is waited for, and not paid again; the thanks for it move nothing @pages', async ({
  page,
}) => {
  await watchShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page);
  await goToPayment(page);
  let recorded = false;
  await page.route('**/api/account{,/overview}', async (route) => {
    const response = await route.fetch();
    const account = (await response.json()) as object;
    await route.fulfill({ response, json: recorded ? account : { ...account, subscriptions: [], letters: [] } });
  });
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expect(page.getByText('Thank you. We have your order.')).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts.splice(0));
  recorded = true;
  await expectThanks(page);
  expect(await shiftsOf(page)).toEqual([]);
});

test('the account opens with the next letter: when it leaves and comes, where it goes, until when that can be changed', async ({
  page,
}) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 1);
  await page.goto('/account');
  const next = page.getByRole('region', { name: 'Your Next Letter' });
  await expect(next).toContainText(/Letter 1 is in the mail\. We expect it to arrive .+, \d{4}\./);
  await expect(next.getByRole('heading', { name: 'Letter 2 of 24' })).toBeVisible();
  await expect(next).toContainText(/Mailing day\w+ \d+, \d{4}/);
  await expect(next).toContainText(/Expected arrival\w+ \d+/);
  await expect(next).toContainText(/Goes to.*1 Ferry Road.*Change address/);
  await expect(next).toContainText(/Change address by\w+ \d+, \d{4}/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Your Next Letter',
    'Account Information',
    'Subscription Status',
    'Mystery Progress',
  ]);
  await expectAccessible(page);
  await next.getByRole('link', { name: 'Change address' }).click();
  const shipping = page.getByRole('region', { name: 'Shipping Details' });
  await expect(shipping.getByLabel('Full name')).toBeFocused();
  await expect(shipping.getByLabel('Full name')).toBeInViewport();
  await shipping.getByLabel('Full name').fill('Ada M. Quill');
  await shipping.getByRole('button', { name: 'Close' }).click();
  await shipping.getByRole('button', { name: 'Discard changes' }).click();
  await expect(shipping.getByRole('button', { name: 'Edit address' })).toBeFocused();
  await expect(page).toHaveURL(/\/account\/profile$/);
});

test('who moves while the next letter is sealed finds the way, and from which letter it counts @pages', async ({
  page,
}) => {
  await subscribe(page);
  await fetchPartsAlone(page);
  await page.route('**/api/subscriptions/*/letters', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { letters: { letter: number }[] };
    const sealed = { state: 'frozen', addressChangeUntil: null };
    const letters = answer.letters.map((letter) => (letter.letter === 1 ? { ...letter, ...sealed } : letter));
    await route.fulfill({ response, json: { ...answer, letters } });
  });
  await page.goto('/account');
  const next = page.getByRole('region', { name: 'Your Next Letter' });
  await expect(next).toContainText('Too late to change for this mailing');
  await expect(next).toContainText('Change address (a new address applies from letter 2)');
  await next.getByRole('link', { name: 'Change address' }).click();
  await expect(page.getByRole('region', { name: 'Shipping Details' }).getByLabel('Full name')).toBeFocused();
});

test('a next letter that cannot be looked up says so and can be tried again @pages', async ({ page }) => {
  await subscribe(page);
  // The change stream would fetch it again.
  await page.route(`**${ACCOUNT_CHANGES_PATH}`, (route) => route.abort());
  await fetchPartsAlone(page);
  const letters = '**/api/subscriptions/*/letters';
  await page.route(letters, (route) => route.abort());
  await page.goto('/account');
  await expect(page.getByText('then try again. Delivery isn’t affected.')).toBeVisible();
  await page.unroute(letters);
  const mend = await failAt(page, letters);
  await page.goto('/account');
  const next = page.getByRole('region', { name: 'Your Next Letter' });
  await expect(next.getByRole('alert')).toContainText('Delivery isn’t affected.');
  await mend();
  await next.getByRole('button', { name: 'Try Again' }).click();
  await expect(next).toContainText('Letter 1 of 24');
});

test('on a phone the house’s name and the tabs are one line each, and the menu has Plans, Questions and Sign Out', async ({
  page,
}) => {
  await subscribe(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/account/billing');
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
    const name = page.getByRole('link', { name: 'The Dead Letter Club' });
    const lines = await name
      .locator('span')
      .first()
      .evaluate((element) => element.getClientRects().length);
    expect(lines).toBe(1);
    const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
    const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await expect(page.getByRole('link', { name: 'Billing' })).toBeInViewport({ ratio: 0.98 });
    const menu = page.getByText('Menu', { exact: true });
    await expect(menu).toBeInViewport({ ratio: 0.99 });
    await menu.click();
    await expect(page.getByRole('link', { name: 'Plans $15 a month or $153 once' })).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByRole('link', { name: 'Questions' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
    const textColor = await page
      .getByRole('link', { name: 'Questions' })
      .evaluate((element) => getComputedStyle(element).color);
    await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCSS('color', textColor);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Questions' })).toBeHidden();
  }
});
