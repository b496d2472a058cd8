import { type Browser, chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import { listAddresses } from '../src/contract/addresses.ts';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import { callAuth, PASSWORD, Shopper } from '../test/clients/shopper.ts';
import type { Surroundings } from '../test/server/surroundings.ts';
import { type Fetched, openBarePages } from './bare-page.ts';
import { median, sum } from './statistics.ts';

/** A slow phone: Lighthouse's "mobile" (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md), applied. */
export const SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_000 };

const AIMS = { lcpRatio: 1.3, blockedMs: 50 } as const;

/** A long task blocks from its 50th millisecond on. */
const LONG_TASK_MS = 50;
const SETTLED_MS = 1_500;

interface Step {
  readonly name: string;
  readonly address: (user: Shopper | null) => Promise<string> | string;
}

export const SEASON = 'season-1';

/** In the order of a first purchase, by one browser: what one page has fetched the next one has. */
const STEPS: readonly Step[] = [
  { name: '/', address: () => '/' },
  { name: '/signup', address: () => '/signup?plan=monthly' },
  { name: '/season-selection', address: () => '/season-selection' },
  { name: '/shipping', address: () => `/shipping?season=${SEASON}` },
  { name: '/payment', address: async (user) => `/payment?season=${SEASON}&address=${await homeOf(user)}` },
  { name: 'thank-you', address: () => '/account?success=true' },
];
const SIGNED_IN_FROM = '/season-selection';
const PAID_BEFORE = 'thank-you';

interface Measured {
  readonly lcp: number;
  readonly blocked: number;
  readonly files: readonly Fetched[];
}

/** Walks from `/` to the thank-you page in a slowed browser, each step beside a bare page of the same weight. */
export async function benchWay(around: Surroundings, rounds: number): Promise<void> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS });
  try {
    const walks: { ours: Measured; bare: Measured }[][] = [];
    for (let round = 0; round < rounds; round++) walks.push(await walk(browser, around));
    print(walks);
  } finally {
    await browser.close();
  }
}

async function walk(browser: Browser, around: Surroundings): Promise<{ ours: Measured; bare: Measured }[]> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  const found: { ours: Measured; bare: Measured }[] = [];
  let user: Shopper | null = null;
  for (const { name, address } of STEPS) {
    if (name === SIGNED_IN_FROM) user = await signInBy(context, around);
    if (name === PAID_BEFORE) await user?.buy();
    const ours = await measure(await context.newPage(), around.siteUrl + (await address(user)));
    found.push({ ours, bare: await measureBare(browser, ours.files) });
  }
  await context.close();
  return found;
}

async function signInBy(context: BrowserContext, around: Surroundings): Promise<Shopper> {
  const { user, stored } = await signUp(around);
  const page = await context.newPage();
  await page.goto(`${around.siteUrl}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), stored);
  await page.close();
  return user;
}

/** A user, and what a browser stores of the session. */
export async function signUp(around: Surroundings) {
  const user = await Shopper.signUp(around);
  const password = { email: user.email, password: PASSWORD };
  const session = await callAuth<object>(around.siteUrl, '/token?grant_type=password', password);
  return { user, stored: [SESSION_STORAGE_KEY, JSON.stringify(session)] as const };
}

export async function homeOf(user: Shopper | null): Promise<string> {
  const { addresses } = (await user?.call(listAddresses)) ?? { addresses: [] };
  return addresses[0]?.id ?? '';
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
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.fromDiskCache) fetched.set(requestId, { url: response.url, type, bytes: 0 });
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
  return { lcp, blocked, files: [...fetched.values()].filter(({ bytes }) => bytes > 0) };
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

function print(walks: readonly (readonly { ours: Measured; bare: Measured }[])[]): void {
  console.log('| Step | LCP | of a bare page | blocked | requests | bytes | script |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [index, { name }] of STEPS.entries()) {
    const visits = walks.flatMap((walk) => walk[index] ?? []);
    const middle = (figure: (visit: { ours: Measured; bare: Measured }) => number) => median(visits.map(figure));
    const ratio = middle(({ ours, bare }) => ours.lcp / bare.lcp);
    const blocked = middle(({ ours }) => ours.blocked);
    const cells = [
      name,
      `${middle(({ ours }) => ours.lcp).toFixed(0)} ms`,
      `${ratio.toFixed(2)} ${ratio <= AIMS.lcpRatio ? 'met' : 'missed'}`,
      `${blocked.toFixed(0)} ms ${blocked <= AIMS.blockedMs ? 'met' : 'missed'}`,
      middle(({ ours }) => ours.files.length),
      middle(({ ours }) => weight(ours.files)),
      middle(({ ours }) => weight(ours.files.filter(({ type }) => type === 'Script'))),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const whole = (figure: (measured: Measured) => number) =>
    median(walks.map((walk) => sum(walk.map(({ ours }) => figure(ours)))));
  const [lcp, bytes] = [whole((step) => step.lcp), whole(({ files }) => weight(files))];
  console.log(
    `the whole way: LCP ${lcp.toFixed(0)} ms, ${whole(({ files }) => files.length)} requests, ${bytes} bytes`,
  );
}

function weight(files: readonly Fetched[]): number {
  return sum(files.map(({ bytes }) => bytes));
}
