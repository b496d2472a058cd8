import { expect, type Page, type Route, test } from '@playwright/test';
import { APP_PATHS } from '../src/contract/site-paths.ts';
import { atAccount, enrol } from './users.ts';

// A page shows a static frame before the app runs, and the app replaces the frame in one commit.

/** For visitors; the others send them to sign in. */
const OPEN = [
  [APP_PATHS.signup, 'Join the Club'],
  [APP_PATHS.signin, 'Sign In'],
  [APP_PATHS.forgotPassword, 'Forgot Your Password?'],
  [APP_PATHS.seasonSelection, 'Choose Your Season'],
] as const;

const FOR_USERS = [
  [APP_PATHS.giftSubscription, 'Gift Subscription'],
  [APP_PATHS.shipping, 'Where Shall We Send It?'],
  [APP_PATHS.payment, 'Payment'],
  [APP_PATHS.account, 'Your Account'],
] as const;

const APP_SCRIPTS = /\/assets\/[^/]+\.js$/;

/** Holds them back until the returned function is called. */
async function holdScripts(page: Page, which: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(which, async (route) => {
    if (isReleased) await route.continue();
    else held.push(route);
  });
  return async () => {
    isReleased = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** Fails the test at the first error in the page. */
function failAtErrors(page: Page): void {
  page.on('pageerror', (error) => {
    throw error;
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading] of [...OPEN, ...FOR_USERS]) {
    test(`${path} shows its static frame, and says what to do`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // The browser under test knows script, and makes no elements of these words.
      expect(await (await page.request.get(path)).text()).toMatch(/<noscript><p>This page needs JavaScript/);
      await expect(page).toHaveTitle(`${heading} · The Dead Letter Club`);
    });
  }
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

const FILLED_IN = [
  [APP_PATHS.signup, { Email: 'ada@example.com', Password: 'a-harbor-under-fog-1957', 'First name': 'Ada' }],
  [APP_PATHS.signin, { Email: 'ada@example.com', Password: 'a-harbor-under-fog-1957' }],
  [APP_PATHS.forgotPassword, { Email: 'ada@example.com' }],
] as const;

for (const [path, values] of FILLED_IN) {
  test(`a password manager that adds elements to ${path} and fills its fields loses nothing`, async ({ page }) => {
    failAtErrors(page);
    await page.addInitScript(decorateInputs);
    await page.goto(path);
    await autofill(page, values);
    await expect(page.locator('input[data-decorated] + span').first()).toBeVisible();
    // Any key may make the page render again.
    await page.getByLabel('Email', { exact: true }).press('End');
    for (const [label, value] of Object.entries(values)) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    }
  });
}

test('a form filled by a password manager can be sent', async ({ page }) => {
  failAtErrors(page);
  const { email, password } = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.addInitScript(decorateInputs);
  await page.goto(APP_PATHS.signin);
  await autofill(page, { Email: email, Password: password });
  await page.getByRole('button', { name: 'Sign In' }).click();
  await atAccount(page);
});

for (const path of [APP_PATHS.signup, APP_PATHS.signin, APP_PATHS.forgotPassword]) {
  test(`${path} has no field before the app runs, so nothing typed into one can be lost`, async ({ page }) => {
    failAtErrors(page);
    const release = await holdScripts(page, APP_SCRIPTS);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('input, select, textarea, button')).toHaveCount(0);
    await release();
    await expect(page.getByLabel('Email')).toBeVisible();
  });
}

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

test('a page restored by Back or Forward before its app had come begins again, and speaks of no connection', async ({
  page,
}) => {
  const cutOff = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/main-'));
  // Leaving a page cuts its fetches off.
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto(APP_PATHS.signin);
  await cutOff;
  await page.unroute('**/assets/main-*.js');
  const again = page.waitForEvent('load');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await again;
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByText('No connection.')).toBeHidden();
});

test('a user who is signed in already goes on from the sign-in page to the account', async ({ page }) => {
  await enrol(page);
  await page.goto(APP_PATHS.signin);
  await atAccount(page);
});

/** How far what is on the screen has moved by itself, as browsers count it. */
async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const shifts: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return shifts.reduce((sum, value) => sum + value, 0);
  });
}

/** Much less than a line of text that moves by its own height. */
const UNSEEN_SHIFT = 0.01;

for (const [path, heading] of OPEN) {
  test(`nothing moves on ${path} when the app replaces its static frame`, async ({ page }) => {
    failAtErrors(page);
    const release = await holdScripts(page, APP_SCRIPTS);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await release();
    await expect(
      page
        .locator('main')
        .getByRole('button')
        .or(page.getByRole('link', { name: 'Continue with Shipping' }))
        .first(),
    ).toBeVisible();
    expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
  });
}

for (const link of ['/signin#error=access_denied&error_code=otp_expired', '/signup?error=server_error']) {
  test(`what became of a link is said without moving anything: ${link}`, async ({ page }) => {
    await page.goto(link);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Google' })).toBeVisible();
    expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
  });
}

test('a code that came along moves nothing on the payment page', async ({ page }) => {
  await enrol(page);
  await page.goto('/shipping?season=season-1&promo=LETTER20');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Promo code applied! 20% discount')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
});

test('a user’s pages show their frame at once, and move nothing when their data has come', async ({ page }) => {
  failAtErrors(page);
  await enrol(page);
  for (const [path, heading] of FOR_USERS.slice(0, 2)) {
    await page.goto(`${path}?season=season-1`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByLabel('City')).toBeVisible();
    expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
  }
});

test('the account shows its frame before its script, and moves nothing when its data has come', async ({ page }) => {
  failAtErrors(page);
  const { email } = await enrol(page);
  const release = await holdScripts(page, APP_SCRIPTS);
  await page.goto(APP_PATHS.account, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mystery Progress' })).toBeVisible();
  await release();
  await expect(page.getByText(email)).toBeVisible();
  expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
});

test('a code that came along moves nothing where a season is chosen', async ({ page }) => {
  failAtErrors(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/season-selection?promo=LETTER20');
    await expect(page.getByText('LETTER20 saved.')).toBeVisible();
    await expect(page.getByText('Have a promo code?')).toBeHidden();
    expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
  }
});

test('nothing moves under a user’s hand where a season is chosen', async ({ page }) => {
  failAtErrors(page);
  const { email } = await enrol(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(APP_PATHS.seasonSelection);
    await expect(page.getByText(`Known here as ${email}.`)).toBeVisible();
    expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
  }
});
