import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/server/database.ts';
import { openDatabase } from './db/database.ts';
import { ChangeFeed } from './feed.ts';

const database = await testDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const USER = '5f0c8f0e-6c0f-4d2e-9b1a-2f8c1f0a7d11';

/** How many connections listen in this database. */
async function listening(): Promise<number> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where application_name = 'dead-letter-club changes' and datname = current_database()`,
  );
  return rows.length;
}

/** A listener, and a count of what it hears. */
async function listen(url: string): Promise<{ heard: () => number; stop: () => void }> {
  let times = 0;
  const stop = await new ChangeFeed(url, pino({ level: 'silent' })).listen(USER, () => void times++);
  return { heard: () => times, stop };
}

/** A connection to the database that can be cut like a cable, without a warning to either side. */
async function openCable(): Promise<{ url: string; cut: () => void }> {
  const target = new URL(database.url);
  // Uses TCP instead of the socket file.
  target.search = '';
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const end of open) end.destroy();
    open.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const url = Object.assign(new URL(target), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` });
  return { url: url.href, cut };
}

test('a connection that the database ends is replaced by one, and everyone is told once', async () => {
  const subscriber = await listen(database.url);
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dead-letter-club changes' and datname = current_database()`,
  );
  await expect.poll(subscriber.heard).toBe(1);
  expect(await listening()).toBe(1);
  subscriber.stop();
  await expect.poll(listening).toBe(0);
});

test('so is one that is cut off in the middle, and none is left behind', async () => {
  const cable = await openCable();
  const subscriber = await listen(cable.url);
  for (let time = 1; time <= 3; time++) {
    cable.cut();
    await expect.poll(subscriber.heard).toBe(time);
    await expect.poll(listening).toBe(1);
  }
  subscriber.stop();
  await expect.poll(listening).toBe(0);
});
