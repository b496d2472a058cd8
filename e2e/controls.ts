import type { Locator, Page } from '@playwright/test';

/** Something on a page that can be pressed. */
export interface Control {
  /** Tells it from the others of its page, and finds it again after a reload. */
  readonly key: string;
  readonly locator: Locator;
}

const PRESSABLE = [
  'a[href]',
  'button:not(:disabled)',
  'summary',
  'select:not(:disabled)',
  'input:not(:disabled, [readonly], [type=hidden])',
  'textarea:not(:disabled, [readonly])',
].join(', ');

/** What can be pressed now: what is shown and, while a dialog is open, what is in it. */
export async function controlsOf(page: Page): Promise<Control[]> {
  const keys = await page.evaluate((selector) => {
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const root = dialogs.at(-1) ?? document;
    const counted = new Map<string, number>();
    return [...root.querySelectorAll(selector)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      // Where one already is, there is nowhere to go; it says so.
      if (element.getAttribute('aria-current') === 'page') return [];
      const label =
        element instanceof HTMLInputElement ? [...(element.labels ?? [])].map(({ innerText }) => innerText).join() : '';
      const words = element.getAttribute('aria-label') ?? (label || (element as HTMLElement).innerText || '');
      const place = dialogs.length > 0 ? `${dialogs.at(-1)?.id ?? ''} ` : '';
      const name = `${place}${element.tagName} ${element.getAttribute('href') ?? element.getAttribute('name') ?? ''} ${words}`;
      const nth = counted.get(name) ?? 0;
      counted.set(name, nth + 1);
      const key = `${name} ${nth}`.replace(/\s+/g, ' ').slice(0, 160);
      element.setAttribute('data-crawled', key);
      return [key];
    });
  }, PRESSABLE);
  return keys.map((key) => ({ key, locator: page.locator(`[data-crawled=${JSON.stringify(key)}]`).first() }));
}

/** Presses it as a visitor would: fields are written in, choices are taken, everything else is clicked. */
export async function press({ locator }: Control): Promise<void> {
  const kind = await locator.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.tagName,
  );
  if (kind === 'SELECT') return void (await locator.selectOption({ index: await otherOption(locator) }));
  if (kind === 'date') return await locator.fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10));
  if (['text', 'email', 'password', 'tel', 'search', 'TEXTAREA'].includes(kind))
    return await locator.fill(`x${(await locator.inputValue()).slice(0, 20)}`);
  // A choice is often drawn beside the box that holds it.
  if (kind === 'radio' || kind === 'checkbox')
    return await locator.evaluate((element) => (element as HTMLElement).click());
  // What shows itself to the keyboard alone is pressed by the keyboard.
  if (await locator.evaluate((element) => element.getBoundingClientRect().bottom < 0))
    return await locator.press('Enter');
  await locator.click({ timeout: 5_000 });
}

async function otherOption(select: Locator): Promise<number> {
  return await select.evaluate((element) => ((element as HTMLSelectElement).selectedIndex === 0 ? 1 : 0));
}

/** A choice that has been made, or that leaves none: pressing it changes nothing, and is not meant to. */
export async function isChosen({ locator }: Control): Promise<boolean> {
  return await locator.evaluate(
    (element) =>
      (element instanceof HTMLInputElement && element.type === 'radio' && element.checked) ||
      (element instanceof HTMLSelectElement && element.options.length === 1),
  );
}

/** All that a visitor can see of a page: where it is, what it says, what is chosen, open and focused, and how far it is scrolled. */
export async function screenOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, select, textarea')] as HTMLInputElement[];
    const open = [...document.querySelectorAll('details[open], dialog[open], [aria-expanded=true]')];
    const scrolled = [...document.querySelectorAll('ul, ol, div')]
      .map(({ scrollLeft }) => scrollLeft)
      .filter((left) => left > 0);
    return JSON.stringify([
      location.href,
      document.body.innerText,
      fields.map(({ value, checked, type, validity }) => [value, checked, type, validity?.valid]),
      open.length,
      scrolled,
      scrollY,
      document.activeElement?.getAttribute('data-crawled'),
    ]);
  });
}
