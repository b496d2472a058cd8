import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startUsps, type Usps, type UspsOptions } from './usps.ts';

const CLIENT = { id: 'the-club', secret: 'hush' };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function start(options: Partial<UspsOptions> = {}): Promise<Usps> {
  const usps = await startUsps({ port: 0, client: CLIENT, ...options });
  open.push(usps);
  return usps;
}

async function send({ url }: Usps, path: string, body: object, headers = {}): Promise<Response> {
  return await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function tokenOf(usps: Usps): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: CLIENT.id, client_secret: CLIENT.secret };
  const { access_token } = (await (await send(usps, '/oauth2/v3/token', body)).json()) as { access_token: string };
  return access_token;
}

async function look(usps: Usps, query: Record<string, string>, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return await fetch(`${usps.url}/addresses/v3/address?${new URLSearchParams(query).toString()}`, { headers });
}

const ADDRESS = { streetAddress: '1 Gannet Row', city: 'Wick Harbor', state: 'ME', ZIPCode: '04614' };

test('gives tokens to its client alone, answers calls with one, for eight hours, sixty an hour', async () => {
  let now = Date.now();
  const usps = await start({ now: () => now });
  const stranger = { grant_type: 'client_credentials', client_id: 'another', client_secret: 'hush' };
  expect((await send(usps, '/oauth2/v3/token', stranger)).status).toBe(401);
  expect((await look(usps, ADDRESS, 'guess')).status).toBe(401);
  const token = await tokenOf(usps);
  for (let call = 0; call < 60; call++) expect((await look(usps, ADDRESS, token)).status).toBe(200);
  expect((await look(usps, ADDRESS, token)).status).toBe(429);
  now += 3_600_001;
  expect((await look(usps, ADDRESS, token)).status).toBe(200);
  now += 8 * 3_600_000;
  expect((await look(usps, ADDRESS, token)).status).toBe(401);
});

test.each([
  [{ ...ADDRESS, fullName: 'Ada' }],
  [{ ...ADDRESS, state: 'Maine' }],
  [{ ...ADDRESS, ZIPCode: '4614' }],
  [{ city: 'Wick Harbor', state: 'ME' }],
])('refuses a question with %o', async (query) => {
  const usps = await start();
  expect((await look(usps, query as Record<string, string>, await tokenOf(usps))).status).toBe(400);
});

test('answers at loopback names alone, and pages of other sites not at all', async () => {
  const usps = await start();
  expect((await fetch(`${usps.url}/_sandbox`, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
});

test('cuts a connection, says nothing, and fails, as ordered', async () => {
  const usps = await start();
  const token = await tokenOf(usps);
  const order = (status: string | number) =>
    send(usps, '/_sandbox/fail', { match: 'GET /addresses', status, times: 1 });
  await order('drop');
  await expect(look(usps, ADDRESS, token)).rejects.toThrow(/fetch failed|aborted/);
  await order(503);
  expect((await look(usps, ADDRESS, token)).status).toBe(503);
  await order('timeout');
  const headers = { authorization: `Bearer ${token}` };
  const url = `${usps.url}/addresses/v3/address?${new URLSearchParams(ADDRESS).toString()}`;
  await expect(fetch(url, { headers, signal: AbortSignal.timeout(200) })).rejects.toThrow(/fetch failed|aborted/);
  expect((await look(usps, ADDRESS, token)).status).toBe(200);
});

/** A shop that takes the feed's messages, and refuses some. */
async function receiver(refuse: number) {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const isGood = request.headers.authorization === `Basic ${Buffer.from('a:b').toString('base64')}`;
      const isTaken = isGood && refuse-- <= 0;
      if (isTaken) taken.push(body);
      response.writeHead(isTaken ? 200 : 503).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  });
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const LETTERS = {
  letters: Array.from({ length: 20 }, (_, index) => ({
    imb: `00310901234567${String(index).padStart(6, '0')}04614`,
    to: { city: 'Portland', state: 'ME', zip: '04101' },
  })),
};

test('sends what its machines saw as time passes, again until it is taken, and after a restart on the same data', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'usps-'));
  try {
    const shop = await receiver(1);
    const feed = { url: shop.url, login: 'a:b' };
    const first = await start({ feed, dataDir });
    const { scans } = (await (await send(first, '/_sandbox/letters', LETTERS)).json()) as { scans: number };
    await send(first, '/_sandbox/clock', { hours: 10 });
    await first.scansDelivered();
    await open.pop()?.close();
    const second = await start({ feed, dataDir });
    for (const hours of [24, 48]) await send(second, '/_sandbox/clock', { hours });
    await second.scansDelivered();
    const events = shop.taken.flatMap((body) => (JSON.parse(body) as { events: unknown[] }).events);
    expect([shop.taken.length, events.length]).toEqual([3, scans]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('is silent when that is ordered', async () => {
  const shop = await receiver(0);
  const usps = await start({ feed: { url: shop.url, login: 'a:b' } });
  await send(usps, '/_sandbox/feed-fail', { kind: 'silence', times: 1 });
  await send(usps, '/_sandbox/events', { events: [{ imb: 'lost' }] });
  await send(usps, '/_sandbox/events', { events: [{ imb: 'sent' }] });
  await usps.scansDelivered();
  expect(shop.taken.map((body) => (JSON.parse(body) as { events: unknown[] }).events)).toEqual([[{ imb: 'sent' }]]);
});
