import type { Locator, Page } from '@playwright/test';

/** What a page of the way takes to answer, in milliseconds on a slowed browser; under 16 none is measured. */
export interface Presses {
  readonly controls: number;
  /** The one press that the page is opened for. */
  readonly first: number;
  readonly worst: { readonly control: string; readonly ms: number };
}

/** Links and fields that are filled by frames of others are not pressed. */
const CONTROLS = 'button, summary, select, textarea, input:not([type=hidden])';
/** Until the paint after the press is reported. */
const REPORTED_WITHIN_MS = 400;
const STARTED_WITHIN_MS = 15_000;
const DATA_WITHIN_MS = 1_000;

/** Presses every control of a page, each field by a key too, and asks the browser how long each took to be answered. */
export async function measurePresses(page: Page, url: string): Promise<Presses> {
  await page.addInitScript(observePresses);
  await page.route(
    (address) => address.href !== url,
    (route) => (route.request().isNavigationRequest() ? route.abort() : route.fallback()),
  );
  await page.goto(url);
  const [first] = await visibleControls(page);
  const firstMs = first === undefined ? 0 : await timeOf(page, () => press(page, first));
  let worst = { control: '', ms: firstMs };
  await open(page, url);
  const { length } = await visibleControls(page);
  for (let index = 0; index < length; index++) {
    if (page.url() !== url) await open(page, url);
    const control = (await visibleControls(page))[index];
    if (control === undefined) continue;
    const name = await nameOf(control);
    const ms = await timeOf(page, () => press(page, control));
    if (ms > worst.ms) worst = { control: name, ms };
    await page.keyboard.press('Escape');
  }
  return { controls: length, first: firstMs, worst };
}

/** The app runs, whoever waits for a hand. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await page.waitForFunction(hasStarted, null, { timeout: STARTED_WITHIN_MS });
  await page.waitForTimeout(DATA_WITHIN_MS);
}

async function visibleControls(page: Page): Promise<Locator[]> {
  const controls = await page.locator(CONTROLS).all();
  const pressable = await Promise.all(
    controls.map(async (each) => (await each.isVisible()) && (await each.isEnabled())),
  );
  return controls.filter((_, index) => pressable[index]);
}

async function press(page: Page, control: Locator): Promise<void> {
  await control.click({ force: true, timeout: 2_000, noWaitAfter: true });
  const isTyped = await control.evaluate((element) =>
    element.matches('input:not([type=radio], [type=checkbox]), textarea'),
  );
  if (isTyped) await page.keyboard.press('a');
}

async function timeOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => ((globalThis as unknown as { presses: number[] }).presses.length = 0));
  await act();
  await page.waitForTimeout(REPORTED_WITHIN_MS);
  const seen = await page.evaluate(() => (globalThis as unknown as { presses: number[] }).presses);
  return Math.max(0, ...seen);
}

async function nameOf(control: Locator): Promise<string> {
  return await control.evaluate((element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim();
    return words || element.getAttribute('name') || element.id || element.localName;
  });
}

/** Runs in the page. */
function hasStarted(): boolean {
  return document.getElementById('root')?.dataset['firstScreen'] === undefined;
}

/** Runs in the page. */
function observePresses(): void {
  const presses: number[] = [];
  Object.assign(globalThis, { presses });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { readonly interactionId: number })[])
      if (entry.interactionId > 0) presses.push(entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
