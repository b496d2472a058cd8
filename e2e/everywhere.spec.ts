import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { MAIN_STATES, type PageState, PAGE_STATES, visit } from './page-states.ts';
import { enter, VISITORS } from './visitors.ts';

const PHONE = { width: 320, height: 640 };

// What holds on every page: `npm test` looks at each once, `npm run test:pages` at each state for every visitor.

for (const [visitor, places] of MAIN_STATES) {
  test(`a page that ${visitor} sees breaks no rule of axe on a phone, and fits its screen`, async ({ page }) => {
    await enter(page, visitor);
    await page.setViewportSize(PHONE);
    for (const place of places) await test.step(place.name, () => inspectOnPhone(page, place));
  });
}

async function inspectOnPhone(page: Page, place: PageState): Promise<void> {
  await visit(page, place);
  await expectAccessible(page);
  expect.soft(await inlineStyles(page), 'nothing is styled inline').toEqual([]);
  await expectFits(page, PHONE.width);
}

for (const visitor of VISITORS) {
  test(`every page that ${visitor} sees is for everyone @pages`, async ({ page }) => {
    test.setTimeout(600_000);
    await enter(page, visitor);
    for (const place of PAGE_STATES[visitor]) await test.step(place.name, () => inspect(page, place));
  });
}

async function inspect(page: Page, place: PageState): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, place);
  await expectAccessible(page);
  expect.soft(await inlineStyles(page), 'nothing is styled inline').toEqual([]);
  await expectNarrow(page);
  await expectStill(page);
  await expectVisibleInForcedColors(page);
}

/** Inline styles in the HTML. A security policy doesn't count styles that a script sets. */
async function inlineStyles(page: Page): Promise<string[]> {
  return await page.locator('style, main [style], header [style], footer [style]').evaluateAll((found) =>
    // Skips the card provider's frame.
    found
      .filter((element) => !element.closest('iframe, .__PrivateStripeElement'))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
}

const softly = expect.configure({ soft: true });

/** At 320 px, and on a laptop at 200 %, nothing scrolls sideways and no word breaks. */
async function expectNarrow(page: Page): Promise<void> {
  for (const size of [{ width: 640, height: 400 }, PHONE]) {
    await page.setViewportSize(size);
    await expectFits(page, size.width);
  }
}

async function expectFits(page: Page, width: number): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await softly.poll(wide, `pixels wider than ${width}`).toBeLessThanOrEqual(0);
  await softly.poll(() => brokenWords(page), `words that break at ${width}`).toEqual([]);
}

/** Text that may break anywhere, like an email address, must not make its neighbour's column break words. */
async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      // Skips postmarks, whose words go in a circle, and closed menus, which have no layout.
      if (text.parentElement?.closest('svg') || !text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of text.data.matchAll(/(?<![^\s(“])[\p{L}’]{2,16}(?![^\s.,:;!?)”])/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [first, ...more] = range.getClientRects();
        if (first && more.some(({ top }) => top > first.top + first.height / 2))
          broken.push(`${word} (${text.data}) of ${text.parentElement?.parentElement?.textContent.slice(0, 80) ?? ''}`);
      }
    }
    return broken;
  });
}

async function moving(page: Page) {
  return await page.evaluate(() => {
    const lasting = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1);
    return lasting.map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 120));
  });
}

/** All pages here prefer reduced motion (`playwright.config.ts`). */
async function expectStill(page: Page): Promise<void> {
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  await expect.poll(() => moving(page), 'nothing moves for who asked that nothing move').toEqual([]);
}

const SHOWN = { visibilityProperty: true, opacityProperty: true };

/** In forced colors, words differ from their background, and every button and field has an edge. */
async function expectVisibleInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const unseen = await page.evaluate((shown) => {
    const edgeless = [
      ...document.querySelectorAll('button, input:not([type=radio], [type=checkbox]), select, textarea'),
    ]
      .filter((element) => element.checkVisibility(shown))
      .filter((element) => {
        const { borderTopWidth, borderBottomWidth, textDecorationLine } = getComputedStyle(element);
        return borderTopWidth === '0px' && borderBottomWidth === '0px' && textDecorationLine === 'none';
      });
    const ground = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor.endsWith(', 0)') ? ground(element.parentElement) : backgroundColor;
    };
    const wordless = [...document.querySelectorAll('main *')]
      .filter((element) => element.checkVisibility(shown))
      .filter((element) => {
        const words = [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
        return words && getComputedStyle(element).color === ground(element);
      });
    return [...edgeless, ...wordless].map(({ outerHTML }) => outerHTML.slice(0, 120));
  }, SHOWN);
  expect.soft(unseen, 'in forced colors').toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}
