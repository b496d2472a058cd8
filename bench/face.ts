import { PUBLIC_PATHS } from '../src/contract/site-paths.ts';
import { openBarePages, scriptsOf, weightOf } from './bare-page.ts';
import { type Browser, CATEGORIES, medianVisit, openBrowser, type Visit } from './lighthouse.ts';

const NOWHERE = '/nobody-lives-here';
const PAGES = [...Object.values(PUBLIC_PATHS), NOWHERE];

const AIMS = { home: 100, others: 98, lcpRatio: 1.15, bytes: 62_000, scriptBytes: 9_000, requests: 6 } as const;

/**
 * Lighthouse's medians of the public pages and of bare pages as heavy as `/`, visited in turns so that other load meets
 * all alike.
 */
export async function benchFace(siteUrl: string, runs: number): Promise<void> {
  const browser = await openBrowser();
  try {
    const { files } = await browser.visit(siteUrl + PUBLIC_PATHS.home);
    const bare = await openBarePages(files);
    const urls = [...PAGES.map((path) => siteUrl + path), bare.inFiles, bare.inOne];
    const visits = await visitInTurns(browser, urls, runs);
    bare.close();
    print(visits);
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

function print(visits: readonly Visit[]): void {
  console.log(`| Page | ${CATEGORIES.join(' | ')} | LCP | blocked | layout shift | requests | bytes | script |`);
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  const names = [...PAGES, 'bare, in as many files', 'bare, in one'];
  for (const [index, visit] of visits.entries()) console.log(row(names[index] ?? '', visit));
  const [inFiles, inOne] = visits.slice(PAGES.length);
  for (const [index, path] of PAGES.entries()) judge(path, visits[index], inFiles);
  const [home] = visits;
  if (home && inOne)
    console.log(`LCP of / by that of the bare page in one document: ${(home.lcp / inOne.lcp).toFixed(2)}`);
}

function row(name: string, { scores, lcp, totalBlocking, layoutShift, files }: Visit): string {
  const times = [`${lcp.toFixed(0)} ms`, `${totalBlocking.toFixed(0)} ms`, layoutShift.toFixed(4)];
  const weights = [files.length, weightOf(files), weightOf(scriptsOf(files))];
  return `| ${[name, ...CATEGORIES.map((category) => scores[category]), ...times, ...weights].join(' | ')} |`;
}

function judge(path: string, page: Visit | undefined, bare: Visit | undefined): void {
  if (!page || !bare) return;
  const home = path === PUBLIC_PATHS.home;
  const lowest = home ? AIMS.home : AIMS.others;
  const ratio = page.lcp / bare.lcp;
  const aims = {
    scores: CATEGORIES.every((category) => page.scores[category] >= lowest),
    'layout shift': page.layoutShift === 0,
    ...(home && { [`LCP ${ratio.toFixed(2)} of the bare page's`]: ratio <= AIMS.lcpRatio }),
    requests: page.files.length <= AIMS.requests,
    bytes: weightOf(page.files) <= AIMS.bytes,
    script: weightOf(scriptsOf(page.files)) <= AIMS.scriptBytes,
  };
  const words = Object.entries(aims).map(([name, held]) => `${name} ${held ? 'met' : 'missed'}`);
  console.log(`${path}: ${words.join(', ')}`);
  for (const audit of page.missing) console.log(`  missing: ${audit}`);
}
