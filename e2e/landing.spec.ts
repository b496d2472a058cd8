import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { holdRequests } from './hold-requests.ts';
import { shiftsOf, watchShifts } from './layout-shift.ts';
import { enrol } from './users.ts';

const PUBLIC_PAGES = ['/', '/privacy', '/terms', '/support', '/press', '/nobody-lives-here'];

test.describe('the header and the ways to subscribe', () => {
  test('show a visitor Sign In, lead to signup, and stay in place while the page scrolls', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin');
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden();
    await expectSubscribeLinks(page, 'Subscribe Now', '/signup');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'How It Works' }).click();
    await expect(page).toHaveURL(/#how$/);
    await expect(page.getByRole('heading', { name: 'How It Works' })).toBeInViewport();
    await expect(page.getByRole('banner')).toBeInViewport();
  });

  test('show a subscriber the Dashboard, and lead to the seasons under another word', async ({ page }) => {
    await enrol(page);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/account');
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
    await expectSubscribeLinks(page, 'Add Subscription', '/season-selection');
  });
});

async function expectSubscribeLinks(page: Page, name: string, href: string): Promise<void> {
  const links = page.getByRole('link', { name, exact: true });
  const hrefs = () => links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  await expect.poll(hrefs).toEqual([href, `${href}?plan=monthly`, `${href}?plan=annual`]);
}

test.describe('the carousel', () => {
  // Clicking a button scrolls it to the middle; the letters above it must fit.
  test.use({ viewport: { width: 1280, height: 1200 } });

  test('shows letters 1 to 3, then 4, 5 and 24, by button, arrow key and wheel, and wraps around at both ends', async ({
    page,
  }) => {
    await page.goto('/');
    await page.locator('#letters').scrollIntoViewIfNeeded();
    const [next, previous] = [turn(page, 'Next letters'), turn(page, 'Previous letters')];
    await expectShown(page, [1, 2, 3]);
    await next.click();
    await expectShown(page, [4, 5, 24]);
    await next.click();
    await expectShown(page, [1, 2, 3]);
    await previous.click();
    await expectShown(page, [4, 5, 24]);
    const list = page.getByRole('list', { name: 'Letters 1 to 5 and 24' });
    await list.focus();
    await page.keyboard.press('ArrowRight');
    await expectShown(page, [1, 2, 3]);
    await page.keyboard.press('ArrowLeft');
    await expectShown(page, [4, 5, 24]);
    await list.hover();
    await page.mouse.wheel(-1500, 0);
    await expectShown(page, [1, 2, 3]);
  });
});

function turn(page: Page, name: string): Locator {
  return page.getByRole('button', { name });
}

async function expectShown(page: Page, numbers: readonly number[]): Promise<void> {
  for (const number of [1, 2, 3, 4, 5, 24]) {
    const letter = page.getByText(`Letter ${number} of 24`);
    if (numbers.includes(number)) await expect(letter).toBeInViewport();
    else await expect(letter).not.toBeInViewport();
  }
}

test('a header whose script never comes shows the way in all the same @pages', async ({ page }) => {
  await page.route('**/enhance-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('no one sees the wrong way in, however late the script @pages', async ({ page }) => {
  await enrol(page);
  const release = await holdRequests(page, '**/enhance-*.js');
  // Pauses the two seconds after which the page shows the visitor's links.
  await page.addInitScript(() => {
    const paused = new CSSStyleSheet();
    paused.replaceSync('* { animation-play-state: paused !important; }');
    document.adoptedStyleSheets = [paused];
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false);
  await release();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script @pages', () => {
    test.use({ javaScriptEnabled });

    test('plans, questions and the way in can be had, and a season can be given', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
      await expect(page.getByText('$15 per month', { exact: true })).toBeVisible();
      await expect(page.getByText('$153 per year', { exact: true })).toBeVisible();
      const questions = page.locator('#faq summary');
      await expect(questions).toHaveCount(10);
      for (const question of await questions.all()) {
        await question.click();
        await expect(page.locator('#faq details[open]')).toHaveCount(1);
      }
      await questions.last().click();
      await expect(page.locator('#faq details[open]')).toHaveCount(0);
      await page.getByRole('button', { name: 'Give as a gift' }).click();
      const dialog = page.getByRole('dialog', { name: 'Give as a gift' });
      await expect(dialog.getByRole('radio', { name: /Monthly/ })).toBeChecked();
      if (javaScriptEnabled) await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Give as a gift' }).click();
      await dialog.getByRole('radio', { name: /Annual/ }).check();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/gift-subscription(\?|%3F)planType(=|%3D)annual/);
    });
  });
}

