import { createServer } from 'node:http';
import {
  APP_PATHS,
  CASE_WORKER_PATH,
  CONSOLE_PATHS,
  FORM_PATHS,
  PUBLIC_PATHS,
} from '../../../src/contract/site-paths.ts';
import { NO_OVERRIDES } from '../../../src/domain/holidays.ts';
import { hasBuild, readBuiltFiles } from '../../../src/server/platform/public-pages/build-output.ts';
import { pagesListener } from '../../../src/server/platform/public-pages/pages.ts';
import { SEASON } from '../../../test/builders/case-files.ts';
import { closeNow, listenLocally } from '../../../test/server/listen-locally.ts';
import type { Shop } from '../../../test/server/open-shop.ts';
import { LETTERS, type Phrases, refuseEarly } from './phrases.ts';
import { expectNothingStored } from './worker.ts';

/** The only letter that visitors may read. */
const PUBLIC = 1;

/**
 * Every page, script, style, picture and font of the build as it is served, every address that one of them names, and the
 * map that each script and style would have. @returns how many addresses
 */
export async function crawlSite(shop: Shop, phrases: Phrases, isFull: boolean): Promise<number> {
  if (!hasBuild()) {
    if (isFull) throw new Error('The pages have not been built: run `npm run build` first.');
    return 0;
  }
  const listener = await pagesListener({ ...shop.ctx, holidays: async () => NO_OVERRIDES });
  const server = createServer((request, response) => {
    if (!listener(request, response)) response.writeHead(404).end();
  });
  const url = await listenLocally(server);
  try {
    return await crawl(url, shop.ctx.config.siteUrl, phrases);
  } finally {
    closeNow(server);
  }
}

async function crawl(url: string, siteUrl: string, phrases: Phrases): Promise<number> {
  const built = [...(await readBuiltFiles()).keys()];
  const letters = LETTERS.map((letter) => `${APP_PATHS.accountCaseLetter}?season=${SEASON}&letter=${letter}`);
  const pages = [PUBLIC_PATHS, FORM_PATHS, APP_PATHS, CONSOLE_PATHS].flatMap((paths) => Object.values<string>(paths));
  const known = new Set([...pages, ...letters, ...built, '/robots.txt', '/sitemap.xml']);
  for (const path of known) {
    const answer = await read(url, path);
    refuseEarly(`${answer.headers} ${answer.body}`, PUBLIC, phrases, path);
    if (built.includes(path) && !answer.ok) throw new Error(`${path} of the build is not served.`);
    for (const named of addressesIn(answer.body, siteUrl)) known.add(named);
    if (!/\.(?:js|css)$/.test(path)) continue;
    if (answer.body.includes('sourceMappingURL')) throw new Error(`${path} names a source map.`);
    if ((await read(url, `${path}.map`)).ok) throw new Error(`${path} has a source map.`);
  }
  const worker = await read(url, CASE_WORKER_PATH);
  await expectNothingStored(worker.body, (path) => read(url, path));
  return known.size;
}

async function read(url: string, path: string) {
  const headers = { 'accept-encoding': 'identity' };
  const answer = await fetch(url + path, { headers, redirect: 'manual' });
  const [body, named] = [await answer.text(), JSON.stringify([...answer.headers])];
  return { ok: answer.ok, body, headers: named };
}

/** Of this site alone. */
function addressesIn(body: string, siteUrl: string): string[] {
  const inMarkup = body.matchAll(/(?:href|src|content|action)="([^"\s]+)"|<loc>([^<]+)<\/loc>/g);
  const inScripts = body.matchAll(/["'`(](\.?\/?assets\/[\w.-]+)["'`)]/g);
  return [...inMarkup, ...inScripts]
    .map(([, named = '', located = '']) => (named || located).replace(siteUrl, '').replace(/^\.?\/?assets/, '/assets'))
    .map((address) => address.replaceAll('&amp;', '&').replace(/#.*$/, ''))
    .filter((address) => /^\/(?!\/)/.test(address));
}
