import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepare } from '../../../../launch/prepare.mjs';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { DEV_PATHS, APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { SESSION_STORAGE_KEY } from '../../../contract/session-storage.ts';
import { type HolidayOverrides, NO_OVERRIDES } from '../../../domain/holidays.ts';
import { loadKeys } from '../../identity/keys/keys.ts';
import { readConfig } from '../config/config.ts';
import { type BuildOutput, readBuildOutput } from './build-output.ts';
import { isAppPath, pagesListener } from './pages.ts';
import { cachePublicPages, type PagesContext, type PublicPagesInMemory } from './public-pages.ts';

const PAGE_PATHS = [...Object.values(PUBLIC_PATHS), '/nobody-lives-here', '/l/0123456789ABCDEF'];

// A Tuesday; the mailing days around it are November 13 and 27.
let now = new Date('2026-11-24T17:00:00Z');
let overrides = NO_OVERRIDES;
let dataDir: string;
let ctx: PagesContext;
let build: BuildOutput;
let server: Server;

beforeAll(async () => {
  await prepare({ build: true });
  dataDir = await mkdtemp(join(tmpdir(), 'pages-'));
  ctx = await pagesContext();
  build = await readBuildOutput();
  const answerPage = await pagesListener(ctx, build);
  server = createServer((req, res) => {
    if (!answerPage(req, res)) res.writeHead(418).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
}, 60_000);

afterAll(async () => {
  server.close();
  await rm(dataDir, { recursive: true });
});

describe.each(PAGE_PATHS)('the public page %s', (path) => {
  test('holds no inline script, no inline style and no handler', async () => {
    const html = await (await visit(path)).text();
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)/g)) {
      if (attributes === ' type="application/ld+json"') continue;
      expect(attributes).toContain('src="/assets/');
      expect(body).toBe('');
    }
  });

  test('asks no other host for anything', async () => {
    const html = await (await visit(path)).text();
    const fetched = [...html.matchAll(/<(?:script|link|img|iframe|source)[^>]*?\s(?:src|href)="([^"]+)"[^>]*>/g)];
    const others = fetched.filter(([tag, url]) => !tag.includes('rel="canonical"') && !url?.startsWith('/'));
    expect(others).toEqual([]);
  });

  test('weighs at most 62 kB with all it loads, 9 kB of it script, in at most 6 requests, the icon among them', async () => {
    const loads = await loadsOf(path);
    const script = loads.filter(({ type }) => type.includes('javascript'));
    expect(sum(script)).toBeLessThanOrEqual(9_000);
    expect(sum(loads)).toBeLessThanOrEqual(62_000);
    expect(loads.length).toBeLessThanOrEqual(6);
  });
});

