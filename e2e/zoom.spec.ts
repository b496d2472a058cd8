import { expect, type Locator, type Page, test } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import { enrol } from './users.ts';
import { shopperOf } from './subscriber.ts';

/** What WCAG 1.4.12 lets readers set, on a browser whose text is 24 px and a page zoomed to 400 %. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

const executablePath = await findChromium();

test.use({
  bypassCSP: true,
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS, '--blink-settings=defaultFontSize=24'],
  },
});

async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await page.addStyleTag({ content: TEXT_SPACING });
}

async function expectFits(page: Page, ...inSight: Locator[]): Promise<void> {
  for (const size of [
    { width: 640, height: 512 },
    { width: 320, height: 640 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const widest = await page.evaluate(() =>
      [...document.querySelectorAll('main *, footer *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    expect.soft(wide, `wider than ${size.width} at ${page.url()}: ${widest.join('\n')}`).toBeLessThanOrEqual(0);
    expect.soft(await page.evaluate(cutTexts), `texts cut off at ${size.width} at ${page.url()}`).toEqual([]);
    for (const element of inSight) await expect.soft(element, `${size.width}`).toBeInViewport({ ratio: 0.99 });
  }
}

/** Runs in the page. @returns texts that reach beyond the window or an ancestor that cuts off and doesn't scroll */
function cutTexts(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!textContent?.trim() || !parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    if (parentElement.tagName === 'PROGRESS') continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, right } = range.getBoundingClientRect();
    for (let box: Element | null = parentElement; box; box = box.parentElement) {
      const overflow = box === document.documentElement ? 'clip' : getComputedStyle(box).overflowX;
      if (overflow === 'auto' || overflow === 'scroll') break;
      const edges = box.getBoundingClientRect();
      // Text for screen readers only is cut down to a pixel.
      if (overflow === 'visible' || edges.width <= 1) continue;
      if (right > edges.right + 1 || left < edges.left - 1) {
        found.push(`${textContent.slice(0, 60)} in ${box.outerHTML.slice(0, 80)}`);
        break;
      }
    }
  }
  return found;
}

test('with text of 24 px, WCAG’s text spacing and a zoom of 200 and 400 %, the ways in and the account fit and every button is reached @pages', async ({
  page,
}) => {
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
  const menu = page.getByText('Menu', { exact: true });
  await open(page, '/', /murder mystery/);
  await expectFits(page, signIn, menu);
  for (const [path, heading] of [
    ['/terms', 'Terms'],
    ['/signup', 'Join the Club'],
    ['/signin', 'Sign In'],
    ['/season-selection', 'Choose Your Season'],
  ] as const) {
    await open(page, path, heading);
    await expectFits(page, signIn, menu);
  }
  await shopperOf(await enrol(page)).buy();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, heading] of [
    ['/account', 'Your Account'],
    ['/account/billing', 'Billing'],
    ['/account/profile', 'Profile'],
    ['/gift-subscription', 'Gift Subscription'],
  ] as const) {
    await open(page, path, heading);
    await expectFits(page, menu);
  }
  await open(page, '/account/subscription', 'Subscription');
  await page.getByRole('button', { name: 'Manage subscription: Subscription 1' }).click();
  const dialog = page.getByRole('dialog');
  await expectDialogFits(page, dialog, 'Close');
  await dialog.getByRole('button', { name: 'Hold Letters' }).click();
  await expect(page.getByRole('dialog', { name: 'Hold letters' })).toBeVisible();
  await expectDialogFits(page, dialog, 'Hold Letters');
  await page.goBack();
  await page.getByRole('button', { name: 'Manage subscription: Subscription 1' }).click();
  await dialog.getByRole('button', { name: 'Temporary Address' }).click();
  await expect(page.getByRole('dialog', { name: 'Temporary address' })).toBeVisible();
  await expectDialogFits(page, dialog, 'Close');
});

/** No field is wider than the dialog, and its button can be scrolled to. */
async function expectDialogFits(page: Page, dialog: Locator, button: string): Promise<void> {
  const last = dialog.getByRole('button', { name: button, exact: true });
  await expect(last).toBeVisible();
  for (const height of [640, 256]) {
    await page.setViewportSize({ width: 320, height });
    const cut = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect.soft(cut, 'pixels cut').toBeLessThanOrEqual(0);
    await last.scrollIntoViewIfNeeded();
    await expect.soft(last).toBeInViewport({ ratio: 0.99 });
  }
}
