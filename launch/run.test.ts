import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exitCode, launchedShop, openedShop, type LaunchedShop } from '../test/server/launched-shop.ts';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { hasEnded, isRunning } from './processes.mjs';

let folder: ThrowawayFolder;
const shops: LaunchedShop[] = [];

beforeAll(async () => {
  folder = await throwawayFolder();
});
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => exitCode(shop.process, 'SIGTERM')));
});
afterAll(() => folder.remove());

test('what is not configured is started, the server is told of it, the sign-ins are printed, and SIGTERM closes it all', async () => {
  const shop = await open('everything');
  expect(shop.output()).toContain('Sign in as ada@example.com with the password elementary');
  expect(shop.output()).toContain('/operator sign in as emil@example.com with the same password');
  expect(shop.output()).toContain('codes with the key ABCDEFGH');
  const printed = shop.serverSettings();
  expect(printed).toMatchObject({
    SEED_DEMO: '1',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    SMTP_URL: 'smtp://127.0.0.1:25',
  });
  expect(printed['DATABASE_URL']).toMatch(
    /^postgres:\/\/dead_letter_club_app:.+@127\.0\.0\.1:\d+\/dead_letter_club\?host=/,
  );
  expect(printed['DATABASE_MIGRATION_URL']).toMatch(/^postgres:\/\/postgres:/);
  // In the environment, and in no argument that `ps` shows.
  const stripe = shop.openings('stripe')[0]?.args;
  expect(stripe?.split('; secret ')).toEqual([expect.not.stringContaining('whsec_'), printed['STRIPE_WEBHOOK_SECRET']]);
  const google = shop.openings('google')[0]?.args;
  expect(google?.split('; secret ')).toEqual([expect.not.stringContaining('GOCSPX'), printed['GOOGLE_CLIENT_SECRET']]);
  expect(google).toContain(`--client-id ${printed['GOOGLE_CLIENT_ID']} `);
  expect(google).toContain(`--redirect-uri ${printed['SITE_URL']}/auth/v1/callback`);
  expect(printed['GOOGLE_ISSUER']).toBe('http://127.0.0.1:81');
  expect(await closed(shop, 'SIGTERM')).toEqual(IN_ORDER);
});

async function closed(shop: LaunchedShop, signal: 'SIGINT' | 'SIGTERM') {
  const postgres = shop.postgresPid();
  const code = await exitCode(shop.process, signal);
  const [first, ...rest] = shop.diary().filter((line) => line.endsWith(' closed'));
  return { code, first, rest: rest.sort(), isPostgresRunning: isRunning(postgres) };
}

const IN_ORDER = {
  code: 0,
  first: 'server closed',
  rest: ['google closed', 'mailbox closed', 'stripe closed'],
  isPostgresRunning: false,
};

test('what is configured is left alone, and then nothing is seeded', async () => {
  const configured = {
    DATABASE_URL: 'postgres://db',
    STRIPE_SECRET_KEY: 'sk_test_1',
    SMTP_URL: 'smtp://mail',
    GOOGLE_CLIENT_ID: 'a-project',
  };
  const shop = await open('nothing', configured);
  expect(shop.serverSettings()).toMatchObject(configured);
  expect(shop.serverSettings()).not.toHaveProperty('SEED_DEMO');
  expect(shop.diary().filter((line) => line.includes(' opened '))).toEqual([]);
});

test('a stand-in that has to be asked for is started for those that ask, the shop is seeded as ever, and SIGINT closes it all', async () => {
  const shop = await open('asked for', { STAND_INS: 'usps, lob' });
  const settings = shop.serverSettings();
  const { PORT = '' } = settings;
  expect(shop.openings('usps')[0]?.args).toContain(`--webhook http://127.0.0.1:${PORT}/webhooks/usps`);
  expect(shop.openings('usps')[0]?.args).toContain(`; secret ${settings['USPS_SCANS_LOGIN']}`);
  expect(shop.openings('lob')[0]?.args).toContain(`; secret ${settings['LOB_WEBHOOK_SECRET']}`);
  expect(settings).toMatchObject({
    SEED_DEMO: '1',
    USPS_API_BASE: 'http://127.0.0.1:81',
    LOB_API_BASE: 'http://127.0.0.1:81',
  });
  const rest = [...IN_ORDER.rest, 'lob closed', 'usps closed'].toSorted();
  expect(await closed(shop, 'SIGINT')).toEqual({ ...IN_ORDER, rest });
});

test.each([
  ['::1', '[::1]'],
  ['0.0.0.0', '127.0.0.1'],
])(
  'with HOST=%s the webhooks go to %s, and no stand-in is started that is configured or not asked for',
  async (host, name) => {
    const configured = { DATABASE_URL: 'postgres://db', SMTP_URL: 'smtp://mail', GOOGLE_CLIENT_ID: 'a-project' };
    const plain = { STAND_INS: 'lob', LOB_API_KEY: 'live_somebody' };
    const shop = await open(`host ${name}`, { ...configured, ...plain, HOST: host });
    expect(shop.openings('stripe')[0]?.args).toContain(
      `--webhook http://${name}:${shop.serverSettings()['PORT']}/webhooks/stripe`,
    );
    expect([...shop.openings('usps'), ...shop.openings('lob')]).toEqual([]);
    expect(shop.serverSettings()).not.toHaveProperty('USPS_SCANS_LOGIN');
  },
);

