import { expect, type Page, test } from '@playwright/test';
import { APP_PATHS } from '../src/contract/site-paths.ts';
import { holdRequests } from './hold-requests.ts';
import { shiftsOf, watchShifts } from './layout-shift.ts';
import { atAccount, enrol } from './users.ts';

// A page shows a static frame before the app runs, and the app replaces the frame in one commit.

/** Pages for visitors; others redirect to sign-in. */
const OPEN = [
  [APP_PATHS.signup, 'Join the Club'],
  [APP_PATHS.signin, 'Sign In'],
  [APP_PATHS.forgotPassword, 'Forgot Your Password?'],
  [APP_PATHS.seasonSelection, 'Choose Your Season'],
] as const;

const FORM_PATHS = new Set<string>([APP_PATHS.signup, APP_PATHS.signin, APP_PATHS.forgotPassword]);

const FOR_USERS = [
  [APP_PATHS.giftSubscription, 'Gift Subscription'],
  [APP_PATHS.shipping, 'Where Do Your Letters Go?'],
  [APP_PATHS.payment, 'Payment'],
  [APP_PATHS.account, 'Your Account'],
] as const;

const APP_SCRIPTS = /\/assets\/[^/]+\.js$/;

/** Fails the test at the first error in the page. */
function failAtErrors(page: Page): void {
  page.on('pageerror', (error) => {
    throw error;
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('every page of the app shows its static frame, and says what to do @pages', async ({ page }) => {
    for (const [path, heading] of [...OPEN, ...FOR_USERS]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // The tested browser runs scripts, so it doesn't render `noscript`.
      expect(await (await page.request.get(path)).text()).toMatch(/<noscript><p>This page needs JavaScript/);
      await expect(page).toHaveTitle(`${heading} · The Dead Letter Club`);
    }
  });
});

/** Adds an element after each input as soon as the input appears, as password managers do. Runs in the page. */
function decorateInputs(): void {
  new MutationObserver(() => {
    for (const input of document.querySelectorAll('input:not([data-decorated])')) {
      input.setAttribute('data-decorated', '');
      const icon = document.createElement('span');
      icon.textContent = '\u25cf';
      input.after(icon);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Fills fields by script, as a password manager does: it sets the value and dispatches `input` and `change`. */
async function autofill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }, value);
  }
}

test('a password manager that adds elements to a form and fills its fields loses nothing, and the form can be sent', async ({
  page,
}) => {
  failAtErrors(page);
  const { email, password } = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.addInitScript(decorateInputs);
  for (const [path, values] of [
    [APP_PATHS.signup, { Email: email, Password: password, 'First name': 'Ada' }],
    [APP_PATHS.forgotPassword, { Email: email }],
    [APP_PATHS.signin, { Email: email, Password: password }],
  ] as const) {
    await page.goto(path);
    await autofill(page, values);
    await expect(page.locator('input[data-decorated] + span').first()).toBeVisible();
    // Any key may make the page render again.
    await page.getByLabel('Email', { exact: true }).press('End');
    for (const [label, value] of Object.entries(values)) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    }
  }
  await page.getByRole('button', { name: 'Sign In' }).click();
  await atAccount(page);
});

test('no page has a field before the app runs, so nothing typed can be lost, and nothing moves when the app replaces its frame @pages', async ({
  page,
}) => {
  failAtErrors(page);
  await watchShifts(page);
  for (const [path, heading] of OPEN) {
    const release = await holdRequests(page, APP_SCRIPTS);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (FORM_PATHS.has(path)) await expect(page.locator('input, select, textarea, button')).toHaveCount(0);
    await release();
    const main = page.locator('main');
    const theForm = main.getByRole('button').or(page.getByRole('link', { name: 'Continue with Shipping' }));
    await expect(theForm.first()).toBeVisible();
    expect(await shiftsOf(page), path).toEqual([]);
    await page.unrouteAll();
  }
});

test('an app that cannot be fetched is said to be out of reach, and a reload opens it', async ({ page }) => {
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto(APP_PATHS.signin);
  await expect(page.getByRole('alert')).toContainText('No connection.');
  await page.unroute('**/assets/main-*.js');
  await page.reload();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByText('No connection.')).toBeHidden();
});

test('a page restored by Back or Forward before its app had come begins again, and speaks of no connection @pages', async ({
  page,
}) => {
  // Leaving a page cuts its fetches off.
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto(APP_PATHS.signin);
  // Its first failure may be the preload's, after which the import would still succeed.
  await expect(page.getByText('No connection.')).toBeVisible();
  await page.unroute('**/assets/main-*.js');
  const again = page.waitForEvent('load');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await again;
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByText('No connection.')).toBeHidden();
});

test('a user who is signed in already goes on from the sign-in page to the account @pages', async ({ page }) => {
  await enrol(page);
  await page.goto(APP_PATHS.signin);
  await atAccount(page);
});

test('the account shows its frame before its script, and moves nothing when its data has come @pages', async ({
  page,
}) => {
  failAtErrors(page);
  await watchShifts(page);
  const { email } = await enrol(page);
  const release = await holdRequests(page, APP_SCRIPTS);
  await page.goto(APP_PATHS.account, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mystery Progress' })).toBeVisible();
  await release();
  await expect(page.getByText(email)).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});
