import type { CDPSession, Page, Request } from '@playwright/test';
import { ACCOUNT_CHANGES_PATH } from '../src/contract/site-paths.ts';
import { type Control, type Look, watchPresses } from './press-watch.ts';
import { SLOWDOWN } from './way.ts';

/** On a painted screen the app comes at once, as where it was fetched while the browser was idle, or not before the press is over. */
export type App = 'started' | 'comes' | 'held';

export interface Pressed {
  readonly ms: number;
  /** Of the key that was typed into it then. */
  readonly keyMs: number | null;
  /** What the control shows after it; empty where that is elsewhere on the page. */
  readonly answer: string;
}

const OFFLINE = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
const STARTED_WITHIN_MS = 15_000;
const SETTLED_WITHIN_MS = 4_000;
const QUIET_MS = 120;
/** Until the paint after the press is reported; one under 16 ms is not. */
const REPORTED_WITHIN_MS = 400;
/** A press is reported event by event. */
const REST_WITHIN_MS = 120;

/** One visit of a page by a browser with a touch screen, for one press. */
export class PressVisit {
  private readonly underWay = new Set<Request>();
  private left = 0;
  private readonly held = new Set<string>();

  constructor(
    private readonly page: Page,
    private readonly devtools: CDPSession,
  ) {}

  async open(url: string, stored: readonly (readonly [string, string])[], app: App): Promise<void> {
    const { page } = this;
    await page.addInitScript(watchPresses, stored);
    page.on('request', (request) => this.note(request));
    page.on('requestfinished', (request) => this.underWay.delete(request));
    page.on('requestfailed', (request) => this.underWay.delete(request));
    await page.goto(url, { waitUntil: 'load' });
    if (app === 'started') {
      await page.mouse.move(5, 5);
      await page.mouse.move(9, 9);
      await page.waitForFunction(() => pressWatch.hasStarted(), null, { timeout: STARTED_WITHIN_MS });
    }
    await this.settle();
    await this.holdAnswers(app === 'held');
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  controls(): Promise<Control[]> {
    return this.page.evaluate(() => pressWatch.controls());
  }

  /** Where a dialog or a fold has to be opened first. @throws Error when one of them is not there any more */
  async follow(trail: readonly string[]): Promise<void> {
    for (const key of trail) {
      await this.tap(key);
      if (key.startsWith('select ')) {
        await this.closeList(key);
        await this.page.keyboard.press('ArrowDown');
      }
      await this.settle();
    }
  }

  /** @throws Error when it is not there any more */
  async press({ key, typed }: Control): Promise<Pressed> {
    // A finger meets what has been painted, and not what was scrolled to in the same frame.
    await this.page.evaluate((sought) => void pressWatch.point(sought), key);
    await this.page.waitForTimeout(QUIET_MS);
    await this.devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const before = await this.look(key);
    const ms = await this.timeOf(() => this.tap(key));
    const answer = answerOf(before, await this.look(key), this.left > 0);
    if (typed !== null) await this.closeList(key);
    const keyMs = typed === null ? null : await this.timeOf(() => this.page.keyboard.press(typed));
    await this.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return { ms, keyMs, answer };
  }

  /** What was held would be sent when the page closes: Sign Out, for one, would end the session of all further visits. */
  async close(): Promise<void> {
    if (this.page.isClosed()) return;
    await this.devtools.send('Network.enable');
    await this.devtools.send('Network.emulateNetworkConditions', OFFLINE);
    const errorReason = 'ConnectionAborted';
    await Promise.all([...this.held].map((requestId) => this.answer('Fetch.failRequest', { requestId, errorReason })));
    await this.page.close();
  }

  /** Nothing is on its way, and nothing says that it waits. */
  async settle(): Promise<void> {
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    for (let quietSince = Date.now(); Date.now() < quietSince + QUIET_MS && Date.now() < deadline;) {
      await this.page.waitForTimeout(QUIET_MS / 4);
      const isBusy = this.underWay.size > 0 || (await this.page.locator('[aria-busy="true"]').count()) > 0;
      if (isBusy) quietSince = Date.now();
    }
  }

  /** A page that is led to does not come, nor is what is sent answered: the press is over with the paint after it. */
  private async holdAnswers(areScriptsHeld: boolean): Promise<void> {
    const scripts = areScriptsHeld ? [{ resourceType: 'Script' as const }] : [];
    const patterns = [{ resourceType: 'Document' as const }, { urlPattern: '*/api/*' }, { urlPattern: '*/auth/v1/*' }];
    this.devtools.on('Fetch.requestPaused', ({ requestId, resourceType, request: { method } }) => {
      if (resourceType === 'Document') {
        this.left++;
        // Until then Chromium answers nothing about the page that is to be left.
        const leave = () => void this.answer('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        setTimeout(leave, REPORTED_WITHIN_MS);
      } else if (resourceType !== 'Script' && method === 'GET')
        void this.answer('Fetch.continueRequest', { requestId });
      else this.held.add(requestId);
    });
    await this.devtools.send('Fetch.enable', { patterns: [...patterns, ...scripts] });
  }

  /** What the page, or its end, has given up already needs none. */
  private async answer(...[method, parameters]: Parameters<CDPSession['send']>): Promise<void> {
    await this.devtools.send(method, parameters).catch(() => undefined);
  }

  private note(request: Request): void {
    const ends = request.resourceType() !== 'ping' && !request.url().endsWith(ACCOUNT_CHANGES_PATH);
    if (ends && request.url().startsWith('http') && request.method() === 'GET') this.underWay.add(request);
  }

  private async tap(key: string): Promise<void> {
    const point = await this.page.evaluate((sought) => pressWatch.point(sought), key);
    if (point === undefined) throw new Error(`${key} is not there any more`);
    if (point !== null) {
      // Playwright's own tap would wait for the page that a link leads to.
      await this.devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      return void (await this.devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }));
    }
    // It shows itself to the keyboard alone.
    await this.page.evaluate((sought) => pressWatch.focus(sought), key);
    await this.page.keyboard.press(/^(?:radio|checkbox) /.test(key) ? 'Space' : 'Enter');
  }

  /** A list that the press has opened would take the key for itself. */
  private async closeList(key: string): Promise<void> {
    if (key.startsWith('select ')) await this.page.keyboard.press('Escape');
    await this.page.evaluate((sought) => pressWatch.focus(sought), key);
  }

  private look(key: string): Promise<Look | undefined> {
    return this.page.evaluate((sought) => pressWatch.look(sought), key);
  }

  private async timeOf(act: () => Promise<void>): Promise<number> {
    await this.page.evaluate(() => (pressWatch.durations.length = 0));
    await act();
    const deadline = Date.now() + REPORTED_WITHIN_MS;
    const countSeen = () => this.page.evaluate(() => pressWatch.durations.length);
    while ((await countSeen()) === 0 && Date.now() < deadline) await this.page.waitForTimeout(REST_WITHIN_MS / 4);
    await this.page.waitForTimeout(REST_WITHIN_MS);
    return Math.max(0, ...(await this.page.evaluate(() => pressWatch.durations)));
  }
}

function answerOf(before: Look | undefined, after: Look | undefined, hasLeft: boolean): string {
  if (hasLeft) return 'leaves';
  if (before === undefined || after === undefined) return '';
  if (after.isBusy) return 'busy';
  if (after.isOpen !== before.isOpen) return 'unfolds';
  if (after.isChecked !== before.isChecked) return 'checked';
  if (after.address !== before.address) return 'goes';
  return after.isFocused ? 'focus' : '';
}
