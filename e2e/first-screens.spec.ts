import { expect, type Page, type Route, test } from '@playwright/test';
import { APP_PATHS } from '../src/contract/site-paths.ts';
import { atAccount, enrol } from './users.ts';

// A page that is painted before its script: what is in its HTML, what it fetches, and that the script takes it over as it stands.

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

const MOST_REQUESTS = 8;
const MOST_SCRIPT_BYTES = 95_000;

/** The one without which nothing is painted. */
const FIRST_SCRIPT = /\/assets\/app-[^/]+\.js$/;
const LATER_SCRIPTS = /\/assets\/(?!app-)[^/]+\.js$/;

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

/** Fails the test at the first error, such as a first screen that is not what the app renders. */
function failAtErrors(page: Page): void {
  page.on('pageerror', (error) => {
    throw error;
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading] of [...OPEN, ...FOR_USERS]) {
    test(`${path} shows its first screen, and says what to do`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // The browser under test knows script, and makes no elements of these words.
      expect(await (await page.request.get(path)).text()).toMatch(/<noscript><p>This page needs JavaScript/);
      await expect(page).toHaveTitle(`${heading} · The Dead Letter Club`);
    });
  }

  test('no form puts what was typed into the address', async ({ page }) => {
    await page.goto(APP_PATHS.signin);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a-harbor-under-fog-1957');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(APP_PATHS.signin);
  });
});

for (const [path, heading] of OPEN) {
  test(`${path} fetches at most ${MOST_REQUESTS} files and 95 kB of script before somebody touches it`, async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    const files = new Map<string, { url: string; bytes: number }>();
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) =>
      files.set(requestId, { url, bytes: 0 }),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = files.get(requestId);
      if (file !== undefined) file.bytes = encodedDataLength;
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const urls = [...files.values()].map(({ url }) => url);
    const script = [...files.values()].filter(({ url }) => url.endsWith('.js'));
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(script.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });
}

test('what is typed before the script comes stays, in the fields where it was typed', async ({ page }) => {
  failAtErrors(page);
  const release = await holdScripts(page, LATER_SCRIPTS);
  await page.goto(APP_PATHS.signup, { waitUntil: 'commit' });
  const name = page.getByLabel('First name');
  await name.fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill('a-harbor-under-fog-1957');
  await page.getByLabel('Country').selectOption('GB');
  await name.evaluate((field) => field.setAttribute('data-marked', ''));
  await release();
  await expect(page.getByLabel('Postcode')).toBeVisible();
  await page.getByRole('button', { name: 'Show characters' }).first().click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a-harbor-under-fog-1957');
  await expect(name).toHaveValue('Ada');
  await expect(name).toHaveAttribute('data-marked', '');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('There may be more than one of you.')).toBeVisible();
  await expect(page.getByText('We like to know whom we are haunting.')).toBeHidden();
});

test('what is typed while the app takes the page over stays', async ({ page }) => {
  failAtErrors(page);
  await page.goto(APP_PATHS.signup);
  const email = page.getByLabel('Email');
  await email.evaluate(async (field: HTMLInputElement) => {
    const form = field.form ?? document.body;
    field.focus();
    // The form is the app's own once it has no method; what runs next is what the app has set down to do then.
    await new Promise((resolve) => new MutationObserver(resolve).observe(form, { attributeFilter: ['method'] }));
    const { port1, port2 } = new MessageChannel();
    const next = new Promise((resolve) => port1.addEventListener('message', resolve));
    port1.start();
    port2.postMessage(null);
    await next;
    document.execCommand('insertText', false, 'ada@example.com');
  });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('We like to know whom we are haunting.')).toBeVisible();
  await expect(email).toHaveValue('ada@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
});

test('an address typed before the script comes can be sent', async ({ page }) => {
  const release = await holdScripts(page, LATER_SCRIPTS);
  await page.goto(APP_PATHS.forgotPassword, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('nobody@example.com');
  await release();
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'A Link Is on Its Way' })).toBeVisible();
});

