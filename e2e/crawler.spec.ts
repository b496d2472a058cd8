import { expect, type Page, type Request, test } from '@playwright/test';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { PAGE_STATES, type PageState, settled, visit } from './page-states.ts';
import { crawledShop } from './shops.ts';
import { enter, type Visitor, VISITORS } from './visitors.ts';

/** Controls that change the page's state are pressed last, in this order; those that can't be undone come at the end. */
const LATER = [
  // Another country changes the address fields, so those are tried first.
  /^combobox .*Country/,
  /^button .*profile +(Remove|Disconnect) #/,
  /Send Copy: /,
  /Undo the Freeze/,
  /^button .* Print #/,
  /Print Again/,
  /Undo the Last Print/,
  /Hand Over/,
  /The Post Has It/,
];
/** Ends the visit, so it is pressed last. */
const LAST = /Sign Out/;
/** The state in which the server is made to fail. */
const BROKEN = 'error';
/**
 * URLs that may answer 404: pages request them to show that, and an undone batch's files are requested once more before the page
 * knows.
 */
const MISSING =
  /\/nobody-lives-here$|\/account\/nowhere$|\/api\/gifts\/claims(\/look|\/check)?$|\/api\/case-invitations\/|\/in_nothing\/|0000dead\b|\/batches\/\d+\/files/;
/** Chromium logs each 4xx answer; a refusal that the screen explains is no fault, and 404 is judged apart. */
const REFUSAL = /^Failed to load resource: .* status of 4\d\d/;
/** It stays open as long as the page. */
const STREAM = /\/api\/account\/changes$/;
const UUID = /^[0-9a-f-]{36}$/;
const FIELD = /^(combobox|textbox|searchbox|spinbutton)$/;
const CONTROL = /^(link|button|checkbox|radio|combobox|textbox|searchbox|spinbutton)$/;
const EFFECT_MS = 10_000;
const PRESS_MS = 5_000;
const DEPTH = 3;

/** A node of Playwright's aria snapshot. */
interface AriaNode {
  readonly role: string;
  readonly name?: string;
  readonly ref?: string;
  readonly url?: string;
  readonly cursor?: string;
  readonly active?: boolean;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly children?: readonly (AriaNode | string)[];
}

/** What a visitor can see of a page at one moment. */
interface Sight {
  /** The path and the ids in the query, without dialogs. */
  readonly page: string;
  /** The controls by a key that is unique on the page and survives a reload. */
  readonly controls: ReadonlyMap<string, AriaNode>;
  readonly shown: string;
  readonly focus: string | undefined;
}

interface Way {
  readonly place: PageState;
  /** What must be pressed before the control appears. */
  readonly trail: readonly string[];
  readonly key: string;
}

/**
 * Presses every control of the places it is told to explore, once, and once more in each state that pressing brings about (a dialog,
 * another question). Each must change the address, the screen or the data, or say why not.
 */
class Crawler {
  readonly problems: string[] = [];
  readonly pressed = new Set<string>();
  /** Controls that were pressed or will be. */
  private readonly known = new Set<string>();
  private readonly underWay = new Set<Request>();
  private last: Way | undefined;
  private happened = 0;
  /** Try Again only has to repeat the request; the answer may be the same. */
  private isRetrying = false;
  /** The place that is being explored, and its page. */
  private here = '';
  private home = '';

  constructor(private readonly page: Page) {
    page.on('console', (message) => {
      const isFault = message.type() === 'error' && !REFUSAL.test(message.text());
      if (isFault && this.here !== BROKEN) this.report(`logs ${message.text()}`);
    });
    page.on('pageerror', (error) => this.report(`throws ${error.message}`));
    page.on('response', (response) => this.judge(response.status(), response.url()));
    page.on('request', (request) => this.note(request));
    page.on('requestfinished', (request) => this.underWay.delete(request));
    page.on('requestfailed', (request) => this.underWay.delete(request));
    page.on('download', () => (this.happened += 1));
    page.on('popup', (opened) => {
      this.happened += 1;
      void opened.close();
    });
    // The browser asks whether to lose unsaved text.
    page.on('dialog', (dialog) => {
      this.happened += 1;
      void dialog.accept();
    });
  }

