import { loadavg } from 'node:os';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import type { Surroundings } from '../test/server/surroundings.ts';
import { type App, type Pressed, PressVisit } from './press-visit.ts';
import type { Control } from './press-watch.ts';
import { median } from './statistics.ts';
import { verdict } from './verdict.ts';
import { openSession, SEASON, type Session } from './way-steps.ts';

const AIM_MS = 100;
/** How often what has missed the aim is pressed once more, when everything else of its page is done. */
const TRIES_ALONE = 5;
const PRESSED_WITHIN_MS = 60_000;
/** A question in a dialog that a menu has opened. */
const DEPTH = 3;

interface Place {
  readonly who: string;
  readonly path: string;
  readonly stored: readonly (readonly [string, string])[];
  /** Its app waits for a hand (decision 140): each control is pressed before that, too. */
  readonly waits?: true;
}

interface Found {
  readonly place: Place;
  readonly app: App;
  /** What has to be pressed before the control is there. */
  readonly trail: readonly string[];
  readonly control: Control;
  readonly presses: Pressed[];
  /** Why it was not pressed. */
  problem: string | null;
}

/** Presses every control of the way's pages in a slowed browser, each on a visit of its own, and says when the next paint came. */
export async function benchPresses(around: Surroundings, rounds: number, paths: readonly string[]): Promise<void> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS });
  try {
    const context = await openPhone(browser, around);
    const places = (await placesOf(around)).filter(({ path }) => paths.length === 0 || paths.includes(barePath(path)));
    const all: Found[] = [];
    console.log('| Page | App | Control | press | key | least and most | answer |');
    console.log('|---|---|---|---|---|---|---|');
    for (const place of places) {
      const found = await explore(context, place);
      for (let round = 1; round < rounds; round++)
        for (const each of found.filter(isRepeated)) await press(context, each);
      const slow = found.filter((each) => slowest(each) > AIM_MS);
      for (let again = 0; again < TRIES_ALONE; again++) for (const each of slow) await press(context, each);
      printRows(found);
      all.push(...found);
    }
    printSums(all);
  } finally {
    await browser.close();
  }
}

/** With its scripts held, a screen is the painted one in each round alike. */
function isRepeated({ app }: Found): boolean {
  return app !== 'held';
}

function openPhone(browser: Browser, { siteUrl }: Surroundings): Promise<BrowserContext> {
  const viewport = { width: 412, height: 823 };
  return browser.newContext({ baseURL: siteUrl, viewport, isMobile: true, hasTouch: true });
}

function storedOf({ stored }: Session): readonly [string, string] {
  return [SESSION_STORAGE_KEY, stored];
}

async function placesOf(around: Surroundings): Promise<Place[]> {
  const [newcomer, buyer] = [await openSession(around), await openSession(around)];
  await buyer.user.buy();
  const payment = `/payment?season=${SEASON}&address=${newcomer.home}`;
  const [asStranger, asNewcomer, asBuyer] = [
    { who: 'stranger', stored: [] },
    { who: 'newcomer', stored: [storedOf(newcomer)] },
    { who: 'buyer', stored: [storedOf(buyer)] },
  ];
  return [
    { path: '/', ...asStranger },
    ...['/signup?plan=monthly', '/signin', '/forgot-password', '/season-selection'].map(
      (path) => ({ path, ...asStranger, waits: true }) as const,
    ),
    ...['/season-selection', `/shipping?season=${SEASON}`, payment, '/gift-subscription'].map((path) => ({
      path,
      ...asNewcomer,
    })),
    ...['?success=true', '/subscription', '/case', '/profile', '/billing'].map((path) => ({
      path: `/account${path}`,
      ...asBuyer,
    })),
  ];
}