test('a button pressed before the script comes is answered when it has', async ({ page }) => {
  failAtErrors(page);
  const release = await holdScripts(page, LATER_SCRIPTS);
  await page.goto(APP_PATHS.signin, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'sessionKnown' in document.documentElement.dataset);
  await page.getByLabel('Email').fill('ada@example.com');
  const button = page.getByRole('button', { name: 'Sign In' });
  await button.click();
  await expect(page).toHaveURL(APP_PATHS.signin);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toHaveCSS('outline-style', 'dashed');
  await release();
  await expect(page.getByText('The word, please.')).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('nothing is painted before the script that holds presses, so that none comes before it', async ({ page }) => {
  failAtErrors(page);
  const release = await holdScripts(page, FIRST_SCRIPT);
  await page.goto(APP_PATHS.signin, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('ada@example.com');
  const press = page.getByRole('button', { name: 'Sign In' }).click();
  await release();
  await press;
  await expect(page.getByText('The word, please.')).toBeVisible();
  const [painted = 0, scriptCame = Infinity] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
      name.includes('/assets/app-'),
    )?.responseEnd,
  ]);
  expect(painted).toBeGreaterThan(scriptCame);
});

test('an app that cannot be fetched is told as no connection, and a press opens the page anew', async ({ page }) => {
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto(APP_PATHS.signin);
  await page.getByLabel('Email').fill('ada@example.com');
  await expect(page.getByRole('alert')).toContainText('We could not reach the sorting office.');
  await page.unroute('**/assets/main-*.js');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Sign In' }).click()]);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('The word, please.')).toBeVisible();
  await expect(page.getByText('We could not reach the sorting office.')).toBeHidden();
});

test('a page restored by Back or Forward before its app had come begins again, and speaks of no connection', async ({
  page,
}) => {
  const cutOff = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/main-'));
  // Leaving a page cuts its fetches off.
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto(APP_PATHS.signin);
  await page.getByLabel('Email').focus();
  await cutOff;
  const again = page.waitForEvent('load');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await again;
  await page.unroute('**/assets/main-*.js');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('The word, please.')).toBeVisible();
  await expect(page.getByText('We could not reach the sorting office.')).toBeHidden();
});

test('however late the scripts, nobody who is signed in is asked whether we have met, or shown a way in', async ({
  page,
}) => {
  await enrol(page);
  const late = await holdBack(page, '**/assets/main-*.js');
  const known = () => page.waitForFunction(() => 'session' in document.documentElement.dataset);
  await page.goto(APP_PATHS.seasonSelection, { waitUntil: 'commit' });
  await known();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose Your Season' })).toBeVisible();
  await expect(page.getByText('Have we met?')).toBeHidden();
  await page.goto(APP_PATHS.signin, { waitUntil: 'commit' });
  await known();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeHidden();
  late();
  await atAccount(page);
});

/** Answers requests for these files only once the returned function has been called. */
async function holdBack(page: Page, files: string): Promise<() => void> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    await released;
    // The page that asked may have been left.
    await route.continue().catch(() => undefined);
  });
  return release;
}

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

for (const [path] of OPEN) {
  test(`nothing moves on ${path} when the app takes it over`, async ({ page }) => {
    failAtErrors(page);
    await page.goto(path);
    const main = page.waitForResponse('**/assets/main-*.js');
    await page.keyboard.press('Tab');
    await main;
    await expect(page.locator('#root')).not.toHaveAttribute('data-waits');
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

test('a user’s pages are painted at once, and move nothing when their data has come', async ({ page }) => {
  failAtErrors(page);
  await enrol(page);
  for (const [path, heading] of FOR_USERS.slice(0, 2)) {
    await page.goto(`${path}?season=season-1`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByLabel('City')).toBeVisible();
    expect(await layoutShift(page)).toBeLessThanOrEqual(UNSEEN_SHIFT);
  }
});

test('the account is painted before its script, and moves nothing when its data has come', async ({ page }) => {
  failAtErrors(page);
  const { email } = await enrol(page);
  const release = await holdScripts(page, LATER_SCRIPTS);
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
    await expect(page.getByText('LETTER20 came with you.')).toBeVisible();
    await expect(page.getByText('A promo code, if you have one')).toBeHidden();
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

test('a page that was scrolled before its script came stays where it is, and answers the press', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await enrol(page);
  const release = await holdScripts(page, LATER_SCRIPTS);
  await page.goto(APP_PATHS.seasonSelection, { waitUntil: 'commit' });
  const onwards = page.getByRole('link', { name: 'Continue with Shipping' });
  await onwards.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(300);
  const { x, y } = (await onwards.boundingBox())!;
  await page.mouse.move(x + 20, y + 10);
  await page.mouse.down();
  await release();
  await expect(page.getByText('Known here as')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: 'Where Shall We Send It?' })).toBeVisible();
});
