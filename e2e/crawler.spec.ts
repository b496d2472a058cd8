import { expect, type Page, test } from '@playwright/test';
import { type Control, controlsOf, isChosen, press, screenOf } from './controls.ts';
import { type Place, PLACES, settled, signInAs, visit, type Visitor } from './places.ts';

// Every control of every page is pressed once, and once more in each state that pressing brings about (a dialog, another question).
// Each must change the address, the screen or the data, or say why not.

for (const visitor of ['nobody', 'new', 'cancelled'] satisfies Visitor[]) {
  test(`whatever ${visitor} presses does something`, async ({ page }) => {
    test.setTimeout(300_000);
    const crawl = new Crawl(page);
    if (visitor !== 'nobody') await signInAs(page, visitor);
    const places = PLACES[visitor].filter(({ within }) => !within);
    for (const place of places) await test.step(place.name, () => crawl.explore(place));
    await crawl.pressTheLast();
    expect(crawl.problems).toEqual([]);
  });
}

/** What ends the visit is left for the end of it. */
const LAST = /Sign Out/;
/** The state in which the server is made to fail. */
const BROKEN = 'error';
const EFFECT_MS = 4_000;

class Crawl {
  readonly problems: string[] = [];
  private readonly page: Page;
  private readonly pressed = new Set<string>();
  private last: { readonly place: Place; readonly control: Control } | undefined;
  private readonly addresses = new Map<Place, string>();
  private happened = 0;
  private here = '';

  constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error' && this.here !== BROKEN && !isRefusal(message.text()))
        this.report(`logs ${message.text()}`);
    });
    page.on('pageerror', (error) => this.report(`throws ${error.message}`));
    page.on('response', (response) => this.judge(response.status(), response.url()));
    // Data sent, a file fetched, a document loaded anew.
    page.on(
      'request',
      (request) => (this.happened += Number(request.method() !== 'GET' || request.isNavigationRequest())),
    );
    page.on('download', () => (this.happened += 1));
  }

  /** @param trail what has to be pressed to come into the state that is to be explored */
  async explore(place: Place, trail: readonly string[] = []): Promise<void> {
    this.here = place.name;
    if (!(await this.reach(place, trail))) return;
    const controls = await this.controls();
    if (controls.length === 0) this.report('is a dead end');
    for (const control of controls) {
      if (this.pressed.has(control.key)) continue;
      this.pressed.add(control.key);
      if (LAST.test(control.key)) this.last = { place, control };
      else await this.tryOut(place, trail, control);
    }
  }

  async pressTheLast(): Promise<void> {
    if (!this.last) return;
    const { place, control } = this.last;
    await this.reach(place, []);
    const before = this.page.url();
    await press(await this.again(control.key));
    await expect(this.page).not.toHaveURL(before);
  }

  private async tryOut(place: Place, trail: readonly string[], { key }: Control): Promise<void> {
    if (!(await this.isThere(key)) && !(await this.reach(place, trail))) return;
    // What is gone belongs to a state that is no more.
    if (!(await this.isThere(key))) return;
    const control = await this.again(key);
    if (await isChosen(control)) return;
    await control.locator.scrollIntoViewIfNeeded();
    const address = this.page.url();
    if (!(await this.hasEffect(control)))
      return this.report(`does nothing when this is pressed: ${[...trail, key].join(' > ')}`);
    if (addressOf(this.page.url()) !== addressOf(address)) return void (await this.reach(place, trail));
    const fresh = (await this.controls()).filter((now) => !this.pressed.has(now.key));
    if (fresh.length === 0 || trail.length === 3) return;
    await this.explore(place, [...trail, key]);
    await this.reach(place, trail);
  }

  private async hasEffect(control: Control): Promise<boolean> {
    const [screen, count] = [await this.asked(screenOf), this.happened];
    try {
      await press(control);
      await expect
        .poll(() => this.happened > count || this.differs(screen), { timeout: EFFECT_MS, intervals: [50, 100] })
        .toBe(true);
    } catch {
      return false;
    }
    await this.page.waitForLoadState('domcontentloaded');
    return true;
  }

  private async differs(screen: string): Promise<boolean> {
    // A document on its way cannot be asked; that it is on its way is enough.
    return (await screenOf(this.page).catch(() => 'another')) !== screen;
  }

  private async reach(place: Place, trail: readonly string[]): Promise<boolean> {
    await this.visitAgain(place);
    for (const key of trail) {
      if (!(await this.isThere(key))) return false;
      await press(await this.again(key));
      await settled(this.page).catch(() => undefined);
    }
    return true;
  }

  /** The long way round once; then by the address to which it led. */
  private async visitAgain(place: Place): Promise<void> {
    const known = this.addresses.get(place);
    await visit(this.page, known === undefined ? place : { name: place.name, path: known });
    const led = this.page.url();
    if (known === undefined && new URL(led).pathname !== place.path.split('?', 1)[0]) this.addresses.set(place, led);
  }

  private async isThere(key: string): Promise<boolean> {
    return (await this.controls()).some((control) => control.key === key);
  }

  private async again(key: string): Promise<Control> {
    const found = (await this.controls()).find((control) => control.key === key);
    if (!found) throw new Error(`${this.here} has lost ${key}.`);
    return found;
  }

  private controls(): Promise<Control[]> {
    return this.asked(controlsOf);
  }

  /** Asked once more when another document comes in between. */
  private async asked<T>(question: (page: Page) => Promise<T>, tries = 5): Promise<T> {
    try {
      return await question(this.page);
    } catch (error) {
      if (tries === 1 || !/context was destroyed/.test(String(error))) throw error;
      await this.page.waitForLoadState('domcontentloaded');
      return await this.asked(question, tries - 1);
    }
  }

  private judge(status: number, url: string): void {
    const meant = url.endsWith('/nobody-lives-here') || url.endsWith('/account/nowhere') || this.here === BROKEN;
    if (!meant && (status >= 500 || status === 404)) this.report(`is answered ${status} by ${url}`);
  }

  private report(problem: string): void {
    this.problems.push(`${this.here} ${problem}`);
  }
}

/** Chromium logs each 4xx answer; a refusal that the screen explains is no fault, and 404 is judged apart. */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: .* status of 4\d\d/.test(text);
}

/** Which page it is: dialogs stand behind `?`, places on a page behind `#`. */
function addressOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
