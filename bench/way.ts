import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import { freePort } from '../launch/ports.ts';
import { listAddresses } from '../src/contract/addresses.ts';
import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../src/contract/site-paths.ts';
import { callAuth, PASSWORD, Shopper } from '../test/clients/shopper.ts';
import type { Surroundings } from '../test/server/surroundings.ts';
import { runTool } from './rounds.ts';
import { median } from './statistics.ts';

const SEASON = 'season-1';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** Pages of the app are not for search engines. */
const LEAST = {
  public: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  app: { performance: 95, accessibility: 95, 'best-practices': 95, seo: 0 },
} as const;

interface Page {
  readonly name: string;
  readonly url: string;
  readonly kind: keyof typeof LEAST;
}

interface Visit {
  /** 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Milliseconds on the simulated phone. */
  readonly lcp: number;
  readonly layoutShift: number;
  /** Audits that cost points. */
  readonly missing: readonly string[];
}

/** Lighthouse's medians of every page on the way from `/` to the thanks for a purchase, after those of the public pages. */
export async function benchWay(around: Surroundings, rounds: number): Promise<void> {
  await inBrowser(async (context, port) => {
    const { siteUrl } = around;
    const visit = (pages: readonly Page[]) => visitAll(pages, port, rounds);
    const stranger = [`${APP_PATHS.signup}?plan=monthly`, APP_PATHS.signin, APP_PATHS.seasonSelection];
    printHead();
    await visit([...publicPages(siteUrl), ...stranger.map((path) => appPage(siteUrl, path))]);
    const { user, home } = await signIn(context, around);
    const shipping = `${APP_PATHS.shipping}?season=${SEASON}`;
    const payment = `${APP_PATHS.payment}?season=${SEASON}&address=${home}`;
    const buying = [APP_PATHS.seasonSelection, shipping, payment];
    await visit(buying.map((path) => appPage(siteUrl, path, ', signed in')));
    await user.buy();
    await visit([appPage(siteUrl, `${APP_PATHS.account}?success=true`, ', bought')]);
  });
}

export async function benchPublicPages({ siteUrl }: Surroundings, rounds: number): Promise<void> {
  await inBrowser(async (_context, port) => {
    printHead();
    await visitAll(publicPages(siteUrl), port, rounds);
  });
}

function publicPages(siteUrl: string): Page[] {
  return Object.values(PUBLIC_PATHS).map((path) => ({ name: path, url: siteUrl + path, kind: 'public' }));
}

function appPage(siteUrl: string, path: string, more = ''): Page {
  return { name: path.replace(/\?.*/, '') + more, url: siteUrl + path, kind: 'app' };
}

/** One browser for all visits, so that local storage survives between them. */
async function inBrowser(work: (context: BrowserContext, port: number) => Promise<void>): Promise<void> {
  const executablePath = await findChromium();
  const profile = await mkdtemp(join(tmpdir(), 'bench-way-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    await work(context, port);
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
}

async function signIn(context: BrowserContext, around: Surroundings): Promise<{ user: Shopper; home: string }> {
  const user = await Shopper.signUp(around);
  const password = { email: user.email, password: PASSWORD };
  const session = await callAuth<object>(around.siteUrl, '/token?grant_type=password', password);
  const { addresses } = await user.call(listAddresses);
  const page = await context.newPage();
  await page.goto(`${around.siteUrl}/robots.txt`);
  const item = [SESSION_STORAGE_KEY, JSON.stringify(session)] as const;
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), item);
  await page.close();
  return { user, home: addresses[0]?.id ?? '' };
}

async function visitAll(pages: readonly Page[], port: number, rounds: number): Promise<void> {
  for (const page of pages) {
    const visits: Visit[] = [];
    while (visits.length < rounds) visits.push(await visitOnce(page.url, port));
    print(page, visits);
  }
}

interface Result {
  readonly runtimeError?: { readonly message: string };
  readonly finalDisplayedUrl: string;
  readonly audits: Readonly<Record<string, { score: number | null; numericValue?: number; displayValue?: string }>>;
  readonly categories: Readonly<
    Record<Category, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
}

/** On the slow phone that Lighthouse simulates ("mobile", its default). */
async function visitOnce(url: string, port: number): Promise<Visit> {
  const options = ['--output=json', '--quiet', `--port=${port}`, `--only-categories=${CATEGORIES.join()}`];
  const found = await runTool<Result>('lighthouse', 'cli/index.js', [url, ...options]);
  if (found.runtimeError) throw new Error(found.runtimeError.message);
  if (found.finalDisplayedUrl !== url) throw new Error(`${url} has led to ${found.finalDisplayedUrl}.`);
  const { audits, categories } = found;
  const each = CATEGORIES.map((name) => [name, Math.round(100 * (categories[name].score ?? 0))] as const);
  const costly = CATEGORIES.flatMap((name) => categories[name].auditRefs).filter(
    ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1,
  );
  return {
    scores: Object.fromEntries(each) as Visit['scores'],
    lcp: audits['largest-contentful-paint']?.numericValue ?? NaN,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? NaN,
    missing: costly.map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim()),
  };
}

function printHead(): void {
  console.log(`| Page | ${CATEGORIES.join(' | ')} | LCP | CLS | |`);
  console.log('|---|---|---|---|---|---|---|---|');
}

/** A page below its least score makes the program end with 1. */
function print({ name, kind }: Page, visits: readonly Visit[]): void {
  const middle = (figure: (visit: Visit) => number) => median(visits.map(figure));
  const scores = CATEGORIES.map((category) => middle((visit) => visit.scores[category]));
  const isFine = CATEGORIES.every((category, index) => (scores[index] ?? 0) >= LEAST[kind][category]);
  const times = [`${middle(({ lcp }) => lcp).toFixed(0)} ms`, middle(({ layoutShift }) => layoutShift).toFixed(3)];
  console.log(`| ${[name, ...scores, ...times, isFine ? 'met' : 'missed'].join(' | ')} |`);
  if (isFine) return;
  process.exitCode = 1;
  for (const audit of new Set(visits.flatMap(({ missing }) => missing))) console.log(`  missing: ${audit}`);
}
