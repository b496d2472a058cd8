import { expect, onTestFinished, test } from 'vitest';
import { RawConnection } from '../../test/server/raw-connection.ts';
import { startShop } from '../../test/server/shop.ts';

const shop = await startShop();

function open(whenFinished = onTestFinished): RawConnection {
  const connection = new RawConnection(shop.siteUrl);
  whenFinished(() => connection.close());
  return connection;
}

function answersIn(text: string): number {
  return text.split('HTTP/1.1 200').length - 1;
}

const PAGE = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const DATA = 'GET /api/checkout/config HTTP/1.1\r\nHost: a\r\n\r\n';
const TEST_MS = 90_000;

test.each([
  ['pages', PAGE],
  ['data', DATA],
])('a few pipelined requests for %s are all answered, in order', async (_what, request) => {
  const connection = open();
  connection.write(request.repeat(30));
  await expect.poll(() => answersIn(connection.received)).toBe(30);
  expect(connection.isOpen).toBe(true);
});

test.each([
  ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['GET /api/account HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
  ['GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['POST /api/failures HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['GET /readyz HTTP/1.0\r\n\r\n', 200],
  ['GET / HTTP/1.0\r\n\r\n', 200],
  ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
])('%j is answered with %i, and its connection ends', async (request, status) => {
  const connection = open();
  connection.write(request);
  await connection.closed;
  expect(connection.received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(connection.received).toContain('X-Content-Type-Options: nosniff');
});

test('a body that is sent to a page is not waited for', async () => {
  const connection = open();
  connection.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nslow');
  await connection.closed;
  expect(connection.received).toMatch(/^HTTP\/1.1 405 /);
});

test.concurrent(
  'what does not arrive in time is answered with 408 and logged by nobody: a head, a body for the API, a body for the identity server',
  async ({ expect, onTestFinished }) => {
    const slow = {
      head: open(onTestFinished),
      api: open(onTestFinished),
      identity: open(onTestFinished),
    };
    slow.head.write('GET / HTTP/1.1\r\nHost: a\r\n');
    slow.api.write('POST /api/failures HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{');
    slow.identity.write('POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{');
    await Promise.all(Object.values(slow).map(({ closed }) => closed));
    for (const { received } of Object.values(slow)) expect(received).toMatch(/^HTTP\/1.1 408 /);
    expect(shop.log).toEqual([]);
  },
  TEST_MS,
);
