import type { Page, Request } from '@playwright/test';
import { look, press, type Sight } from './controls.ts';
import { type PageState, visit } from './page-states.ts';

/** What brings a page into another state comes after everything else on it, in this order; what cannot be taken back comes last. */
const LATER = [
  /profile BUTTON (Remove|Disconnect) #/,
  /Send Again: /,
  /Undo the Freeze/,
  /BUTTON Print #/,
  /BUTTON Print Again/,
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
  /\/nobody-lives-here$|\/account\/nowhere$|\/api\/gifts\/claims$|\/in_nothing\/|0000dead\b|\/batches\/\d+\/files/;
const EFFECT_MS = 10_000;
const DEPTH = 3;
/** It stays open as long as the page. */
const STREAM = /\/api\/account\/changes$/;

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
export class Crawler {
  readonly problems: string[] = [];
  /** Controls that were seen and gone when their turn came, or were chosen from the beginning, and never came again. */
  readonly unpressed = new Set<string>();
  /** Controls that have had their turn, or will have it. */
  private readonly known = new Set<string>();
  pressed = 0;
  private readonly addresses = new Map<PageState, string>();
  private readonly underWay = new Set<Request>();
  private last: Way | undefined;
  private happened = 0;
  private documents = 0;
  private documentsAtStart = 0;
  /** The place that is being explored, and its page. */
  private here = '';
  private home = '';

  constructor(private readonly page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error' && this.here !== BROKEN && !isRefusal(message.text()))
        this.report(`logs ${message.text()}`);
    });
    page.on('pageerror', (error) => this.report(`throws ${error.message}`));
    page.on('response', (response) => this.judge(response.status(), response.url()));
    page.on('request', (request) => this.note(request));
    page.on('requestfinished', (request) => this.underWay.delete(request));
    page.on('requestfailed', (request) => this.underWay.delete(request));
    page.on('domcontentloaded', () => (this.documents += 1));
    page.on('download', () => (this.happened += 1));
    // The browser's own question about what has been typed and not saved.
    page.on('dialog', (dialog) => {
      this.happened += 1;
      void dialog.accept();
    });
  }

  async begin(): Promise<void> {
    // What the browser does beside the page: it prints, or says beside a field why the form does not go.
    await this.page.exposeFunction('besidePage', () => (this.happened += 1));
    await this.page.addInitScript('print = () => besidePage(); addEventListener("invalid", () => besidePage(), true)');
  }

  async explore(place: PageState): Promise<void> {
    this.here = place.name;
    const sight = await this.arrive(place);
    this.home = sight.page;
    await this.exploreFrom(place, [], sight);
  }

  async pressTheLast(): Promise<void> {
    if (this.last) await this.tryOut(this.last);
  }

  private async exploreFrom(place: PageState, trail: readonly string[], { controls }: Sight): Promise<void> {
    if (controls.length === 0) this.report('is a dead end');
    const fresh = inTurn(controls.filter((key) => !this.known.has(key)));
    for (const key of fresh) this.known.add(key);
    for (const key of fresh) {
      const way = { place, trail, key };
      if (LAST.test(key)) this.last = way;
      else await this.tryOut(way);
    }
  }

  private async tryOut(way: Way, tries = 3): Promise<void> {
    const { place, trail, key } = way;
    const before = await this.approach(way);
    // It belonged to a state that is no more, or is chosen already: where it is seen in another state, it is pressed.
    if (!before?.wanted || before.wanted.chosen) {
      this.known.delete(key);
      this.unpressed.add(key);
      return;
    }
    const count = this.happened;
    try {
      await press(this.page, before.wanted);
      this.pressed += 1;
      this.unpressed.delete(key);
    } catch (error) {
      // What came back from the server while we looked may have drawn it anew, or taken it away.
      if (tries > 1) return await this.tryOut(way, tries - 1);
      return this.report(`cannot be pressed: ${wordsOf(way)} (${String(error).slice(0, 200)})`);
    }
    const after = await this.effectOn(before, count);
    if (!after) return this.report(`does nothing when this is pressed: ${wordsOf(way)}`);
    if (after.page !== this.home || trail.length === DEPTH) return;
    await this.exploreFrom(place, [...trail, key], after);
  }

  /** @returns null when nothing has changed */
  private async effectOn(before: Sight, count: number): Promise<Sight | null> {
    for (const deadline = Date.now() + EFFECT_MS; ;) {
      const after = await this.calm();
      if (this.happened > count || after.shown !== before.shown) return after;
      // The one pressed has the focus for having been pressed.
      if (after.focus !== null && after.focus !== before.focus && after.focus !== before.wanted?.key) return after;
      if (Date.now() > deadline) return null;
    }
  }

  /** Goes to where the control is, by the shortest way there is. */
  private async approach(way: Way): Promise<Sight | null> {
    const { place, trail, key } = way;
    let sight = await this.calm(key);
    if (!sight.wanted) sight = await this.stepAlong(trail, key, sight);
    if (sight.wanted) return sight;
    if (this.documents === this.documentsAtStart) {
      await this.page.goBack();
      sight = await this.stepAlong(trail, key, await this.calm(key));
      if (sight.wanted) return sight;
    }
    await this.arrive(place);
    for (const step of trail) {
      const there = await this.calm(step);
      if (!there.wanted) return null;
      await press(this.page, there.wanted);
    }
    sight = await this.calm(key);
    return sight.wanted ? sight : null;
  }

  /** From here by the later steps of the trail, where one of them can be taken. */
  private async stepAlong(trail: readonly string[], key: string, from: Sight): Promise<Sight> {
    const known = trail.findLastIndex((step) => from.controls.includes(step));
    if (known === -1) return from;
    let sight = from;
    for (const step of trail.slice(known)) {
      sight = await this.calm(step);
      if (!sight.wanted) return sight;
      if (!sight.wanted.chosen) await press(this.page, sight.wanted);
    }
    return await this.calm(key);
  }

  /** The long way round once; then by the address to which it led. */
  private async arrive(place: PageState): Promise<Sight> {
    const known = this.addresses.get(place);
    await visit(this.page, known === undefined ? place : { name: place.name, path: known });
    const led = this.page.url();
    if (known === undefined && new URL(led).pathname !== place.path.split('?', 1)[0]) this.addresses.set(place, led);
    const sight = await this.calm();
    this.documentsAtStart = this.documents;
    return sight;
  }

  /** Looks when nothing is on its way any more. */
  private async calm(wanted: string | null = null): Promise<Sight> {
    for (const deadline = Date.now() + EFFECT_MS; ;) {
      const sight = await this.seen(wanted);
      if ((!sight.busy && this.underWay.size === 0) || Date.now() > deadline) return sight;
    }
  }

  /** Asked once more when another document comes in between. */
  private async seen(wanted: string | null, tries = 10): Promise<Sight> {
    try {
      return await look(this.page, wanted);
    } catch (error) {
      if (tries === 1 || !/context was destroyed|navigation/.test(String(error))) throw error;
      await this.page.waitForLoadState('domcontentloaded');
      return await this.seen(wanted, tries - 1);
    }
  }

  private note(request: Request): void {
    // What is counted of visits is no answer to a visitor.
    if (request.resourceType() === 'ping') return;
    // Data sent, a file fetched, a document loaded anew.
    this.happened += Number(request.method() !== 'GET' || request.isNavigationRequest());
    if (!STREAM.test(request.url()) && /^https?:/.test(request.url())) this.underWay.add(request);
  }

  private judge(status: number, url: string): void {
    const meant = MISSING.test(url) || this.here === BROKEN;
    if (status >= 500 ? this.here !== BROKEN : status === 404 && !meant) this.report(`is answered ${status} by ${url}`);
  }

  private report(problem: string): void {
    this.problems.push(`${this.here} ${problem}`);
  }
}

function inTurn(keys: readonly string[]): readonly string[] {
  const turns = [...keys].sort((one, other) => turnOf(one) - turnOf(other));
  // Another country asks for another address: the fields of this one come first.
  const country = turns.findIndex((key) => / SELECT country /.test(key));
  if (country === -1) return turns;
  const [select = ''] = turns.splice(country, 1);
  const end = turns.findIndex((key, index) => index >= country && !/ (INPUT|SELECT|TEXTAREA) /.test(key));
  return turns.toSpliced(end === -1 ? turns.length : end, 0, select);
}

function turnOf(key: string): number {
  return LATER.findIndex((words) => words.test(key));
}

function wordsOf({ trail, key }: Way): string {
  return [...trail, key].join(' > ');
}

/** Chromium logs each 4xx answer; a refusal that the screen explains is no fault, and 404 is judged apart. */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: .* status of 4\d\d/.test(text);
}
