import { expect, test } from 'vitest';
import { startShop } from '../../test/server/shop.ts';
import { API } from '../contract/api.ts';
import { OPERATOR_API } from '../contract/operator/api.ts';

const shop = await startShop({ logLevel: 'info' });
const reader = await shop.signUp();

const PATHS = [
  API.getAccount.path,
  API.listInvoices.path,
  OPERATOR_API.getToday.path,
  '/auth/v1/user',
  '/auth/v1/settings',
  '/',
];

async function ask(path: string, method: string): Promise<Headers> {
  const headers = { origin: 'https://evil.example', authorization: `Bearer ${reader.accessToken}` };
  const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  const answer = await fetch(shop.siteUrl + path, {
    method,
    headers: method === 'OPTIONS' ? { ...headers, ...asked } : headers,
  });
  await answer.text();
  return answer.headers;
}

test.each(PATHS)('no page of another origin may read %s, and no preflight is granted', async (path) => {
  for (const method of ['GET', 'OPTIONS']) {
    const names = [...(await ask(path, method)).keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test('no answer about a user may be kept in a cache', async () => {
  for (const path of PATHS.slice(0, -1)) expect((await ask(path, 'GET')).get('cache-control')).toContain('no-store');
});

test('a line break that a caller sends ends no line of the log', async () => {
  const forged = 'ada@example.com\n{"level":30,"msg":"signed in"}';
  const before = shop.log.length;
  await fetch(`${shop.siteUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Odd\tBrowser' },
    body: JSON.stringify({ email: forged, password: forged }),
  });
  await fetch(`${shop.siteUrl}/api/${encodeURIComponent(forged)}`);
  for (const line of shop.log.slice(before)) {
    expect(line.trimEnd()).not.toContain('\n');
    expect(JSON.parse(line)).not.toHaveProperty('msg', 'signed in');
  }
});
