import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { CHROMIUM_ARGS, findChromium } from '../../launch/chromium.mjs';
import { findOtherBrowsers } from '../../launch/other-browsers.mjs';
import { freePort } from '../../launch/ports.ts';
import { findElement, setField, type Wanted } from './finding.ts';

export type Engine = 'Chromium' | 'Firefox' | 'WebKit';

/** What every engine can do for a test. Elements are clicked and typed into by the driver, as a user would. */
export interface Driver {
  readonly engine: Engine;
  open(address: string): Promise<void>;
  /** Runs in the page; only JSON goes in and out. */
  inPage<Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>;
  has(wanted: Wanted): Promise<boolean>;
  /** @returns whether there was such an element */
  click(wanted: Wanted): Promise<boolean>;
  /** Replaces what the field holds. @returns whether there was such a field */
  type(wanted: Wanted, text: string): Promise<boolean>;
  /** Gives a field its value by script: browsers draw lists and dates each in their own way. @returns as `type` */
  set(wanted: Wanted, value: string): Promise<boolean>;
  press(key: 'Tab' | 'Escape' | 'Enter'): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(path: string): Promise<void>;
  /** Missing in WebKitGTK, which can't print files. */
  pdf?(options: { readonly landscape: boolean }): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface DriverOptions {
  /** Cookies and every kind of storage are refused, as a user can set it. Firefox only: WebKitGTK has no such setting. */
  readonly blockStorage?: boolean;
}

export async function openDriver(engine: Engine, options: DriverOptions = {}): Promise<Driver> {
  if (engine === 'WebKit') return await openWebKit();
  return await openByBidi(engine, options);
}

async function openByBidi(engine: 'Chromium' | 'Firefox', { blockStorage = false }: DriverOptions) {
  const { firefox = '' } = findOtherBrowsers();
  const browser = await launch(
    engine === 'Firefox'
      ? {
          browser: 'firefox',
          executablePath: firefox,
          extraPrefsFirefox: {
            'ui.prefersReducedMotion': 1,

            ...(blockStorage && { 'network.cookie.cookieBehavior': 2 }),
          },
        }
      : {
          executablePath: (await findChromium()) ?? '',
          args: [...CHROMIUM_ARGS, '--no-sandbox', '--force-prefers-reduced-motion'],
        },
  );
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  page.setDefaultTimeout(60_000);
  await page.setViewport({ width: 1280, height: 900 });
  return { ...pageDriver(engine, page), close: () => browser.close() };
}

function pageDriver(engine: Engine, page: Page) {
  const find = async (wanted: Wanted) =>
    (await page.evaluateHandle(findElement, wanted)).asElement() as ElementHandle<HTMLElement> | null;
  return {
    engine,
    open: async (address: string) => void (await page.goto(address)),
    inPage: <Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args) =>
      page.evaluate(work as (...args: unknown[]) => T | Promise<T>, ...args),
    has: async (wanted: Wanted) => (await find(wanted)) !== null,
    async click(wanted: Wanted) {
      const element = await find(wanted);
      await element?.click();
      return element !== null;
    },
    async type(wanted: Wanted, text: string) {
      const element = await find(wanted);
      await element?.click({ count: 3 });
      await page.keyboard.press('Backspace');
      await element?.type(text);
      return element !== null;
    },
    async set(wanted: Wanted, value: string) {
      const element = await find(wanted);
      await element?.evaluate(setField, value);
      return element !== null;
    },
    press: (key: 'Tab' | 'Escape' | 'Enter') => page.keyboard.press(key),
    clickAt: (x: number, y: number) => page.mouse.click(x, y),
    // A page that the browser kept in memory fires no `load`, for which `goBack` would wait.
    back: () => page.evaluate(() => history.back()),
    resize: (width: number, height: number) => page.setViewport({ width, height }),
    screenshot: async (path: `${string}.png`) => void (await page.screenshot({ path })),
    pdf: ({ landscape }: { readonly landscape: boolean }) => page.pdf({ format: 'letter', landscape }),
  };
}

async function openWebKit(): Promise<Driver> {
  const { webkit } = findOtherBrowsers();
  if (webkit === undefined) throw new Error('There is no WebKit.');
  const display = await openDisplay();
  const port = await freePort();
  const environment = { ...process.env, DISPLAY: display.name };
  const program = spawn(webkit.driver, [`--port=${port}`, '--host=127.0.0.1'], { env: environment, stdio: 'ignore' });
  const driver = await connect(port, webkit.browser);
  await driver.manage().window().setRect({ width: 1280, height: 900 });
  return {
    ...webDriver(driver),
    async close() {
      await driver.quit().catch(() => undefined);
      program.kill();
      display.close();
    },
  };
}

/** WebKit opens real windows; where there is no screen, they open on a virtual one. */
async function openDisplay(): Promise<{ name: string; close: () => void }> {
  const own = process.env['DISPLAY'];
  if (own !== undefined) return { name: own, close: () => undefined };
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await firstLine(screen);
  return { name: `:${number}`, close: () => void screen.kill() };
}

function firstLine(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    program.stdout?.once('data', (bytes) => resolve(String(bytes).trim()));
    program.once('error', reject);
    program.once('exit', () => reject(new Error('Xvfb did not start.')));
  });
}

const STARTING_MS = 20_000;

/** The driver listens a moment after it has started. */
async function connect(port: number, browser: string): Promise<WebDriver> {
  const address = `http://127.0.0.1:${port}`;
  const until = Date.now() + STARTING_MS;
  while (!(await fetch(`${address}/status`).catch(() => null))?.ok && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  return await new Builder().usingServer(address).withCapabilities(capabilities).build();
}

const KEYS = { Tab: Key.TAB, Escape: Key.ESCAPE, Enter: Key.ENTER } as const;

function webDriver(driver: WebDriver) {
  const find = async (wanted: Wanted) => await driver.executeScript<WebElement | null>(findElement, wanted);
  const focused = () => driver.switchTo().activeElement();
  return {
    engine: 'WebKit' as const,
    open: (address: string) => driver.get(address),
    inPage: <Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args) =>
      driver.executeScript<T>(work, ...args),
    has: async (wanted: Wanted) => (await find(wanted)) !== null,
    async click(wanted: Wanted) {
      const element = await find(wanted);
      if (element !== null) await driver.executeScript(toTheMiddle, element);
      await element?.click();
      return element !== null;
    },
    async type(wanted: Wanted, text: string) {
      const element = await find(wanted);
      if (element !== null) await driver.executeScript(toTheMiddle, element);
      await element?.clear();
      await element?.sendKeys(text);
      return element !== null;
    },
    async set(wanted: Wanted, value: string) {
      const element = await find(wanted);
      if (element !== null) await driver.executeScript(setField, element, value);
      return element !== null;
    },
    press: async (key: keyof typeof KEYS) => await (await focused()).sendKeys(KEYS[key]),
    clickAt: (x: number, y: number) => driver.actions().move({ x, y }).click().perform(),
    back: () => driver.navigate().back(),
    async resize(width: number, height: number) {
      await driver.manage().window().setRect({ width, height });
    },
    async screenshot(path: string) {
      await writeFile(path, await driver.takeScreenshot(), 'base64');
    },
  };
}

/** Runs in the page: the driver's own way of scrolling leaves an element under the fixed header, where no click reaches it. */
function toTheMiddle(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
}
