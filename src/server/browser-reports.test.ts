import { describe, expect, test } from 'vitest';
import { startShop } from '../../test/server/shop.ts';
import { BROWSER_REPORTS_PATH } from '../contract/site-paths.ts';
import { browserReports } from './platform/browser-reports/receive-reports.ts';
import { headersOf } from './platform/public-pages/security-headers.ts';

const shop = await startShop();
const SITE = shop.siteUrl;

/** As a browser that knows the Reporting API sends it. */
function violation(changes: Readonly<Record<string, unknown>> = {}, type = 'csp-violation') {
  const body = {
    documentURL: `${SITE}/payment?season=season-1&token=secret`,
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/steal.js?user=ada@example.com',
    sourceFile: `${SITE}/assets/app-Bq3.js?v=secret`,
    sample: 'secret()',
    ...changes,
  };
  return { type, age: 1, url: `${SITE}/payment?token=secret`, user_agent: 'Owl/1.0', body };
}

async function send(body: unknown, type = 'application/reports+json'): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const reply = await fetch(SITE + BROWSER_REPORTS_PATH, {
    method: 'POST',
    headers: { 'content-type': type },
    body: text,
  });
  return reply.status;
}

function logged(): Record<string, unknown>[] {
  return shop.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'a browser reported');
}

describe('a report of a browser', () => {
  test('is logged once for its kind, without queries, tokens and paths of others', async () => {
    expect(await send([violation(), violation()])).toBe(204);
    expect(await send([violation({ sample: 'other()' })])).toBe(204);
    expect(logged()).toHaveLength(1);
    expect(logged()[0]).toMatchObject({
      kind: 'csp-violation',
      page: '/payment',
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      source: '/assets/app-Bq3.js',
    });
    expect(shop.log.join()).not.toMatch(/secret|ada@|Owl|127\.0\.0\.1.*requestId.*ip/);
  });

  test('of an older browser says the same', async () => {
    const report = {
      'document-uri': `${SITE}/signin?x=secret`,
      'violated-directive': "img-src 'self'",
      'blocked-uri': 'inline',
      'source-file': 'chrome-extension://abcdef/secret.js',
    };
    expect(await send({ 'csp-report': report }, 'application/csp-report')).toBe(204);
    expect(logged()).toMatchObject([
      { page: '/signin', directive: 'img-src', blocked: 'inline', source: 'chrome-extension:' },
    ]);
  });

  test('of a crash says why', async () => {
    expect(await send([{ type: 'crash', url: `${SITE}/account?x=secret`, body: { reason: 'oom' } }])).toBe(204);
    expect(logged()).toMatchObject([{ kind: 'crash', page: '/account', reason: 'oom' }]);
  });

  test('of another kind, or about another site, says nothing of it', async () => {
    expect(await send([violation({}, 'deprecation'), violation({ documentURL: 'https://evil.example/ada' })])).toBe(
      204,
    );
    expect(logged()).toMatchObject([{ page: '(none)' }]);
    expect(shop.log.join()).not.toContain('/ada');
  });

  test.each([
    ['no JSON', 'hello'],
    ['no report', { hello: 'there' }],
    ['a list of no reports', [1, 2]],
  ])('that is %s is refused', async (_what, body) => {
    expect(await send(body)).toBe(400);
    expect(logged()).toEqual([]);
  });

  test('that is longer than 32 kB is refused', async () => {
    expect(await send([violation({ sample: 'x'.repeat(40_000) })])).toBe(413);
  });

  test('is only counted when there have been two hundred other kinds in a day', async () => {
    const { ctx, clock } = shop;
    const app = browserReports(ctx);
    const report = async (from: number) => {
      const some = Array.from({ length: 20 }, (_, index) =>
        violation({ blockedURL: `https://e${from + index}.example/` }),
      );
      const reply = await app.request(BROWSER_REPORTS_PATH, { method: 'POST', body: JSON.stringify(some) });
      expect(reply.status).toBe(204);
    };
    for (let from = 0; from < 240; from += 20) await report(from);
    expect(logged()).toHaveLength(200);
    clock.advance(86_400);
    await report(240);
    expect(logged()).toHaveLength(220);
  });

  test('is refused when there have been thirty in a minute from one network', async () => {
    const { config } = shop.ctx;
    const app = browserReports({ ...shop.ctx, config: { ...config, auth: { ...config.auth, rateLimitFactor: 1 } } });
    const report = () => app.request(BROWSER_REPORTS_PATH, { method: 'POST', body: JSON.stringify([violation()]) });
    for (let reports = 0; reports < 30; reports += 1) await report();
    // 500, since the shop's error handler isn't installed here.
    expect((await report()).status).toBe(500);
  });
});

test.each(['page', 'app'] as const)('a %s says where reports go, over TLS in both ways that browsers know', (kind) => {
  const { config } = shop.ctx;
  const headers = headersOf(kind, { ...config, siteUrl: 'https://club.example' });
  expect(headers['Reporting-Endpoints']).toBe(`default="${BROWSER_REPORTS_PATH}"`);
  expect(headers['Content-Security-Policy']).toMatch(
    new RegExp(`; report-to default; report-uri ${BROWSER_REPORTS_PATH}(;|$)`),
  );
  const overHttp = headersOf(kind, config)['Content-Security-Policy'];
  expect(overHttp).toContain(`; report-uri ${BROWSER_REPORTS_PATH}`);
  expect(overHttp).not.toContain('report-to');
  expect(headersOf('data', config)).not.toHaveProperty('Reporting-Endpoints');
});
