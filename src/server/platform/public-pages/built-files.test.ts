import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLANK_PAGES } from '../../../../test/server/blank-pages.ts';
import { testDatabase } from '../../../../test/server/database.ts';
import { closeNow, listenLocally } from '../../../../test/server/listen-locally.ts';
import { STRIPE_SETTINGS } from '../../../../test/server/surroundings.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { loadKeys } from '../../identity/keys/keys.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { BuiltFileStore } from './built-files.ts';
import { pagesListener } from './pages.ts';

const DAY_MS = 24 * 60 * 60_000;
let now = new Date('2026-11-24T17:00:00Z');
const clock = { now: () => now };
const database = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'built-files-'));
let db: Database;
beforeAll(() => {
  db = openDatabase(database.url, { maxConnections: 4 });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const config: Config = readConfig({
  ...STRIPE_SETTINGS,
  DATABASE_URL: database.url,
  SMTP_URL: 'smtp://localhost:25',
  DATA_DIR: folder,
});

/** What a build has made, and a process that serves it. */
function filesOf(name: string) {
  return new Map([
    [`/assets/app-${name}.js`, { body: Buffer.from(`build("${name}");`), type: 'text/javascript; charset=utf-8' }],
    [`/assets/type-${name}.woff2`, { body: Buffer.from(name), type: 'font/woff2', compressed: true }],
    ['/robots.txt', { body: Buffer.from(name), type: 'text/plain; charset=utf-8' }],
  ]);
}

async function serveBuild(name: string) {
  const builtFiles = new BuiltFileStore({ db, clock });
  const files = filesOf(name);
  await builtFiles.publish(files);
  const keys = await loadKeys(config, clock);
  const ctx = {
    config,
    clock,
    log: pino({ level: 'silent' }),
    keys,
    holidays: async () => NO_OVERRIDES,
    builtFiles,
  };
  const answer = await pagesListener(ctx, { ...BLANK_PAGES, files });
  const server = createServer((req, res) => {
    if (!answer(req, res)) res.writeHead(418).end();
  });
  return { url: await listenLocally(server), close: () => closeNow(server) };
}

describe('built files', () => {
  test('are answered by processes of every build, alike, and made-up ones by none', async () => {
    const [former, next] = await Promise.all([serveBuild('former'), serveBuild('next')]);
    try {
      for (const name of ['former', 'next']) {
        const answers = await Promise.all([former, next].map(({ url }) => fetch(`${url}/assets/app-${name}.js`)));
        const facts = await Promise.all(
          answers.map(async (answer) => [
            answer.status,
            await answer.text(),
            ...['content-type', 'cache-control', 'etag'].map((header) => answer.headers.get(header)),
          ]),
        );
        expect(facts[0]).toEqual(facts[1]);
        expect(facts[0]?.slice(0, 2)).toEqual([200, `build("${name}");`]);
      }
      expect((await fetch(`${next.url}/assets/type-former.woff2`)).headers.get('content-encoding')).toBeNull();
      const strange = await fetch(`${next.url}/assets/app-strange.js`);
      expect([strange.status, strange.headers.get('cache-control')]).toEqual([404, 'no-store']);
      const files = new BuiltFileStore({ db, clock });
      await files.publish(filesOf('later'));
      expect((await fetch(`${next.url}/assets/app-later.js`)).status).toBe(200);
      // A file that was missing is served again once its build is back.
      const today = now;
      now = new Date(now.getTime() + 15 * DAY_MS);
      await files.deleteUnused();
      now = today;
      expect((await fetch(`${next.url}/assets/type-later.woff2`)).ok).toBe(false);
      await files.publish(filesOf('later'));
      expect((await fetch(`${next.url}/assets/type-later.woff2`)).status).toBe(200);
      const documents = await Promise.all([former, next].map(({ url }) => fetch(`${url}/signin`)));
      expect(documents[0]?.headers.get('etag')).toBe(documents[1]?.headers.get('etag'));
    } finally {
      former.close();
      next.close();
    }
  });

  test('stay for 14 days after a process has served them last', async () => {
    const store = new BuiltFileStore({ db, clock });
    await store.publish(filesOf('former'));
    now = new Date(now.getTime() + 10 * DAY_MS);
    await store.publish(filesOf('next'));
    await store.deleteUnused();
    expect([...(await store.paths())]).toContain('/assets/app-former.js');
    now = new Date(now.getTime() + 5 * DAY_MS);
    await store.deleteUnused();
    expect([...(await store.paths())].toSorted()).toEqual(['/assets/app-next.js', '/assets/type-next.woff2']);
  });
});
