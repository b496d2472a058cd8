import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startShop } from '../../test/server/shop.ts';
import type { Context } from './context.ts';
import { handleNoteFailure } from './platform/analytics/page-failures.ts';

const shop = await startShop();

const NOTE = {
  reference: 'a1b2c3d4-0000-4000-8000-000000001957',
  path: '/payment',
  kind: 'TypeError',
  places: ['/assets/payment-page-Bq3.js:1:204', '/assets/lost.css'],
};

async function send(body: object): Promise<Response> {
  return await fetch(`${shop.siteUrl}/api/failures`, {
    method: 'POST',
    headers: { 'user-agent': 'Owl/1.0' },
    body: JSON.stringify(body),
  });
}

describe('a page that failed in a browser', () => {
  test('is found in the log by the reference shown there, and nobody with it', async () => {
    const reply = await send(NOTE);
    expect([reply.status, await reply.json()]).toEqual([200, { reference: NOTE.reference }]);
    const lines = shop.log.filter((line) => line.includes(NOTE.reference));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ...NOTE, msg: 'a page failed in a browser' });
    expect(lines[0]).not.toMatch(/Owl|127\.0/);
  });

  test.each<[string, object]>([
    ['with the error’s words', { ...NOTE, message: 'No such reader: ada@example.com' }],
    ['with words for a name', { ...NOTE, kind: 'ada@example.com' }],
    ['with an address that carries more than where it was', { ...NOTE, path: '/account?token=abc' }],
    ['with a place outside our build', { ...NOTE, places: ['https://evil.example/assets/x.js'] }],
    ['with a line break of its own for the log', { ...NOTE, places: ['/assets/x.js:1:2\n{"level":60}'] }],
    ['with more places than show where it began', { ...NOTE, places: Array.from({ length: 9 }, () => NOTE.places[0]) }],
    ['under a reference of no form', { ...NOTE, reference: '1957' }],
  ])('is refused whole %s, and leaves no trace', async (_what, body) => {
    const before = shop.log.length;
    expect((await send(body)).status).toBe(400);
    expect(shop.log).toHaveLength(before);
  });

  test('is refused when there have been twenty in a minute from one network', async () => {
    const { config } = shop.ctx;
    const ctx: Context = { ...shop.ctx, config: { ...config, auth: { ...config.auth, rateLimitFactor: 1 } } };
    const note = (ip: string) =>
      handleNoteFailure({
        ctx,
        body: { ...NOTE, reference: randomUUID() },
        client: { ip, userAgent: null, asksNotToBeCounted: false },
        params: undefined,
        query: undefined,
      });
    for (let notes = 0; notes < 20; notes++) await note('203.0.113.9');
    await expect(note('203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(note('203.0.113.10')).resolves.toHaveProperty('reference');
  });
});