  async crawl(places: readonly PageState[]): Promise<void> {
    // Counts effects outside the page: printing, and the browser's message about an invalid field.
    await this.page.exposeFunction('besidePage', () => (this.happened += 1));
    await this.page.addInitScript('print = () => besidePage(); addEventListener("invalid", () => besidePage(), true)');
    for (const place of places) {
      this.here = place.name;
      await visit(this.page, place);
      const sight = await this.look();
      this.home = sight.page;
      await this.exploreFrom(place, [], sight);
    }
    if (this.last) await this.tryOut(this.last);
  }

  private async exploreFrom(place: PageState, trail: readonly string[], { controls }: Sight): Promise<void> {
    if (controls.size === 0) this.report('is a dead end');
    const fresh = [...controls.keys()].filter((key) => !this.known.has(key));
    for (const key of fresh) this.known.add(key);
    for (const key of fresh.sort((one, other) => turnOf(one) - turnOf(other))) {
      const way = { place, trail, key };
      if (LAST.test(key)) this.last = way;
      else await this.tryOut(way);
    }
  }

  private async tryOut(way: Way, tries = 3): Promise<void> {
    const { place, trail, key } = way;
    let before: Sight;
    let count: number;
    try {
      before = await this.approach(way);
      count = this.happened;
      const node = before.controls.get(key);
      this.isRetrying = /Try Again/.test(key);
      // It is gone or already chosen. If another state shows it, it is pressed there.
      if (!node || !(await press(this.page, node))) return void this.known.delete(key);
    } catch (error) {
      // A server answer may have redrawn or removed the control in the meantime.
      if (tries > 1) return await this.tryOut(way, tries - 1);
      return this.report(`cannot be pressed: ${[...trail, key].join(' > ')} (${String(error).slice(0, 200)})`);
    }
    this.pressed.add(key);
    const after = await this.effectOn(before, key, count);
    this.isRetrying = false;
    if (!after) return this.report(`does nothing when this is pressed: ${[...trail, key].join(' > ')}`);
    if (after.page === this.home && trail.length < DEPTH) await this.exploreFrom(place, [...trail, key], after);
  }

  /** @returns null when nothing has changed */
  private async effectOn(before: Sight, key: string, count: number): Promise<Sight | null> {
    // A pressed control gets the focus, which is no effect.
    const expected = [undefined, before.focus, before.controls.get(key)?.ref];
    for (const deadline = Date.now() + EFFECT_MS; Date.now() < deadline;) {
      const after = await this.look();
      if (this.happened > count || after.shown !== before.shown || !expected.includes(after.focus)) return after;
    }
    return null;
  }

  /** Stays if the control is there; otherwise reloads the place and follows the trail. */
  private async approach({ place, trail, key }: Way): Promise<Sight> {
    const sight = await this.look();
    if (sight.controls.has(key)) return sight;
    await visit(this.page, place);
    for (const step of trail) {
      const node = (await this.look()).controls.get(step);
      if (node) await press(this.page, node);
    }
    return await this.look();
  }

  /** Waits until no request is open, then looks; after a timeout it looks anyway. */
  private async look(): Promise<Sight> {
    await expect(async () => {
      await settled(this.page);
      expect(this.underWay.size).toBe(0);
    })
      .toPass({ timeout: EFFECT_MS, intervals: [50] })
      .catch(() => undefined);
    const tree = await this.page.locator('body, dialog[open]').last().ariaSnapshotJSON({ mode: 'ai' });
    const scrolled = await this.page
      .locator('ul, ol')
      .evaluateAll((lists) => lists.map(({ scrollLeft }) => scrollLeft));
    return sightOf(this.page.url(), tree as readonly AriaNode[], scrolled);
  }

  private note(request: Request): void {
    // A request that counts visits is no effect.
    if (request.resourceType() === 'ping') return;
    // Counts sent data, new documents and retries.
    this.happened += Number(request.method() !== 'GET' || request.isNavigationRequest() || this.isRetrying);
    if (!STREAM.test(request.url()) && /^https?:/.test(request.url())) this.underWay.add(request);
  }

  private judge(status: number, url: string): void {
    if (this.here === BROKEN || (status < 500 && (status !== 404 || MISSING.test(url)))) return;
    this.report(`is answered ${status} by ${url}`);
  }

  private report(problem: string): void {
    this.problems.push(`${this.here} ${problem}`);
  }
}

