import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { send } from '../../test/load/fuzz/raw-request.ts';
import { startShop } from '../../test/server/shop.ts';
import { errorBody } from '../contract/errors.ts';

const shop = await startShop();

describe('every answer of the API carries the security headers', () => {
  test.each(['/api/checkout/config', '/api/account', '/api/nowhere', '/auth/v1/settings', '/healthz'])(
    '%s',
    async (path) => {
      const { headers } = await fetch(shop.siteUrl + path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    },
  );

  test('a handler’s own header stands', async () => {
    const { headers } = await fetch(`${shop.siteUrl}/dev/mailbox/`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('what makes no address is told so, in the shape of every refusal', async () => {
    const request = { method: 'GET', target: '/api/account', headers: { host: 'a b' }, body: null };
    const { status, headers, text } = await send(shop.siteUrl, request);
    expect(status).toBe(404);
    expect(errorBody.parse(JSON.parse(text)).code).toBe('not_found');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    ['no request at all', 'Dear Sir\r\n\r\n', 400],
    ['a header longer than any', `GET / HTTP/1.1\r\nX-Plea: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a page asked of no house', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['data asked of no house', 'GET /api/account HTTP/1.1\r\n\r\n', 400],
    ['an expectation we cannot meet', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n', 417],
  ])('%s', async (_name, bytes, status) => {
    const socket = connect(Number(new URL(shop.siteUrl).port), '127.0.0.1');
    socket.write(bytes);
    const answer = await textOf(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(answer).toContain('Cross-Origin-Resource-Policy: same-origin');
    expect(answer).toContain("Content-Security-Policy: default-src 'none'");
  });
});

describe('what goes past the framework is answered as the framework would', () => {
  const VARYING = new Set(['connection', 'date', 'keep-alive', 'x-request-id']);
  const answerOf = async (response: Response) => ({
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !VARYING.has(name))),
    body: (await response.text()).replace(/"requestId":"[^"]+"/, ''),
  });

  test.each(['a good token', 'no token', 'a bad token'])('%s', async (which) => {
    const user = await shop.signUp();
    const tokens: Record<string, string> = { 'a good token': user.accessToken, 'a bad token': 'e30.e30.e30' };
    const headers = tokens[which] === undefined ? {} : { authorization: `Bearer ${tokens[which]}` };
    const past = await answerOf(await fetch(`${shop.siteUrl}/api/account`, { headers }));
    // Only the framework answers requests with a query.
    expect(past).toEqual(await answerOf(await fetch(`${shop.siteUrl}/api/account?by=framework`, { headers })));
  });
});

test('the OpenAPI document is built once, compressed, and asked about by its ETag', async () => {
  const address = `${shop.siteUrl}/api/openapi.json`;
  const first = await fetch(address, { headers: { 'Accept-Encoding': 'br' } });
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(await first.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: shop.siteUrl }] });
  const again = await fetch(address, { headers: { 'Accept-Encoding': 'br', 'If-None-Match': etag } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);
});
