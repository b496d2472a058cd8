import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startShop } from '../../test/server/shop.ts';
import type { Context } from './context.ts';
import { handleReportPageFailure } from './platform/analytics/page-failures.ts';

const shop = await startShop();

const REPORT = {
  reference: 'a1b2c3d4-0000-4000-8000-000000001957',
  path: '/payment',
  kind: 'TypeError',
  frames: ['/assets/payment-page-Bq3.js:1:204', '/assets/lost.css'],
};

async function send(body: object): Promise<Response> {
  return await fetch(`${shop.siteUrl}/api/failures`, {
    method: 'POST',
    headers: { 'user-agent': 'Owl/1.0' },
    body: JSON.stringify(body),
  });
}

describe('a page that failed in a browser', () => {
  test('is found in the log by the reference shown there, and no one with it', async () => {
    const reply = await send(REPORT);
    expect([reply.status, await reply.json()]).toEqual([200, { reference: REPORT.reference }]);
    const lines = shop.log.filter((line) => line.includes(REPORT.reference));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ...REPORT, msg: 'a page failed in a browser' });
    expect(lines[0]).not.toMatch(/Owl|127\.0/);
  });

  test.each<[string, object]>([
    ['with the error’s words', { ...REPORT, message: 'No such reader: ada@example.com' }],
    ['with words for a name', { ...REPORT, kind: 'ada@example.com' }],
    ['with an address that carries more than where it was', { ...REPORT, path: '/account?token=abc' }],
    ['with a place outside our build', { ...REPORT, frames: ['https://evil.example/assets/x.js'] }],
    ['with a line break of its own for the log', { ...REPORT, frames: ['/assets/x.js:1:2\n{"level":60}'] }],
    [
      'with more places than show where it began',
      { ...REPORT, frames: Array.from({ length: 9 }, () => REPORT.frames[0]) },
    ],
    ['under a reference of no form', { ...REPORT, reference: '1957' }],
  ])('is refused whole %s, and leaves no trace', async (_what, body) => {
    const before = shop.log.length;
    expect((await send(body)).status).toBe(400);
    expect(shop.log).toHaveLength(before);
  });

  test('is refused when there have been twenty in a minute from one network', async () => {
    const { config } = shop.ctx;
    const ctx: Context = { ...shop.ctx, config: { ...config, auth: { ...config.auth, rateLimitFactor: 1 } } };
    const report = (ip: string) =>
      handleReportPageFailure({
        ctx,
        body: { ...REPORT, reference: randomUUID() },
        client: { ip, userAgent: null, asksNotToBeCounted: false },
        params: undefined,
        query: undefined,
      });
    for (let reports = 0; reports < 20; reports++) await report('203.0.113.9');
    await expect(report('203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(report('203.0.113.10')).resolves.toHaveProperty('reference');
  });
});