/** Presses each control of a page once, and of what a press has brought up there. */
async function explore(context: BrowserContext, place: Place): Promise<Found[]> {
  const page = await context.newPage();
  const visit = new PressVisit(page, await context.newCDPSession(page));
  await visit.open(place.path, place.stored, 'started');
  const controls = await visit.controls();
  await visit.close();
  const known = new Set(controls.map(({ key }) => key));
  const waiting = controls.map((control) => aim(place, 'started', control));
  const found: Found[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    found.push(next);
    const trail = [...next.trail, next.control.key];
    for (const control of await press(context, next)) {
      if (known.has(control.key) || trail.length > DEPTH) continue;
      known.add(control.key);
      waiting.push(aim(place, 'started', control, trail));
    }
  }
  if (place.waits === undefined) return found;
  const first = controls.flatMap((control) => (['comes', 'held'] as const).map((app) => aim(place, app, control)));
  for (const each of first) await press(context, each);
  return [...first, ...found];
}

function aim(place: Place, app: App, control: Control, trail: readonly string[] = []): Found {
  return { place, app, trail, control, presses: [], problem: control.closed };
}

/** @returns what stands on the page then */
async function press(context: BrowserContext, found: Found): Promise<Control[]> {
  if (found.problem !== null) return [];
  const { place, app, trail, control } = found;
  const page = await context.newPage();
  const visit = new PressVisit(page, await context.newCDPSession(page));
  const late = setTimeout(() => void page.close(), PRESSED_WITHIN_MS);
  try {
    await visit.open(place.path, place.stored, app);
    await visit.follow(trail);
    found.presses.push(await visit.press(control));
    if (app !== 'started' || visit.path !== barePath(place.path) || found.presses.length > 1) return [];
    await visit.settle();
    return await visit.controls();
  } catch (error) {
    found.problem = String(error).split('\n', 1)[0] ?? '';
    return [];
  } finally {
    clearTimeout(late);
    await visit.close();
  }
}

function barePath(path: string): string {
  return path.replace(/\?.*/, '');
}

function taps({ presses }: Found): number[] {
  return presses.map(({ ms }) => ms);
}

function keys({ presses }: Found): number[] {
  return presses.flatMap(({ keyMs }) => keyMs ?? []);
}

function slowest(found: Found): number {
  return Math.max(...[taps(found), keys(found)].map((each) => (each.length > 0 ? median(each) : 0)));
}

function printRows(found: readonly Found[]): void {
  for (const each of found.filter(({ presses }) => presses.length > 0)) {
    const [tapped, typed] = [taps(each), keys(each)];
    const span = [...tapped, ...typed];
    const cells = [
      pageOf(each),
      each.app,
      [...each.trail, each.control.key].join(' > '),
      inMs(tapped),
      inMs(typed),
      `${Math.min(...span)}–${Math.max(...span)}`,
      [...new Set(each.presses.map(({ answer }) => answer || '-'))].join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
}

function printSums(found: readonly Found[]): void {
  console.log('\n| Page | App | controls | pressed | worst | of |');
  console.log('|---|---|---|---|---|---|');
  const nameOf = (each: Found) => `${pageOf(each)} | ${each.app}`;
  for (const name of new Set(found.map(nameOf))) {
    const all = found.filter((each) => nameOf(each) === name);
    const pressed = all.filter(({ presses }) => presses.length > 0);
    const worst = pressed.toSorted((a, b) => slowest(b) - slowest(a))[0];
    const ms = worst === undefined ? NaN : slowest(worst);
    const cells = [name, all.length, pressed.length, `${ms} ms ${verdict(ms <= AIM_MS)}`, worst?.control.key];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const missed = found.filter(({ problem, presses }) => problem !== null || presses.length === 0);
  console.log(`\n${found.length - missed.length} of ${found.length} pressed; not pressed, or not in each round:`);
  for (const each of missed)
    console.log(`  ${pageOf(each)}, ${[...each.trail, each.control.key].join(' > ')}: ${each.problem}`);
  const mute = found.filter(({ app, presses }) => app !== 'started' && presses.some(({ answer }) => answer === ''));
  console.log(`${mute.length} showed nothing on a painted screen:`);
  for (const each of mute) console.log(`  ${pageOf(each)}, ${each.app}, ${each.control.key}`);
}

function pageOf({ place }: Found): string {
  return `${barePath(place.path)} (${place.who})`;
}

function inMs(values: readonly number[]): string {
  return values.length === 0 ? '' : `${median(values)} ms`;
}
