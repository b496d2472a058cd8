import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import type { Fetched } from './bare-page.ts';
import { median } from './statistics.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

export interface Visit {
  /** 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  readonly missing: readonly string[];
  /** Milliseconds on the simulated phone. */
  readonly lcp: number;
  readonly totalBlocking: number;
  readonly layoutShift: number;
  readonly files: readonly Fetched[];
}

export interface Browser {
  visit(url: string): Promise<Visit>;
  /** Keeps it in the local storage of the URL's site, for the visits that follow. */
  store(url: string, key: string, value: string): Promise<void>;
  close(): void;
}

/** Lighthouse simulates a slow phone ("mobile", its default). */
export async function openBrowser(): Promise<Browser> {
  const chromePath = await findChromium();
  // Chromium's sandbox does not run as root.
  const chromeFlags = ['--headless=new', '--no-sandbox', ...CHROMIUM_ARGS];
  const chrome = await launch({ ...(chromePath !== undefined && { chromePath }), chromeFlags, logLevel: 'silent' });
  return {
    async visit(url) {
      const found = await lighthouse(url, {
        port: chrome.port,
        logLevel: 'silent',
        onlyCategories: [...CATEGORIES],
        // The 404 page is measured like the others.
        ignoreStatusCode: true,
      });
      if (!found) throw new Error(`Lighthouse has found nothing at ${url}.`);
      if (found.lhr.runtimeError) throw new Error(found.lhr.runtimeError.message);
      return read(found.lhr);
    },
    async store(url, key, value) {
      const remote = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
      const page = await (remote.contexts()[0] ?? (await remote.newContext())).newPage();
      await page.goto(url);
      await page.evaluate(([name, item]) => localStorage.setItem(name, item), [key, value] as const);
      await page.close();
      await remote.close();
    },
    close: () => chrome.kill(),
  };
}

function read({ audits, categories }: Result): Visit {
  const fetched = (audits['network-requests']?.details as RequestTable | undefined)?.items ?? [];
  const number = (id: string) => audits[id]?.numericValue ?? NaN;
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round(100 * (categories[name]?.score ?? 0))]),
    ) as Record<Category, number>,
    missing: CATEGORIES.flatMap((name) => costly(name, categories[name], audits)),
    lcp: number('largest-contentful-paint'),
    totalBlocking: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
    files: fetched.map(({ url, resourceType = 'Other', transferSize }) => ({
      url,
      type: resourceType,
      bytes: transferSize,
    })),
  };
}

interface RequestTable {
  readonly items: readonly { readonly url: string; readonly resourceType?: string; readonly transferSize: number }[];
}

function costly(name: Category, category: Result.Category | undefined, audits: Result['audits']): string[] {
  const weighing = category?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  const lost = weighing.filter(({ id }) => (audits[id]?.score ?? 1) < 1);
  return lost.map(({ id }) => `${name}: ${id} ${audits[id]?.displayValue ?? ''}`.trim());
}

/** The median of each figure; the worst layout shift. */
export function medianVisit(visits: readonly Visit[]): Visit {
  const middle = (figure: (visit: Visit) => number) => median(visits.map(figure));
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, middle(({ scores }) => scores[name])]),
    ) as Visit['scores'],
    missing: [...new Set(visits.flatMap(({ missing }) => missing))],
    lcp: middle(({ lcp }) => lcp),
    totalBlocking: middle(({ totalBlocking }) => totalBlocking),
    layoutShift: Math.max(...visits.map(({ layoutShift }) => layoutShift)),
    files: visits[0]?.files ?? [],
  };
}
