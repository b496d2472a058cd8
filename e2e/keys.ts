import type { Page } from '@playwright/test';

const MOST_STOPS = 60;

/** Presses Tab until something of that name has the focus. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if ((await focused(page)).includes(name)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} is not reached by the keyboard.`);
}

/** What has the focus, also within a frame: its label, or its words. */
async function focused(page: Page): Promise<string> {
  const names = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body || !document.hasFocus()) return '';
        const labels =
          element instanceof HTMLInputElement ? [...(element.labels ?? [])].map(({ innerText }) => innerText) : [];
        return [element.getAttribute('aria-label'), ...labels, element.innerText].join(' ');
      }),
    ),
  );
  return names.join(' ');
}
