import { expect, test } from 'vitest';
import { receivedEmails } from '../../test/clients/mailbox.ts';
import { startShop } from '../../test/server/shop.ts';
import { API } from '../contract/api.ts';
import { errorBody } from '../contract/errors.ts';
import { stripeRoute } from './commerce/payments/watched-http-client.ts';

const shop = await startShop({ settings: { ACCESS_LOG: '1' }, workers: true, logLevel: 'info' });
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Line = Readonly<Record<string, unknown>> & { readonly msg?: string };

function lines(msg: string): Line[] {
  return shop.log.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg);
}

async function lineOf(requestId: string): Promise<Line> {
  await expect.poll(() => lines('request').some((line) => line['requestId'] === requestId)).toBe(true);
  return lines('request').find((line) => line['requestId'] === requestId) ?? {};
}

async function visit(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return await fetch(shop.siteUrl + path, { headers });
}

test('a request keeps the id that it came with: in the answer, in its line, and in what it is told when it fails', async () => {
  const requestId = 'from-the-balancer-1957';
  const reply = await visit('/api/account?token=secret', { 'x-request-id': requestId });
  expect([reply.status, reply.headers.get('x-request-id')]).toEqual([401, requestId]);
  expect(errorBody.parse(await reply.json()).requestId).toBe(requestId);
  expect(await lineOf(requestId)).toMatchObject({ method: 'GET', route: '/api/account', status: 401 });
});

test.each([
  ['is too short', 'short'],
  ['is too long', 'x'.repeat(65)],
  ['holds anything but letters, digits, - and _', 'ada@example.com'],
  ['is missing', ''],
])('an id that %s is replaced', async (_what, given) => {
  const reply = await visit('/healthz', given ? { 'x-request-id': given } : {});
  expect(reply.headers.get('x-request-id')).toMatch(UUID);
});

test('a line says where to by the template of the address, and nothing of who asked', async () => {
  const visits = [
    ['/l/SECRETCODE?token=secret', 'letter-1957', '/l/:code', 200],
    ['/nobody/ada@example.com', 'nowhere-1957', '(none)', 404],
    ['/auth/v1/verify?token=secret', 'verify-1957', '/auth/v1/verify', 400],
    ['/signin#access_token=secret', 'signin-1957', '/signin', 200],
  ] as const;
  for (const [path, requestId, route, status] of visits) {
    const headers = { 'x-request-id': requestId, accept: 'text/html', 'user-agent': 'Owl/1.0' };
    const reply = await fetch(shop.siteUrl + path, { headers, redirect: 'manual' });
    expect([path, reply.headers.get('x-request-id')]).toEqual([path, requestId]);
    expect(await lineOf(requestId)).toMatchObject({ route, status: reply.status });
    expect([path, reply.status]).toEqual([path, status]);
  }
  expect(
    lines('request')
      .map((line) => JSON.stringify(line))
      .join(),
  ).not.toMatch(/secret|ada@|Owl|127\.0\.0\.1/i);
});

test('health checks that pass leave no line', async () => {
  await visit('/readyz', { 'x-request-id': 'health-check-1957' });
  await visit('/signin', { 'x-request-id': 'after-health-1957' });
  await lineOf('after-health-1957');
  expect(lines('request').filter(({ route }) => route === '/readyz')).toEqual([]);
});

test('what a request has led to carries its id: calls of Stripe, beside Stripe’s own name for them, and jobs', async () => {
  const user = await shop.signUp();
  await user.buy();
  await expect.poll(async () => (await receivedEmails(shop.mailbox.url, user.email)).length).toBeGreaterThan(0);
  const { path } = API.createStripeSubscription;
  await expect.poll(() => lines('request').some(({ route }) => route === path)).toBe(true);
  const bought = lines('request').find(({ route }) => route === path);
  const calls = lines('stripe call').filter(({ requestId }) => requestId === bought?.['requestId']);
  expect(calls).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      route: '/v1/subscriptions',
      status: 200,
      stripeRequestId: expect.stringMatching(/^req_/) as unknown,
    }),
  );
  await expect.poll(() => lines('email sent').length).toBeGreaterThan(0);
  const requests = new Set(lines('request').map(({ requestId }) => requestId));
  expect(lines('email sent').some(({ requestId }) => requests.has(requestId))).toBe(true);
});

test.each([
  ['/v1/subscriptions', '/v1/subscriptions'],
  ['/v1/subscriptions/sub_123?expand[]=customer', '/v1/subscriptions/:id'],
  ['/v1/invoices/in_1/pay', '/v1/invoices/:id/pay'],
  ['/v1/coupons/LETTER20', '/v1/coupons/:id'],
  ['/v1/customers/cus_1/payment_methods/pm_1', '/v1/customers/:id/payment_methods'],
  ['/v2/core/accounts', '(other)'],
])('%s is known as %s', (path, route) => {
  expect(stripeRoute(path)).toBe(route);
});
