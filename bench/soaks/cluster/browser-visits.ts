import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../../../launch/chromium.mjs';

const SEEN_WITHIN_MS = 15_000;
const PATHS = ['/signin', '/signup'];

/** Visits in a real browser: the app's page appears, and the file of another page is found. */
export class BrowserVisits {
  readonly #browser: Browser;
  readonly #siteUrl: string;
  readonly blank: string[] = [];
  visits = 0;
  #isOver = true;
  #running: Promise<void> = Promise.resolve();

  private constructor(browser: Browser, siteUrl: string) {
    this.#browser = browser;
    this.#siteUrl = siteUrl;
  }

  static async open(siteUrl: string): Promise<BrowserVisits> {
    const executablePath = await findChromium();
    const options = { ...(executablePath && { executablePath }), args: CHROMIUM_ARGS };
    return new BrowserVisits(await chromium.launch(options), siteUrl);
  }

  begin(): void {
    this.#isOver = false;
    this.#running = this.#visit();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  /** A tab that stays as it was opened. @returns what shows that it works, however it gets there */
  async leaveTabOpen(): Promise<() => Promise<{ beganAnew: boolean }>> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    await page.goto(`${this.#siteUrl}/signin`);
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: SEEN_WITHIN_MS });
    return async () => {
      let beganAnew = false;
      page.on('request', (request) => (beganAnew ||= request.isNavigationRequest()));
      await goOn(page);
      await context.close();
      return { beganAnew };
    };
  }

  async #visit(): Promise<void> {
    while (!this.#isOver) {
      const path = PATHS[this.visits % PATHS.length] ?? '';
      this.visits += 1;
      await this.#visitOnce(path).catch((error: unknown) => this.blank.push(`${path}: ${String(error)}`));
    }
  }

  async #visitOnce(path: string): Promise<void> {
    const context = await this.#browser.newContext();
    const faults: string[] = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('response', (answer) => {
        if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`);
      });
      await page.goto(this.#siteUrl + path);
      await page.getByRole('heading', { level: 1 }).waitFor({ timeout: SEEN_WITHIN_MS });
      if (path === '/signin') await goOn(page);
      if (faults.length > 0) throw new Error(faults.join('; '));
    } finally {
      await context.close();
    }
  }
}

/** To a page whose file the first one does not load. */
async function goOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot Your Password?' }).waitFor({ timeout: SEEN_WITHIN_MS });
}
