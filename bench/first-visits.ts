import { SESSION_STORAGE_KEY } from '../src/contract/session-storage.ts';
import type { Surroundings } from '../test/server/surroundings.ts';
import { openBarePages, scriptsOf, weightOf } from './bare-page.ts';
import { type Browser, medianVisit, openBrowser, type Visit } from './lighthouse.ts';
import { verdict } from './verdict.ts';
import { openSession, STEPS } from './way-steps.ts';

const AIMS = { performance: 98, lcpRatio: 1.3, blockedMs: 50, requests: 8, scriptBytes: 95_000 } as const;

interface Beside {
  readonly ours: Visit;
  readonly bare: Visit;
}

/** Lighthouse's medians of each page of the way, opened with nothing cached, in turns with a bare page of the same files. */
export async function benchFirstVisits(around: Surroundings, rounds: number): Promise<void> {
  console.log('| First visit | performance | LCP | of a bare page | blocked | requests | bytes | script |');
  console.log('|---|---|---|---|---|---|---|---|');
  const browser = await openBrowser();
  try {
    const session = await openSession(around);
    let isSignedIn = false;
    for (const { name, address, signedIn } of STEPS) {
      if (signedIn && !isSignedIn)
        await browser.store(`${around.siteUrl}/robots.txt`, SESSION_STORAGE_KEY, session.stored);
      isSignedIn ||= signedIn ?? false;
      const visits = await visitInTurns(browser, around.siteUrl + address(session), rounds);
      console.log(`| ${[name, ...cellsOf(visits)].join(' | ')} |`);
      for (const audit of visits.ours.missing) console.log(`  missing: ${audit}`);
    }
  } finally {
    browser.close();
  }
}

async function visitInTurns(browser: Browser, url: string, rounds: number): Promise<Beside> {
  const { files } = await browser.visit(url);
  const bare = await openBarePages(files);
  const visits: Beside[] = [];
  for (let round = 0; round < rounds; round++)
    visits.push({ ours: await browser.visit(url), bare: await browser.visit(bare.inFiles) });
  bare.close();
  return { ours: medianVisit(visits.map(({ ours }) => ours)), bare: medianVisit(visits.map((each) => each.bare)) };
}

function cellsOf({ ours, bare }: Beside): string[] {
  const ratio = ours.lcp / bare.lcp;
  const script = weightOf(scriptsOf(ours.files));
  return [
    `${ours.scores.performance} ${verdict(ours.scores.performance >= AIMS.performance)}`,
    `${ours.lcp.toFixed(0)} ms`,
    `${ratio.toFixed(2)} ${verdict(ratio <= AIMS.lcpRatio)}`,
    `${ours.totalBlocking.toFixed(0)} ms ${verdict(ours.totalBlocking <= AIMS.blockedMs)}`,
    `${ours.files.length} ${verdict(ours.files.length <= AIMS.requests)}`,
    `${weightOf(ours.files)}`,
    `${script} ${verdict(script <= AIMS.scriptBytes)}`,
  ];
}
