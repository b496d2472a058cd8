import type { Locator, Page } from '@playwright/test';

/** What a page is at one moment, as a visitor could tell. */
export interface Sight {
  /** Of the page, without what is a dialog or a place on it. */
  readonly page: string;
  /** Whatever can be pressed, by keys that tell each from the others of its page and find it again after a reload. */
  readonly controls: readonly string[];
  /** Everything to be seen: where it is, what it says, what is chosen and open, and how far it is scrolled. */
  readonly shown: string;
  /** The control that has the focus. */
  readonly focus: string | null;
  /** Something is still to come. */
  readonly busy: boolean;
  /** The control that was asked for; null when it is not there. */
  readonly wanted: Wanted | null;
}

interface Wanted {
  readonly key: string;
  readonly kind: string;
  /** A choice that has been made, or that leaves none: pressing it changes nothing, and is not meant to. */
  readonly chosen: boolean;
}

const PRESSABLE = [
  'a[href]',
  'button:not(:disabled)',
  'summary',
  'select:not(:disabled)',
  'input:not(:disabled, [readonly], [type=hidden])',
  'textarea:not(:disabled, [readonly])',
].join(', ');

/** Looks at the page, and brings the wanted control into view. One question to the browser: it is asked thousands of times. */
export async function look(page: Page, wanted: string | null = null): Promise<Sight> {
  return await page.evaluate(
    async ({ selector, wanted }) => {
      // Asked here, not from outside: on a slow machine that would be the better part of the work.
      for (let frame = 0; frame < 60; frame++) {
        await new Promise(requestAnimationFrame);
        if (document.querySelector('[aria-busy=true]') === null && document.querySelector('h1') !== null) break;
      }
      const dialogs = [...document.querySelectorAll('dialog[open]')];
      const search = new URLSearchParams(location.search);
      const ids = search.has('dialog') ? [] : [...search.values()].filter((value) => /^[0-9a-f-]{36}$/.test(value));
      const here = [location.pathname, ...ids].join(' ');
      // Dialogs with a button of the same name have each their own; those that ask the same of one letter and the next are one.
      const titleId = dialogs.at(-1)?.getAttribute('aria-labelledby') ?? '';
      const title = (document.getElementById(titleId)?.innerText ?? '').replace(/\d+| to .*/g, '');
      const controls = new Map<string, Element>();
      for (const element of (dialogs.at(-1) ?? document).querySelectorAll(selector)) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        // Where one already is, there is nowhere to go; it says so.
        if (element.getAttribute('aria-current') === 'page') continue;
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        const label = labels.map(({ innerText }) => innerText).join();
        const words = element.getAttribute('aria-label') ?? (label || (element as HTMLElement).innerText || '');
        // What frames every page is one control, however many pages there are.
        const framing = element.closest('nav') !== null || element.closest('main, dialog') === null;
        const place = framing ? '' : `${here} ${title} `;
        const target = element.getAttribute('href') ?? element.getAttribute('name') ?? '';
        const name = `${place}${element.tagName} ${target} ${words}`.replace(/\s+/g, ' ').slice(0, 160);
        let nth = 0;
        while (controls.has(`${name} #${nth}`)) nth++;
        // The same way shown twice is one.
        if (nth > 0 && element instanceof HTMLAnchorElement) continue;
        const key = `${name} #${nth}`;
        element.setAttribute('data-crawled', key);
        controls.set(key, element);
      }

      const element = wanted === null ? undefined : controls.get(wanted);
      let found = null;
      if (wanted !== null && element) {
        const type = element instanceof HTMLInputElement ? element.type : element.tagName;
        const { top, bottom } = element.getBoundingClientRect();
        if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
        // What shows itself to the keyboard alone cannot be scrolled to.
        const kind = element.getBoundingClientRect().bottom < 0 ? 'keyboard' : type;
        const chosen =
          (element instanceof HTMLInputElement && type === 'radio' && element.checked) ||
          (element instanceof HTMLSelectElement && element.options.length === 1) ||
          element.getAttribute('aria-pressed') === 'true';
        found = { key: wanted, kind, chosen };
      }

      const fields = [...document.querySelectorAll('input, select, textarea')] as HTMLInputElement[];
      const open = document.querySelectorAll('details[open], dialog[open], [aria-expanded=true]').length;
      const scrolled = [...document.querySelectorAll('ul, ol, div')]
        .map(({ scrollLeft }) => scrollLeft)
        .filter((left) => left > 0);
      const values = fields.map(({ value, checked, type, validity }) => [value, checked, type, validity?.valid]);
      return {
        page: here,
        controls: [...controls.keys()],
        shown: JSON.stringify([location.href, document.body.innerText, values, open, scrolled, Math.round(scrollY)]),
        focus: document.activeElement?.getAttribute('data-crawled') ?? null,
        busy: document.querySelector('[aria-busy=true]') !== null || document.querySelector('h1') === null,
        wanted: found,
      };
    },
    { selector: PRESSABLE, wanted },
  );
}

/** Presses it as a visitor would: fields are written in, choices are taken, everything else is clicked. */
export async function press(page: Page, { key, kind }: Wanted): Promise<void> {
  const locator = page.locator(`[data-crawled=${JSON.stringify(key)}]`).first();
  const timeout = PRESS_MS;
  if (kind === 'SELECT') return void (await locator.selectOption({ index: await otherOption(locator) }, { timeout }));
  if (kind === 'date') return await locator.fill(daysAhead(9), { timeout });
  if (['text', 'email', 'password', 'tel', 'search', 'TEXTAREA'].includes(kind))
    return await locator.fill(await otherText(locator), { timeout });
  // A choice is often drawn beside the box that holds it.
  if (kind === 'radio' || kind === 'checkbox')
    return await locator.evaluate((element) => (element as HTMLElement).click(), undefined, { timeout });
  if (kind === 'keyboard') return await locator.press('Enter', { timeout });
  await locator.click({ timeout });
}

const PRESS_MS = 2_000;

async function otherText(field: Locator): Promise<string> {
  const { text, numeric } = await field.evaluate((element) => {
    const { value, inputMode } = element as HTMLInputElement;
    return { text: value.slice(0, 20), numeric: inputMode === 'numeric' || inputMode === 'decimal' };
  });
  return numeric ? `4${text}` : `x${text}`;
}

async function otherOption(select: Locator): Promise<number> {
  return await select.evaluate((element) => ((element as HTMLSelectElement).selectedIndex === 0 ? 1 : 0));
}

function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