function sightOf(address: string, tree: readonly AriaNode[], scrolled: readonly number[]): Sight {
  const nodes = [...nodesIn(tree)];
  const { pathname, searchParams } = new URL(address);
  const ids = searchParams.has('dialog') ? [] : [...searchParams.values()].filter((value) => UUID.test(value));
  const page = [pathname, ...ids].join(' ');
  // Buttons of different dialogs differ; dialogs that differ only by letter or recipient count as one.
  const title = nodes.find(({ role }) => role === 'dialog')?.name?.replace(/\d+| to .*/g, '') ?? '';
  const controls = new Map<string, AriaNode>();
  for (const node of nodes.filter(isControl)) {
    const words = node.name ?? textOf(node);
    // Equal links count once, on this page and others.
    if (node.role === 'link') {
      if (new URL(node.url ?? '', address).href !== address) controls.set(`link ${node.url} ${words}`, node);
      continue;
    }
    let nth = 0;
    const keyOf = (nth: number) => `${node.role} ${page} ${title} ${words} #${nth}`;
    while (controls.has(keyOf(nth))) nth++;
    controls.set(keyOf(nth), node);
  }
  const shown = [address, ...scrolled, textOf(...tree)].join(' ');
  return { page, controls, shown, focus: nodes.find(({ active }) => active)?.ref };
}

function* nodesIn(tree: readonly (AriaNode | string)[]): Generator<AriaNode> {
  for (const node of tree) {
    if (typeof node === 'string') continue;
    yield node;
    yield* nodesIn(node.children ?? []);
  }
}

/** A `summary` has no role but a pointer cursor. A chosen radio is no control any more. */
function isControl({ role, ref, cursor, disabled, pressed, checked }: AriaNode): boolean {
  if (ref === undefined || disabled || pressed || (role === 'radio' && checked)) return false;
  return CONTROL.test(role) || (role === 'generic' && cursor === 'pointer');
}

/** Everything the nodes say, but not which of them has the focus. */
function textOf(...nodes: readonly AriaNode[]): string {
  return JSON.stringify(nodes, (key, value: unknown) => (key === 'ref' || key === 'active' ? undefined : value));
}

function turnOf(key: string): number {
  return LATER.findIndex((words) => words.test(key));
}

/** Asked in the browser. */
function traitsOf(element: Element) {
  const { tagName: tag, type, value, readOnly } = element as HTMLInputElement;
  const { selectedIndex: selected, options } = element as HTMLSelectElement;
  return { tag, type, value, readOnly, selected, options: options?.length };
}

/**
 * Presses it as a visitor would: fields are written in, choices are taken, everything else is clicked.
 * @returns false where there is nothing to press: a read-only field, a list with one option, a label
 */
async function press(page: Page, { role, ref = '', name = '' }: AriaNode): Promise<boolean> {
  const target = page.getByRef(ref);
  const timeout = PRESS_MS;
  const { tag, type, value, readOnly, selected, options } = await target.evaluate(traitsOf, undefined, { timeout });
  if (tag === 'LABEL' || readOnly || options === 1) return false;
  if (tag === 'SELECT') await target.selectOption({ index: selected === 0 ? 1 : 0 }, { timeout });
  else if (type === 'date') await target.fill(addDays(newYorkDate(new Date()), 9), { timeout });
  else if (FIELD.test(role)) await target.fill(`4${value.slice(0, 20)}`, { timeout });
  // The real box is often hidden beside the drawn one.
  else if (role === 'radio' || role === 'checkbox')
    await target.evaluate((element) => (element as HTMLElement).click(), undefined, { timeout });
  // A link that only keyboard focus shows can't be clicked.
  else if (name.startsWith('Skip to')) await target.press('Enter', { timeout });
  else await target.click({ timeout });
  return true;
}

test.use({ baseURL: crawledShop().siteUrl });

/** `npm run test:pages` crawls as the visitors with the fewest pages; `npm run crawl` as all. */
const FEW = ['anonymous', 'new'] satisfies Visitor[];
// Visitors with most controls come first.
const ALL_VISITORS: readonly Visitor[] = [...new Set<Visitor>(['operator', 'giver', 'subscriber', ...VISITORS])];

for (const visitor of process.env['CRAWL'] === 'everybody' ? ALL_VISITORS : FEW) {
  test(`whatever ${visitor} presses does something @pages`, async ({ page }) => {
    test.setTimeout(600_000);
    await enter(page, visitor);
    const crawler = new Crawler(page);
    const places = PAGE_STATES[visitor].filter(({ within, passing }) => !within && !passing);
    await crawler.crawl(places);
    test.info().annotations.push({ type: 'pressed', description: [...crawler.pressed].join('; ') });
    expect(crawler.problems).toEqual([]);
    expect(crawler.pressed.size).toBeGreaterThan(places.length);
  });
}
