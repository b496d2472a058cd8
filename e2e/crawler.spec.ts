import { expect, type Page, type Request, test } from '@playwright/test';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { PAGE_STATES, type PageState, settled, visit } from './page-states.ts';
import { crawledShop } from './shops.ts';
import { enter, type Visitor, VISITORS } from './visitors.ts';

/** What brings a page into another state comes after everything else on it, in this order; what cannot be taken back comes last. */
const LATER = [
  // Another country asks for another address: the fields of this one come first.
  /^combobox .*Country/,
  /^button .*profile +(Remove|Disconnect) #/,
  /Send Again: /,
  /Undo the Freeze/,
  /^button .* Print #/,
  /Print Again/,
  /Undo the Last Print/,
  /Hand Over/,
  /The Post Has It/,
];
/** What ends the visit is left for the end of it. */
const LAST = /Sign Out/;
/** The state in which the server is made to fail. */
const BROKEN = 'error';
/**
 * What is not there, and is asked for all the same: by the places that show it, and, when a print has been taken back, for its files
 * once more before the page knows that the batch is gone.
 */
const MISSING =
  /\/nobody-lives-here$|\/account\/nowhere$|\/api\/gifts\/claims(\/look|\/check)?$|\/api\/case-invitations\/|\/in_nothing\/|0000dead\b|\/batches\/\d+\/files/;
/** Chromium logs each 4xx answer; a refusal that the screen explains is no fault, and 404 is judged apart. */
const REFUSAL = /^Failed to load resource: .* status of 4\d\d/;
/** It stays open as long as the page. */
const STREAM = /\/api\/account\/changes$/;
const UUID = /^[0-9a-f-]{36}$/;
const FIELD = /^(textbox|searchbox|spinbutton)$/;
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

/** What a page is at one moment, as a visitor could tell. */
interface Sight {
  /** The page, without what is a dialog or a place on it. */
  readonly page: string;
  /** What can be pressed, by keys that tell each from the others of its page and find it again after a reload. */
  readonly controls: ReadonlyMap<string, AriaNode>;
  readonly shown: string;
  readonly focus: string | undefined;
}

interface Way {
  readonly place: PageState;
  /** What has to be pressed on the place before the control is there. */
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
  /** Controls that have had their turn, or will have it. */
  private readonly known = new Set<string>();
  private readonly underWay = new Set<Request>();
  private last: Way | undefined;
  private happened = 0;
  /** What is asked for again may be the same as before: to ask is all that Try Again must do. */
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
    // The browser's own question about what has been typed and not saved.
    page.on('dialog', (dialog) => {
      this.happened += 1;
      void dialog.accept();
    });
  }

  async crawl(places: readonly PageState[]): Promise<void> {
    // What the browser does beside the page: it prints, or says beside a field why the form does not go.
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
      // It belonged to a state that is no more, or is chosen already: where it is seen in another state, it is pressed.
      if (!node || !(await press(this.page, node))) return void this.known.delete(key);
    } catch (error) {
      // What came back from the server while we looked may have drawn it anew, or taken it away.
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
    // The one pressed has the focus for having been pressed.
    const expected = [undefined, before.focus, before.controls.get(key)?.ref];
    for (const deadline = Date.now() + EFFECT_MS; Date.now() < deadline;) {
      const after = await this.look();
      if (this.happened > count || after.shown !== before.shown || !expected.includes(after.focus)) return after;
    }
    return null;
  }

  /** Stays where the control is; else loads its place anew and goes the trail. */
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

  /** Looks when nothing is on its way any more; what does not end is judged as it stands. */
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
    // What is counted of visits is no answer to a visitor.
    if (request.resourceType() === 'ping') return;
    // Data sent, a file fetched, a document loaded anew.
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
  // Dialogs with a button of the same name have each their own; those that ask the same of one letter and the next are one.
  const title = nodes.find(({ role }) => role === 'dialog')?.name?.replace(/\d+| to .*/g, '') ?? '';
  const controls = new Map<string, AriaNode>();
  for (const node of nodes.filter(isControl)) {
    const words = node.name ?? textOf(node);
    // The same way shown twice is one, on this page and on others.
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

/** What unfolds (`summary`) has no role, and the hand for a pointer; a choice that has been made is none any more. */
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
 * @returns false where there is nothing to press: a field that is read, a choice of one, the words beside a box
 */
async function press(page: Page, { role, ref = '', name = '' }: AriaNode): Promise<boolean> {
  const target = page.getByRef(ref);
  const timeout = PRESS_MS;
  const { tag, type, value, readOnly, selected, options } = await target.evaluate(traitsOf, undefined, { timeout });
  if (tag === 'LABEL' || readOnly || options === 1) return false;
  if (role === 'combobox') await target.selectOption({ index: selected === 0 ? 1 : 0 }, { timeout });
  else if (type === 'date') await target.fill(addDays(newYorkDate(new Date()), 9), { timeout });
  else if (FIELD.test(role)) await target.fill(`4${value.slice(0, 20)}`, { timeout });
  // A choice is often drawn beside the box that holds it.
  else if (role === 'radio' || role === 'checkbox')
    await target.evaluate((element) => (element as HTMLElement).click(), undefined, { timeout });
  // What shows itself to the keyboard alone cannot be clicked.
  else if (name.startsWith('Skip to')) await target.press('Enter', { timeout });
  else await target.click({ timeout });
  return true;
}

test.use({ baseURL: crawledShop().siteUrl });

/** `npm run test:pages` crawls as the visitors with the fewest pages; `npm run crawl` as all. */
const FEW = ['anonymous', 'new'] satisfies Visitor[];
// Who has most to press begins.
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
