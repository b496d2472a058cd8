import { type Browser, chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import type { Surroundings } from '../test/server/surroundings.ts';
import { type Fetched, openBarePages, scriptsOf, weightOf } from './bare-page.ts';
import { median, sum } from './statistics.ts';
import { verdict } from './verdict.ts';
import { openSession, type Session, type Step, STEPS, THANKS } from './way-steps.ts';

/** A slow phone: Lighthouse's "mobile" (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md), applied. */
export const SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_000 };

const AIMS = { lcpRatio: 1.3, blockedMs: 50, requests: 8 } as const;

/** A long task blocks from its 50th millisecond on. */
const LONG_TASK_MS = 50;
const SETTLED_MS = 1_500;

interface Measured {
  readonly lcp: number;
  readonly blocked: number;
  /** Asked for before a visitor does anything. */
  readonly files: readonly Fetched[];
}

interface Beside {
  readonly ours: Measured;
  readonly bare: Measured;
}

/** Walks from `/` to the thank-you page in a slowed browser, each step beside a bare page of the same weight. */
export async function benchWay(around: Surroundings, rounds: number): Promise<void> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS });
  try {
    const walks: Beside[][] = [];
    for (let round = 0; round < rounds; round++) walks.push(await walk(browser, around));
    print(walks);
  } finally {
    await browser.close();
  }
}

/** By one browser: what one page has fetched the next one has. */
async function walk(browser: Browser, around: Surroundings): Promise<Beside[]> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  const found: Beside[] = [];
  let session: Session | null = null;
  for (const step of STEPS) {
    if (step.signedIn && session === null) {
      session = await openSession(around);
      await signInBy(context, around, session);
    }
    if (step === THANKS) await session?.user.buy();
    const ours = await measure(await context.newPage(), around.siteUrl + step.address(session));
    found.push({ ours, bare: await measureBare(browser, ours.files) });
  }
  await context.close();
  return found;
}

async function signInBy(context: BrowserContext, around: Surroundings, { stored }: Session): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${around.siteUrl}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_STORAGE_KEY, stored] as const);
  await page.close();
}

async function measureBare(browser: Browser, files: readonly Fetched[]): Promise<Measured> {
  const bare = await openBarePages(files);
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  const measured = await measure(await context.newPage(), bare.inFiles);
  await context.close();
  bare.close();
  return measured;
}

async function measure(page: Page, url: string): Promise<Measured> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const fetched = new Map<string, Fetched>();
  devtools.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) =>
    fetched.set(requestId, { url: request.url, type, bytes: 0 }),
  );
  devtools.on('Network.requestServedFromCache', ({ requestId }) => fetched.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) fetched.delete(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = fetched.get(requestId);
    if (file !== undefined) fetched.set(requestId, { ...file, bytes: encodedDataLength });
  });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED_MS);
  const { lcp, tasks } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await page.close();
  const blocked = sum(tasks.map((duration) => Math.max(0, duration - LONG_TASK_MS)));
  return { lcp, blocked, files: [...fetched.values()] };
}

interface Seen {
  lcp: number;
  readonly tasks: number[];
}

/** Runs in the page. */
function observe(): void {
  const seen: Seen = { lcp: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  const observer = new PerformanceObserver((list) => {
    for (const { entryType, startTime, duration } of list.getEntries()) {
      if (entryType === 'longtask') seen.tasks.push(duration);
      else seen.lcp = startTime;
    }
  });
  for (const type of ['largest-contentful-paint', 'longtask']) observer.observe({ type, buffered: true });
}

function print(walks: readonly (readonly Beside[])[]): void {
  console.log('| Step | LCP | of a bare page | blocked | requests | bytes | script |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [index, step] of STEPS.entries()) {
    const visits = walks.flatMap((each) => each[index] ?? []);
    console.log(`| ${cellsOf(step, visits).join(' | ')} |`);
  }
  const onWay = STEPS.flatMap(({ aside }, index) => (aside ? [] : [index]));
  const whole = (figure: (measured: Measured) => number) =>
    median(walks.map((each) => sum(onWay.map((index) => figure(each[index]!.ours)))));
  const [lcp, bytes] = [whole((step) => step.lcp), whole(({ files }) => weightOf(files))];
  const requests = whole(({ files }) => files.length);
  console.log(`the way from / to the thanks: LCP ${lcp.toFixed(0)} ms, ${requests} requests, ${bytes} bytes`);
}

function cellsOf({ name }: Step, visits: readonly Beside[]): string[] {
  const middle = (figure: (visit: Beside) => number) => median(visits.map(figure));
  const ratio = middle(({ ours, bare }) => ours.lcp / bare.lcp);
  const blocked = middle(({ ours }) => ours.blocked);
  const requests = middle(({ ours }) => ours.files.length);
  return [
    name,
    `${middle(({ ours }) => ours.lcp).toFixed(0)} ms`,
    `${ratio.toFixed(2)} ${verdict(ratio <= AIMS.lcpRatio)}`,
    `${blocked.toFixed(0)} ms ${verdict(blocked <= AIMS.blockedMs)}`,
    `${requests} ${verdict(requests <= AIMS.requests)}`,
    middle(({ ours }) => weightOf(ours.files)).toFixed(0),
    middle(({ ours }) => weightOf(scriptsOf(ours.files))).toFixed(0),
  ];
}
