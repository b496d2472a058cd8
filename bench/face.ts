import { PUBLIC_PATHS } from '../src/contract/site-paths.ts';
import { openBarePage } from './bare-page.ts';
import { type Browser, CATEGORIES, medianVisit, openBrowser, type Visit } from './lighthouse.ts';

const NOWHERE = '/nobody-lives-here';
const PAGES = [...Object.values(PUBLIC_PATHS), NOWHERE];

const AIMS = { home: 100, others: 98, lcpRatio: 1.15, bytes: 62_000, scriptBytes: 9_000, requests: 6 } as const;

/**
 * What a phone makes of the public pages: Lighthouse, `runs` times each, medians; and a bare page as heavy as `/` in between, so that
 * whatever else the machine does meets both alike.
 */
export async function benchFace(siteUrl: string, runs: number): Promise<void> {
  const browser = await openBrowser();
  try {
    const { bytes } = await browser.visit(siteUrl + PUBLIC_PATHS.home);
    const bare = await openBarePage(bytes);
    const urls = [...PAGES.map((path) => siteUrl + path), bare.url];
    const visits = await visitInTurns(browser, urls, runs);
    bare.close();
    print(PAGES, visits.slice(0, -1), visits.at(-1));
  } finally {
    browser.close();
  }
}

async function visitInTurns(browser: Browser, urls: readonly string[], runs: number): Promise<Visit[]> {
  const visits: Visit[][] = urls.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, url] of urls.entries()) visits[index]?.push(await browser.visit(url));
  }
  return visits.map(medianVisit);
}

function print(paths: readonly string[], pages: readonly Visit[], bare: Visit | undefined): void {
  console.log(`| Page | ${CATEGORIES.join(' | ')} | LCP | blocked | layout shift | requests | bytes | script |`);
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const [index, page] of pages.entries()) console.log(row(paths[index] ?? '', page));
  if (bare) console.log(row('a bare page', bare));
  for (const [index, page] of pages.entries()) judge(paths[index] ?? '', page, bare);
}

function row(name: string, visit: Visit): string {
  const scores = CATEGORIES.map((category) => visit.scores[category]);
  const times = [`${visit.lcp.toFixed(0)} ms`, `${visit.totalBlocking.toFixed(0)} ms`, visit.layoutShift.toFixed(4)];
  return `| ${[name, ...scores, ...times, visit.requests, visit.bytes, visit.scriptBytes].join(' | ')} |`;
}

function judge(path: string, page: Visit, bare: Visit | undefined): void {
  const home = path === PUBLIC_PATHS.home;
  const lowest = home ? AIMS.home : AIMS.others;
  const ratio = page.lcp / (bare?.lcp ?? NaN);
  const kept = {
    scores: CATEGORIES.every((category) => page.scores[category] >= lowest),
    'layout shift': page.layoutShift === 0,
    ...(home && { [`LCP ${ratio.toFixed(2)} of the bare page's`]: ratio <= AIMS.lcpRatio }),
    requests: page.requests <= AIMS.requests,
    bytes: page.bytes <= AIMS.bytes,
    script: page.scriptBytes <= AIMS.scriptBytes,
  };
  const words = Object.entries(kept).map(([name, held]) => `${name} ${held ? 'met' : 'missed'}`);
  console.log(`${path}: ${words.join(', ')}`);
  for (const audit of page.missing) console.log(`  missing: ${audit}`);
}