test('a signal while it opens closes what was opened so far and exits with 0', async () => {
  const shop = launch('early', { PORT: '0' });
  await expect.poll(() => shop.openings('stripe').length).toBe(1);
  expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
  expect(isRunning(shop.openings('stripe')[0]?.pid ?? 0)).toBe(false);
});

test('a second Ctrl-C kills what does not want to go, and the same one twice is no second one', async () => {
  const shop = await open('stubborn', {}, `process.removeAllListeners('SIGTERM').on('SIGTERM', () => {});`);
  const postgres = shop.postgresPid();
  const began = performance.now();
  shop.process.kill('SIGINT');
  const pressAgain = (): number | null => {
    shop.process.kill('SIGINT');
    return shop.process.exitCode;
  };
  await expect.poll(pressAgain, { interval: 20 }).toBe(130);
  expect(performance.now() - began).toBeGreaterThan(300);
  expect(await hasEnded(postgres, 20_000)).toBe(true);
});

test('when the server ends by itself, everything ends, with its exit code and a sentence', async () => {
  const end = join(folder.path, 'end');
  const mishap = `import { existsSync } from 'node:fs';
    setInterval(() => existsSync(${JSON.stringify(end)}) && process.exit(7), 50);`;
  const shop = await open('server death', {}, mishap);
  const postgres = shop.postgresPid();
  writeFileSync(end, '');
  expect(await exitCode(shop.process)).toBe(7);
  expect(shop.output()).toContain('The server has ended by itself (exit code 7).');
  expect(isRunning(postgres)).toBe(false);
});

test('when a stand-in ends by itself, everything ends with a sentence', async () => {
  const shop = await open('stand-in death', { DATABASE_URL: 'postgres://db' });
  process.kill(shop.openings('mailbox')[0]?.pid ?? 0, 'SIGKILL');
  expect(await exitCode(shop.process)).toBe(137);
  expect(shop.output()).toContain('The mailbox has ended by itself (exit code 137).');
});

test('when the database ends by itself, everything ends, and its own last lines are the last thing printed', async () => {
  const shop = await open('database death');
  process.kill(shop.postgresPid(), 'SIGINT');
  expect(await exitCode(shop.process)).toBe(1);
  expect(shop.output()).toContain('The database has ended by itself. The end of ');
  expect(shop.output().trim()).toMatch(/database system is shut down$/);
  expect(shop.diary()).toContain('server closed');
});

test('a second start on the same data says so in one sentence, and a database that cannot start is reported with its own last lines', async () => {
  const first = await open('twice');
  const second = launch('twice', { PORT: '0' });
  expect(await exitCode(second.process)).toBe(1);
  expect(second.output()).toMatch(/^The Dead Letter Club is already open on this data .+ set DATA_DIR and PORT\.\n$/);
  await exitCode(first.process, 'SIGTERM');
  rmSync(join(folder.path, 'twice', 'postgres', 'global', 'pg_control'));
  const third = launch('twice', { PORT: '0' });
  expect(await exitCode(third.process)).toBe(1);
  expect(third.output()).toMatch(/^The database did not start\. The end of \S.*postgres\.log says:\n[^]*pg_control/);
});

test('after kill -9 the same data opens again, and the database that was left running is stopped first', async () => {
  const first = await open('killed');
  const postgres = first.postgresPid();
  await exitCode(first.process, 'SIGKILL');
  const second = await open('killed');
  expect(isRunning(postgres)).toBe(false);
  expect(isRunning(second.postgresPid())).toBe(true);
});

test('a port that is taken is named in one sentence, together with PORT', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as AddressInfo;
  const shop = launch('taken', { PORT: String(port) });
  expect(await exitCode(shop.process)).toBe(1);
  expect(shop.output()).toBe(`Port ${port} is taken; choose another one: PORT=${port + 1} npm start\n`);
  squatter.close();
});

test('a PORT that is no port is refused in one sentence', async () => {
  const shop = launch('no port', { PORT: 'letterbox' });
  expect(await exitCode(shop.process)).toBe(1);
  expect(shop.output()).toBe('PORT is "letterbox"; expected a number from 1 to 65535, or 0 for any free port.\n');
});

async function open(name: string, settings?: Record<string, string>, mishap?: string): Promise<LaunchedShop> {
  const shop = await openedShop(folder.path, name, settings, mishap);
  shops.push(shop);
  return shop;
}

function launch(name: string, settings?: Record<string, string>): LaunchedShop {
  const shop = launchedShop(folder.path, name, settings);
  shops.push(shop);
  return shop;
}