test('the landing page states both plans, the next two mailing days and the date to order by', async () => {
  const text = (await (await visit('/')).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  for (const words of [
    '$15 per month',
    '$153 per year',
    'Save 15%',
    '2 letters per month',
    'Season One Now Shipping',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toContain('Friday, November 27, 2026');
  expect(text).toContain('Friday, December 11, 2026');
  // Letter 1 must be mailed by December 4, the third business day after December 1.
  expect(text).toContain('Order by December 1, 2026');
});

test('the landing page has ten questions, of which the browser opens one at a time', async () => {
  expect((await (await visit('/')).text()).match(/<details name="faq"/g)).toHaveLength(10);
});

test('the one script knows where the session is kept, and imports nothing', () => {
  const script = build.files.get(build.assets.scripts[0] ?? '')?.body.toString() ?? '';
  expect(build.assets.scripts).toHaveLength(1);
  expect(script).toContain(SESSION_STORAGE_KEY);
  expect(script).not.toMatch(/\bimport\b/);
});

describe('for search engines and shared links', () => {
  const known = Object.values(PUBLIC_PATHS);

  test('each page has a title, a description and an address of its own', async () => {
    const pages = await Promise.all(known.map(async (path) => await (await visit(path)).text()));
    const each = (pattern: RegExp) => new Set(pages.map((html) => pattern.exec(html)?.[1]));
    expect(each(/<title>([^<]{10,60})<\/title>/).size).toBe(known.length);
    expect(each(/<meta name="description" content="([^"]{50,160})"/).size).toBe(known.length);
    expect([...each(/<link rel="canonical" href="([^"]+)"/)]).toEqual(
      known.map((path) => `${ctx.config.siteUrl}${path}`),
    );
  });

  test('each shows the picture of the envelope, of the size it says', async () => {
    const html = await (await visit('/support')).text();
    expect(html).toContain(`<meta property="og:image" content="${ctx.config.siteUrl}/share.png"/>`);
    const picture = build.files.get('/share.png')?.body;
    expect([picture?.readUInt32BE(16), picture?.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(html).toMatch(/og:image:width" content="1200".*og:image:height" content="630"/);
  });

  test('the landing page states the product with both prices, and the ten questions, as data', async () => {
    const html = await (await visit('/')).text();
    const data = [...html.matchAll(/<script type="application\/ld\+json">([^<]+)<\/script>/g)];
    const [product, faq] = data.map(([, json = '']) => JSON.parse(json) as Record<string, unknown>);
    expect(product).toMatchObject({
      '@type': 'Product',
      image: `${ctx.config.siteUrl}/share.png`,
      offers: [
        { price: '15.00', priceCurrency: 'USD' },
        { price: '153.00', priceCurrency: 'USD' },
      ],
    });
    expect(faq).toMatchObject({ '@type': 'FAQPage', mainEntity: { length: 10 } });
  });

  test('the sitemap lists every public page, and robots.txt says where it is', async () => {
    const sitemap = await (await fetch(address('/sitemap.xml'))).text();
    expect([...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url)).toEqual(
      [...known, APP_PATHS.seasonSelection].map((path) => `${ctx.config.siteUrl}${path}`),
    );
    const robots = await (await fetch(address('/robots.txt'))).text();
    expect(robots).toContain(`Sitemap: ${ctx.config.siteUrl}/sitemap.xml`);
    expect(robots).toContain('Disallow: /account\n');
    for (const path of [APP_PATHS.seasonSelection, APP_PATHS.giftClaim]) expect(disallows(robots, path)).toBe(false);
  });

  test.each(['/season-selection?promo=LETTER20', '/gift/claim?token=abc', '/signin'])(
    'the app at %s says what it is without being run, and shows the picture',
    async (path) => {
      const html = await (await visit(path)).text();
      expect(html).toMatch(/<meta name="description" content="[^"]{50,160}"/);
      expect(html).toMatch(/<title>([^<]{10,60})<\/title>.*<meta property="og:title" content="\1"/s);
      expect(html).toContain(`<meta property="og:image" content="${ctx.config.siteUrl}/share.png"`);
      expect(html).not.toMatch(/LETTER20|token=/);
    },
  );

  test('of the app the choice of a season may be listed, under one address, and nothing else', async () => {
    for (const path of Object.values(APP_PATHS)) {
      const html = await (await visit(`${path}?promo=LETTER20`)).text();
      const listed = path === APP_PATHS.seasonSelection;
      expect(html.includes(`<link rel="canonical" href="${ctx.config.siteUrl}${path}" />`)).toBe(listed);
      expect(html.includes('<meta name="robots" content="noindex" />')).toBe(!listed);
    }
  });

  test('an address that is none of ours asks not to be listed', async () => {
    const html = await (await visit('/nobody-lives-here')).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('canonical');
  });
});

test.each([
  ['at New York midnight, and after a suspend or a jump past it', '2026-11-28T05:00:00Z', 'December 24, 2026'],
  ['after the clock was set back', '2026-11-10T12:00:00Z', 'November 13, 2026'],
])('within five seconds pages name the dates of today %s', async (_when, jump, date) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const before = now;
  try {
    const pages = await cachePublicPages(ctx, build);
    expect(textOf(pages)).toContain('November 27, 2026');
    expect(textOf(pages)).not.toContain(date);
    now = new Date(jump);
    vi.advanceTimersByTime(3_000);
    await vi.waitFor(() => expect(textOf(pages).includes(date)).toBe(true), { timeout: 30_000 });
  } finally {
    now = before;
    vi.useRealTimers();
  }
});

test('pages go by the calendar as operators have corrected it, minutes later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const pages = await cachePublicPages(ctx, build);
    const orderBy = () => /Order by <time dateTime="([\d-]+)"/.exec(textOf(pages))?.[1];
    const before = orderBy();
    // The first letter loses one of its business days.
    overrides = { add: [addDays(before as CalendarDate, 1)], remove: [] };
    vi.advanceTimersByTime(5 * 60_000);
    await vi.waitFor(() => expect(orderBy()).not.toBe(before), { timeout: 30_000 });
  } finally {
    overrides = NO_OVERRIDES;
    vi.useRealTimers();
  }
});

describe('the app', () => {
  test.each(Object.values(APP_PATHS))('has its document at %s', async (path) => {
    const reply = await visit(`${path}?season=season-1`);
    expect(reply.status).toBe(200);
    const html = await reply.text();
    expect(html).toContain('<div id="root"');
    expect(html).toMatch(/<meta name="anon-key" content="[\w-]+\.[\w-]+\.[\w-]+" \/>/);
    expect(html).toContain('<meta name="support-email" content="help@deadletter.example" />');
    expect(reply.headers.get('content-security-policy')).toContain('https://js.stripe.com');
  });
});

test('the page of building blocks is shown to us and, on a deployed server, to no visitor', async () => {
  const reply = await visit(DEV_PATHS.ui);
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('<div id="root"');
  const deployed = { ...ctx, config: { ...ctx.config, deployed: true } };
  expect(isAppPath(deployed, DEV_PATHS.ui)).toBe(false);
  expect(isAppPath(deployed, APP_PATHS.account)).toBe(true);
});

describe('what is built', () => {
  test('is immutable under its hashed name', async () => {
    const [stylesheet = ''] = build.assets.stylesheets;
    const reply = await fetch(address(stylesheet), { headers: { 'accept-encoding': 'br' } });
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is one stylesheet for all public pages', () => {
    expect(build.assets.stylesheets).toHaveLength(1);
  });

  test.each([
    ['/favicon.svg', 'image/svg+xml'],
    ['/icon-180.png', 'image/png'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
    ['/share.png', 'image/png', 'cross-origin'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('has %s', async (path, type, embedding = 'same-origin') => {
    const reply = await fetch(address(path));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
    expect(reply.headers.get('cross-origin-resource-policy')).toBe(embedding);
  });

  test.each(['/render.js', '/.vite/manifest.json', '/app.html', '/assets/', '/assets/gone-abc.js', '/../package.json'])(
    'shows no one %s',
    async (path) => {
      expect((await fetch(address(path))).status).toBe(418);
    },
  );
});

describe('the security headers are on every answer', () => {
  const answers: Record<string, () => Promise<Response>> = {
    'a page': () => visit('/'),
    'a page that has not changed': async () => {
      const etag = (await visit('/')).headers.get('etag') ?? '';
      return await fetch(address('/'), { headers: { 'if-none-match': etag } });
    },
    'the 404 page': () => visit('/nobody-lives-here'),
    'the app': () => visit('/account'),
    'an asset': () => fetch(address(build.assets.stylesheets[0] ?? '')),
    'a file with a name of its own': () => fetch(address('/robots.txt')),
    'a redirect': () => visit('/account/'),
    'a refusal to write': () => fetch(address('/'), { method: 'POST' }),
  };

  test.each(Object.entries(answers))('%s', async (_name, ask) => {
    const { headers } = await ask();
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toMatch(/^strict-origin/);
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

test.each(['/auth/callback', '/reset-password', '/gift/claim', '/read-along', '/undo', '/connect-google'])(
  '%s tells no one where it was',
  async (path) => {
    expect((await visit(path)).headers.get('referrer-policy')).toBe('no-referrer');
  },
);

describe('an address', () => {
  test('that is none of ours shows a user the 404 page, and leaves a program to the API', async () => {
    const reply = await visit('/nobody-lives-here');
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain('No such address');
    expect((await fetch(address('/nobody-lives-here'))).status).toBe(418);
  });

  test.each(['/api/nothing', '/auth/v1/verify', '/functions/v1/x', '/webhooks/stripe', '/dev/mailbox', '/healthz'])(
    'of the API, %s, is left to the API',
    async (path) => {
      expect((await visit(path)).status).toBe(418);
    },
  );

  test('with a slash too many leads to the one without, and never to another host', async () => {
    const reply = await visit('/account/');
    expect([reply.status, reply.headers.get('location')]).toEqual([308, '/account']);
    expect((await visit('//evil.example/')).status).toBe(404);
  });

  test('with a slash too many loses nothing of what a link brings', async () => {
    const reply = await visit('/season-selection/?promo=LETTER20&x=a%2Fb/');
    expect(reply.headers.get('location')).toBe('/season-selection?promo=LETTER20&x=a%2Fb/');
  });

  test('of a page can only be read', async () => {
    const reply = await fetch(address('/'), { method: 'POST' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

function textOf(pages: PublicPagesInMemory): string {
  return pages.find('/')?.variant('identity').bytes.toString() ?? '';
}

async function correctedHolidays(): Promise<HolidayOverrides> {
  return overrides;
}

async function pagesContext(): Promise<PagesContext> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SUPPORT_EMAIL: 'help@deadletter.example',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  });
  const clock = { now: () => now };
  return {
    config,
    clock,
    holidays: correctedHolidays,
    keys: await loadKeys(config, clock),
    log: pino({ level: 'silent' }),
  };
}

function address(path: string): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

function visit(path: string): Promise<Response> {
  return fetch(address(path), { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
}

function disallows(robots: string, path: string): boolean {
  return [...robots.matchAll(/^Disallow: (.+)$/gm)].some(([, start = '']) => path.startsWith(start));
}

interface Load {
  readonly type: string;
  readonly bytes: number;
}

const FETCHED_LATER = /<a [^>]*>|<img [^>]*loading="lazy"[^>]*>/g;
/** The document and everything that a browser immediately fetches for it, compressed with brotli. */
async function loadsOf(path: string): Promise<Load[]> {
  const html = (await (await visit(path)).text()).replaceAll(FETCHED_LATER, '');
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? '');
  // Only the fonts for our own texts; other fonts are for foreign names.
  const fonts = [...build.files.keys()].filter((url) => /-basic-.*\.woff2$/.test(url));
  const inPages = fonts.filter((url) => stylesheetOf(html).includes(url.replace('/assets/', '')));
  return await Promise.all([path, FAVICON, ...new Set([...named, ...inPages])].map(load));
}

const FAVICON = '/favicon.svg';
function stylesheetOf(html: string): string {
  const [, url = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  return build.files.get(url)?.body.toString() ?? '';
}

async function load(path: string): Promise<Load> {
  const { headers } = await visit(path);
  return { type: headers.get('content-type') ?? '', bytes: Number(headers.get('content-length')) };
}

function sum(loads: readonly Load[]): number {
  return loads.reduce((total, { bytes }) => total + bytes, 0);
}