test('the gift dialog opens in a browser that does not know buttons with a command @pages', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
    // Chromium knows `command`; preventing the click's default keeps it from opening the dialog.
    document.addEventListener('click', (event) => event.preventDefault(), true);
  });
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Give as a gift' });
  await page.getByRole('button', { name: 'Give as a gift' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a double click on a button that opens a dialog opens it, and does nothing more @pages', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const dialog = page.getByRole('dialog', { name: 'Give as a gift' });
    await page.getByRole('button', { name: 'Give as a gift' }).dblclick();
    await expect(dialog).toBeVisible();
    await page.mouse.click(2, 2);
    await expect(dialog).toBeHidden();
  }
});

// What else holds of every page, these among them, is shown in `everywhere.spec.ts`: axe's rules, and that it fits narrow windows.
test('the public pages log nothing, ask no other host for anything, and keep everything in place while they load, though their fonts come late @pages', async ({
  page,
  baseURL,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) complaints.push(request.url());
  });
  await watchShifts(page);
  for (const path of PUBLIC_PAGES) {
    const release = await holdRequests(page, '**/*.woff2');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await release();
    expect(await shiftsOf(page), path).toEqual([]);
    await page.waitForLoadState('networkidle');
    expect(complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([]);
    await page.unrouteAll();
  }
});

test('everything on the landing page is reached by the keyboard, in the order in which it is read', async ({
  page,
}) => {
  await page.goto('/');
  const reached: string[] = [];
  while (reached.at(-1) !== 'Privacy') {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
  }
  const landmarks = [
    'Skip to the content',
    'Sign In',
    'Subscribe Now',
    'Next letters',
    'Give as a gift',
    'Can I cancel?',
  ];
  const places = landmarks.map((name) => reached.indexOf(name));
  expect(places[0]).toBe(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('the words of the hero are never printed over one another, nothing slides with reduced motion, and in forced colors every control and sheet keeps an edge @pages', async ({
  page,
}) => {
  await page.goto('/');
  const behaviour = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(behaviour).toBe('auto');
  const [lead, address] = [page.getByText('Odile Farrow was found dead'), page.getByText('At your own address')];
  for (const width of [600, 768, 840, 1024, 1180, 1220, 1247, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [words, beside] = [await lead.boundingBox(), await address.boundingBox()];
    if (words === null || beside === null) throw new Error(`A text of the hero is missing at ${width} px.`);
    const isBelow = beside.y >= words.y + words.height;
    const isBeside = beside.x >= words.x + words.width;
    expect(isBelow || isBeside, `at ${width} px`).toBe(true);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  for (const control of [
    page.getByRole('link', { name: 'Subscribe Now' }).first(),
    page.getByRole('button', { name: 'Give as a gift' }),
    page.getByRole('button', { name: 'Next letters' }),
    page.getByRole('listitem').filter({ hasText: 'If You Are Reading This' }),
  ]) {
    expect(await control.evaluate((element) => getComputedStyle(element).borderTopWidth)).not.toBe('0px');
  }
});

test('on a tablet the way in has Google’s mark in the line of its words, and a panel that is wide enough to read @pages', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/signin');
  const google = page.getByRole('button', { name: 'Continue with Google' });
  const [mark, words] = [
    await google.locator('svg').boundingBox(),
    await google.getByText('Continue').last().boundingBox(),
  ];
  expect(Math.abs((mark?.y ?? 0) - (words?.y ?? 100))).toBeLessThan(12);
  const panel = await page.getByRole('complementary').first().boundingBox();
  expect(panel?.width).toBeGreaterThan(290);
});
