import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import type { Fetched } from './bare-page.ts';
import { median } from './statistics.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** What Lighthouse found of one page in one run. */
export interface Visit {
  /** 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Audits that cost points, by category. */
  readonly missing: readonly string[];
  /** Milliseconds, of the simulated phone. */
  readonly lcp: number;
  readonly totalBlocking: number;
  readonly layoutShift: number;
  readonly files: readonly Fetched[];
}

export interface Browser {
  visit(url: string): Promise<Visit>;
  close(): void;
}

/** A Chromium of its own for Lighthouse, which then plays a phone on a slow line ("mobile", its default). */
export async function openBrowser(): Promise<Browser> {
  const chromePath = await findChromium();
  // As root Chromium runs without its sandbox or not at all.
  const chromeFlags = ['--headless=new', '--no-sandbox', ...CHROMIUM_ARGS];
  const chrome = await launch({ ...(chromePath !== undefined && { chromePath }), chromeFlags, logLevel: 'silent' });
  return {
    async visit(url) {
      const found = await lighthouse(url, {
        port: chrome.port,
        logLevel: 'silent',
        onlyCategories: [...CATEGORIES],
        // The page under a wrong address answers 404, and is a page all the same.
        ignoreStatusCode: true,
      });
      if (!found) throw new Error(`Lighthouse has found nothing at ${url}.`);
      if (found.lhr.runtimeError) throw new Error(found.lhr.runtimeError.message);
      return read(found.lhr);
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

/** Of several visits the middle one of each figure; the worst layout shift, and all that cost points. */
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
