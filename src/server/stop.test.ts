import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventNames } from '../../test/clients/server-sent-events.ts';
import { Shopper } from '../../test/clients/shopper.ts';
import { freePort } from '../../launch/ports.ts';
import { SERVER_GRACE_MS } from '../../launch/shop.ts';
import { testDatabase } from '../../test/server/database.ts';
import { RawConnection } from '../../test/server/raw-connection.ts';
import { startServer } from '../../test/server/server-process.ts';
import { openSurroundings } from '../../test/server/surroundings.ts';
import { Wire } from '../../test/server/wire.ts';
import { closeContext, openContext, POOL_ENDS_WITHIN_MS } from './context.ts';
import { readConfig } from './platform/config/config.ts';
import { ACCOUNT_CHANGES_PATH } from '../contract/site-paths.ts';

const database = await testDatabase();
const url = new URL(database.url);
const wire = await Wire.open(Number(url.port));
url.port = String(wire.port);
// The search names the socket file, which would bypass the wire.
url.search = '';
const around = await openSurroundings(url.href);
afterAll(async () => {
  await around.close();
  wire.close();
  await database.drop();
});

const REQUEST = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n';
const TEST_MS = 120_000;
const statusOf = (path: string) => fetch(around.siteUrl + path).then(({ status }) => status);

test(
  'told to stop, the server tells visitors whose connection is idle that it ends, and then ends it',
  async () => {
    const server = await startServer(around.settings);
    const [asking, idle] = [new RawConnection(around.siteUrl), new RawConnection(around.siteUrl)];
    for (const connection of [asking, idle]) {
      connection.write(REQUEST);
      await expect.poll(() => connection.received).toContain('Connection: keep-alive');
    }
    const stopped = server.stop();
    await expect.poll(() => fetch(`${around.siteUrl}/robots.txt`).catch(() => null), { interval: 20 }).toBeNull();
    asking.write(REQUEST);
    await asking.closed;
    expect(asking.received.split('HTTP/1.1 200')[2]).toContain('Connection: close');
    await idle.closed;
    expect(await stopped).toBe(0);
  },
  TEST_MS,
);

test(
  'requests that came while a leaving process was too busy to look are answered before its port closes',
  async () => {
    const server = await startServer({ ...around.settings, DRAIN_SECONDS: '1' });
    const stopped = server.stop();
    await expect.poll(() => statusOf('/readyz'), { interval: 10 }).toBe(503);
    process.kill(server.pid, 'SIGSTOP');
    const visitors = Array.from({ length: 30 }, () => new RawConnection(around.siteUrl));
    for (const visitor of visitors) visitor.write(REQUEST);
    // Its time to stop ends while it's paused.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    process.kill(server.pid, 'SIGCONT');
    await Promise.all(visitors.map(({ closed }) => closed));
    expect(visitors.filter(({ received }) => !received.startsWith('HTTP/1.1 200'))).toEqual([]);
    expect(await stopped).toBe(0);
  },
  TEST_MS,
);

test(
  'told to stop while the database is silent, it ends within the launcher’s patience',
  async () => {
    const server = await startServer(around.settings);
    wire.fallSilent();
    void fetch(`${around.siteUrl}/readyz`).catch(() => undefined);
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(SERVER_GRACE_MS);
    wire.endSilence();
  },
  TEST_MS,
);

/** The built server for the next two tests, started while its database can't be reached. */
const keys = join(around.settings['DATA_DIR'] ?? '', 'auth-keys.json');
const healthPort = await freePort();
let starting: ReturnType<typeof startServer>;

test(
  'a database that is away at the start is a sentence and tried again: pages are served in the meantime, the rest is told to wait, and then all is well',
  async () => {
    wire.breakWhen(() => 'never arrives');
    starting = startServer({
      ...around.settings,
      STRIPE_API_BASE: around.proxy.url,
      AUTH_JWT_KEYS: keys,
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '1',
      STOP_SECONDS: '60',
      HEALTH_PORT: String(healthPort),
    });
    await expect.poll(() => statusOf('/robots.txt').catch(() => null)).toBe(200);
    const paths = ['/', '/signin', '/healthz', '/readyz/pages', '/readyz', '/api/checkout/config'];
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 200, 503, 503]);
    wire.mend();
    const { output } = await starting;
    expect(await statusOf('/readyz')).toBe(200);
    const health = ['/healthz', '/readyz', '/robots.txt'].map((path) => fetch(`http://127.0.0.1:${healthPort}${path}`));
    expect((await Promise.all(health)).map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(output.filter((line) => line.includes('the database is not available yet'))).toHaveLength(1);
    expect(output.join('\n')).not.toContain('    at ');
  },
  TEST_MS,
);

test(
  'told to stop, it says so to the balancer at once, serves on while that takes, moves its streams, finishes a purchase however slow Stripe is, and ends with 0',
  async () => {
    const server = await starting;
    const user = await Shopper.signUp(around);
    const changes = await fetch(around.siteUrl + ACCOUNT_CHANGES_PATH, {
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    const streamEnded = (async () => {
      for await (const _ of eventNames(changes.body));
    })();
    let answerStripe: ((outcome: 'go on') => void) | null = null;
    void around.proxy.ambush(
      /^POST \/v1\/subscriptions$/,
      'before',
      () => new Promise((resolve) => (answerStripe = resolve)),
    );
    const purchase = user.submit();
    await expect.poll(() => answerStripe).not.toBeNull();
    expect(await statusOf('/readyz')).toBe(200);
    const stopped = server.stop();
    await expect.poll(() => statusOf('/readyz'), { interval: 10 }).toBe(503);
    expect(await Promise.all(['/readyz/pages', '/healthz', '/robots.txt'].map(statusOf))).toEqual([503, 200, 200]);
    const answer = await fetch(`${around.siteUrl}/api/checkout/config`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await streamEnded;
    // The listener closes. Formerly, the last answers had only four seconds.
    await expect.poll(() => statusOf('/robots.txt').catch(() => null), { interval: 20 }).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    answerStripe!('go on');
    expect(await purchase).toMatchObject({ clientSecret: expect.any(String) });
    expect(await stopped).toBe(0);
  },
  TEST_MS,
);

test('a connection to the database that is never given back does not keep the end waiting', async () => {
  const ctx = await openContext(readConfig(around.settings));
  await ctx.db.$client.connect();
  const began = performance.now();
  await closeContext(ctx);
  expect(performance.now() - began).toBeLessThan(POOL_ENDS_WITHIN_MS + 20_000);
});
