import { expect, test } from 'vitest';
import { send } from '../../test/load/fuzz/raw-request.ts';
import { startShop } from '../../test/server/shop.ts';

const SITE = 'https://deadletter.example';
const settings = { TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a-token-for-the-scraper' };
const shop = await startShop({ settings, changes: { siteUrl: SITE } });

const ask = (method: string, target: string, protocol?: string) =>
  send(shop.siteUrl, {
    method,
    target,
    headers: { host: 'deadletter.example', ...(protocol !== undefined && { 'x-forwarded-proto': protocol }) },
    body: method === 'POST' ? '{"password":"already-overheard"}' : null,
  });

test('a page that a trusted proxy took over http is sent to https', async () => {
  for (const [method, target] of [
    ['GET', '/account?success=true'],
    ['HEAD', '/'],
    ['GET', '/assets/none.js'],
  ] as const) {
    const { status, headers } = await ask(method, target, 'http');
    expect([status, headers['location']]).toEqual([308, SITE + target]);
  }
  expect((await ask('GET', '//evil.example/x', 'HTTP')).headers['location']).toBe(`${SITE}//evil.example/x`);
});

test('what programs call, and what carries a body, is refused over http rather than led on', async () => {
  for (const [method, target] of [
    ['GET', '/api/checkout/config'],
    ['GET', '/api/openapi.json'],
    ['GET', '/auth/v1/settings'],
    ['GET', '/auth/v1/verify?token=overheard&type=signup'],
    ['GET', '/functions/v1/get-payment-method'],
    ['GET', '/webhooks/stripe'],
    ['GET', '/metrics'],
    ['POST', '/auth/v1/token?grant_type=password'],
    ['POST', '/account'],
  ] as const) {
    const { status, headers, text } = await ask(method, target, 'http, http');
    expect([target, status, headers['location']]).toEqual([target, 403, undefined]);
    expect(text).toContain('Send it again over https');
  }
});

test('https, a proxy that says nothing, and health checks are answered', async () => {
  for (const protocol of ['https', 'https, http', undefined]) {
    expect((await ask('GET', '/api/checkout/config', protocol)).status).toBe(200);
  }
  for (const path of ['/healthz', '/readyz']) expect((await ask('GET', path, 'http')).status).toBe(200);
});

test('a caller who is no proxy of ours is not believed', async () => {
  const elsewhere = await startShop({ changes: { siteUrl: SITE } });
  const headers = { 'x-forwarded-proto': 'http' };
  expect((await fetch(`${elsewhere.siteUrl}/api/checkout/config`, { headers, redirect: 'manual' })).status).toBe(200);
});
