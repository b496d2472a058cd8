import { setTimeout as sleep } from 'node:timers/promises';
import { upTo } from '../../../test/load/in-parallel.ts';
import { RawConnection } from '../../../test/server/raw-connection.ts';
import { DESCRIPTORS } from './given-shop.ts';
import type { Fault, GivenShop } from './fault.ts';

const PIPELINING = 2_000;
const REQUESTS_EACH = 1_000;
const NOT_READ_FOR_MS = 5_000;
const SLOW = 200;
/** Ten seconds, five until Node looks again, and some for a busy machine. */
const OVERDUE_AFTER_MS = 30_000;
const ANSWERED_WITHIN_MS = 10_000;
/** Of the server's file descriptors. */
const RESERVED = 256;
const LATE = 50;
const DATA = 'GET /api/checkout/config HTTP/1.1\r\nHost: a\r\n\r\n';
const PAGE = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

export const pipelining: Fault<GivenShop> = {
  name: `${PIPELINING} connections send ${REQUESTS_EACH} requests each and read nothing`,
  async happen({ siteUrl }) {
    const greedy = upTo(PIPELINING).map(() => new RawConnection(siteUrl, { reads: false }));
    for (const [number, connection] of greedy.entries()) {
      connection.write((number % 2 === 0 ? PAGE : DATA).repeat(REQUESTS_EACH));
      // Otherwise this process would be the one that is too busy.
      if (number % 50 === 0) await sleep(1);
    }
    await isAlive(siteUrl);
    await sleep(NOT_READ_FOR_MS);
    for (const connection of greedy) connection.close();
  },
};

export const slowClients: Fault<GivenShop> = {
  name: `${SLOW} heads and bodies that never arrive`,
  async happen({ siteUrl }) {
    const heads = upTo(SLOW / 2).map(() => open(siteUrl, 'GET / HTTP/1.1\r\nHost: a\r\n'));
    const body = 'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{';
    const bodies = upTo(SLOW / 2).map(() => open(siteUrl, body));
    const all = Promise.all([...heads, ...bodies].map(({ closed }) => closed));
    await Promise.race([all, sleep(OVERDUE_AFTER_MS)]);
    const unanswered = [...heads, ...bodies].filter(({ received }) => !received.startsWith('HTTP/1.1 408'));
    for (const connection of [...heads, ...bodies]) connection.close();
    if (unanswered.length > 0) {
      throw new Error(`${unanswered.length} were not told 408, but: ${unanswered[0]?.received.slice(0, 100)}`);
    }
  },
};

export const oddClients: Fault<GivenShop> = {
  name: 'two Host headers, none in HTTP/1.0, CONNECT, a POST to a page',
  async happen({ siteUrl }) {
    await expectStatus(siteUrl, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400);
    await expectStatus(siteUrl, 'GET /healthz HTTP/1.0\r\n\r\n', 200);
    await expectStatus(siteUrl, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 405);
    await expectStatus(siteUrl, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{', 405);
  },
};

export const tooManyConnections: Fault<GivenShop> = {
  name: 'more connections than there are file descriptors',
  unavailable: () => (process.platform === 'win32' ? 'Windows has no such limit.' : null),
  async happen({ siteUrl }) {
    // Heads that are not complete, since idle connections give way to new ones.
    const occupants = upTo(DESCRIPTORS - RESERVED + 10).map(() => open(siteUrl, 'GET / HTTP/1.1\r\nHost: a\r\n'));
    await sleep(3_000);
    const visitors = upTo(LATE).map(() => open(siteUrl, PAGE));
    await Promise.race([Promise.all(visitors.map(({ closed }) => closed)), sleep(ANSWERED_WITHIN_MS)]);
    const shed = visitors.filter(({ received }) => received.startsWith('HTTP/1.1 503 ')).length;
    for (const connection of [...occupants, ...visitors]) connection.close();
    if (shed === 0) throw new Error('No visitor was told to come back.');
  },
};

function open(siteUrl: string, bytes: string): RawConnection {
  const connection = new RawConnection(siteUrl);
  connection.write(bytes);
  return connection;
}

async function expectStatus(siteUrl: string, bytes: string, status: number): Promise<void> {
  const connection = open(siteUrl, bytes);
  await Promise.race([connection.closed, sleep(ANSWERED_WITHIN_MS)]);
  if (!connection.received.startsWith(`HTTP/1.1 ${status} `)) {
    throw new Error(`${JSON.stringify(bytes)} was answered with ${connection.received.slice(0, 100)}`);
  }
  connection.close();
}

async function isAlive(siteUrl: string): Promise<void> {
  const answer = await fetch(`${siteUrl}/healthz`, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
  if (answer.status !== 200) throw new Error(`/healthz answers ${answer.status}.`);
}
