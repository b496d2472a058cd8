import { afterAll, expect, test } from 'vitest';
import { SERVER_GRACE_MS } from '../../launch/shop.ts';
import { testDatabase } from '../../test/server/database.ts';
import { RawConnection } from '../../test/server/raw-connection.ts';
import { startServer } from '../../test/server/server-process.ts';
import { openSurroundings } from '../../test/server/surroundings.ts';
import { Wire } from '../../test/server/wire.ts';

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
