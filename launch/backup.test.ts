import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNextRun, printNextRun } from '../test/builders/next-run.ts';
import { enrolFactor } from '../test/builders/operators.ts';
import { callAuth, PASSWORD, type SessionReply } from '../test/clients/shopper.ts';
import { openShop, type Shop } from '../test/server/open-shop.ts';
import { runProgram } from '../test/server/run-program.ts';
import { startServer } from '../test/server/server-process.ts';
import { tableContents } from '../test/server/table-contents.ts';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { grantRole } from '../src/server/identity/operators/roles.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { dataFolder } from './data-folder.ts';
import { takeLock } from './lock.mjs';
import { startPostgres, type Postgres } from './postgres.ts';

/** A shop on an embedded database, as `npm start` opens one, with an operator, a buyer and letters that are due. */
let folder: ThrowawayFolder;
let dataDir: string;
let postgres: Postgres;
let shop: Shop;
let closeLauncher: () => void;
let operator: { email: string; secret: string };
let before: Record<string, string>;

beforeAll(async () => {
  folder = await throwawayFolder();
  dataDir = dataFolder(join(folder.path, 'shop'));
  postgres = await startPostgres({ dataDir, durable: false });
  const lock = takeLock(dataDir, 'launcher.lock', 'for a test');
  closeLauncher = lock.held ? lock.release : () => undefined;
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ DATABASE_MIGRATION_URL: postgres.url }));
  await migrate(postgres.url);
  shop = await openShop(postgres.url, { settings: { DATA_DIR: dataDir } });
  await fillShop();
  // pg-boss counts its queues from time to time, which would change the tables that are compared.
  await shop.ctx.jobs.stop();
  before = await tableContents(postgres.url);
});
afterAll(() => folder.remove());

async function fillShop(): Promise<void> {
  const user = await shop.signUp();
  await user.buy();
  await shop.sandbox.webhooksDelivered();
  await grantRole(shop.ctx, user.email, { operator: 'the test', note: null });
  operator = { email: user.email, secret: '' };
  await enrolFactor(shop.siteUrl, user.accessToken, (secret) => {
    operator.secret = secret;
    return codeAt(shop.clock.now());
  });
  await openNextRun(postgres.url, 7);
  mkdirSync(join(dataDir, 'stripe'));
  writeFileSync(join(dataDir, 'stripe', 'stripe.journal'), '[["customers","cus_1",{}]]\n');
  mkdirSync(join(dataDir, 'mailbox'));
  writeFileSync(join(dataDir, 'mailbox', 'half.json.new'), '{');
}

function codeAt(now: Date): string {
  return new TOTP({ secret: operator.secret }).generate({ timestamp: now.getTime() });
}

function run(command: string, file: string, settings: Record<string, string> = { DATA_DIR: dataDir }) {
  return runProgram('launch/backup.ts', [command, file], { INIT_CWD: folder.path, ...settings });
}

test('an open shop whose database is written to is backed up into one file that only its owner reads', async () => {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create table written (number int)');
  const backup = run('backup', 'shop.zip');
  const made = backup.then(() => 'made');
  let written = 0;
  for (; (await Promise.race([made, write(client)])) !== 'made'; written += 100);
  await client.query('drop table written');
  await client.end();
  const file = join(folder.path, 'shop.zip');
  expect(await backup).toEqual({ code: 0, err: '', out: `Backed up the database and the keys: ${file}\n` });
  expect(written).toBeGreaterThan(1_000);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path).filter((name) => name.includes('draft'))).toEqual([]);
});

async function write(client: Client): Promise<string> {
  await client.query('insert into written select generate_series(1, 100)');
  return 'written';
}

test('a backup is verified by restoring it into a scratch folder and reading every row', async () => {
  const verified = await run('verify', 'shop.zip', {});
  expect(verified).toMatchObject({ code: 0, err: '' });
  expect(verified.out).toMatch(/^Verified: \d+ tables with [\d,]+ rows can be restored\.\n$/);
});

test('a damaged or cut backup is refused, and so is a file that is none', async () => {
  const bytes = readFileSync(join(folder.path, 'shop.zip'));
  writeFileSync(join(folder.path, 'cut.zip'), bytes.subarray(0, bytes.length / 2));
  const middle = Math.floor(bytes.length / 2);
  writeFileSync(join(folder.path, 'damaged.zip'), bytes.fill(0, middle, middle + 64));
  for (const name of ['cut.zip', 'damaged.zip', 'none.zip']) {
    const refused = await run('verify', name, {});
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is no complete backup') });
  }
});

test('a restore into an open shop or a folder that holds something is refused and changes nothing', async () => {
  const open = await run('restore', 'shop.zip');
  expect(open).toMatchObject({ code: 1, err: `The shop is open on ${dataDir}: close it before a restore.\n` });
  const other = dataFolder(join(folder.path, 'other'));
  writeFileSync(join(other, 'auth-keys.json'), '{}');
  const refused = await run('restore', 'shop.zip', { DATA_DIR: other });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${other} is not empty`) });
  expect(readFileSync(join(other, 'auth-keys.json'), 'utf8')).toBe('{}');
});

test('for a PostgreSQL of one’s own the command names pg_dump, and a folder without a shop is named', async () => {
  const own = await run('backup', 'own.zip', { DATABASE_URL: postgres.url });
  expect(own).toMatchObject({ code: 1, err: expect.stringContaining('back it up with pg_dump') });
  const nothing = dataFolder(join(folder.path, 'nothing'));
  const refused = await run('backup', 'nothing.zip', { DATA_DIR: nothing });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${nothing} holds no shop`) });
});

test(
  'a server that would make new keys for a database with authenticators says so and ends',
  { timeout: 240_000 },
  async () => {
    const newFolder = { ...shop.settings, DATA_DIR: join(folder.path, 'new keys') };
    await expect(startServer(newFolder)).rejects.toThrow('authenticators that were sealed with keys which are not in');
    expect(existsSync(newFolder.DATA_DIR)).toBe(false);
  },
);

test('after the data folder was destroyed and restored, all tables are equal, the authenticator works and the next run is the same to the byte', async () => {
  const printed = await printNextRun(postgres.url);
  expect(Object.keys(printed).length).toBeGreaterThan(3);
  await shop.close();
  await postgres.stop();
  closeLauncher();
  rmSync(dataDir, { recursive: true });

  const restored = await run('restore', 'shop.zip');
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toMatch(/^Restored \d+ tables with [\d,]+ rows\.\n$/);
  expect(readFileSync(join(dataDir, 'stripe', 'stripe.journal'), 'utf8')).toContain('cus_1');
  expect(readdirSync(join(dataDir, 'mailbox'))).toEqual([]);
  expect(statSync(join(dataDir, 'auth-keys.json')).mode & 0o777).toBe(0o600);

  postgres = await startPostgres({ dataDir, durable: false });
  const { 'public.written': written, ...after } = await tableContents(postgres.url);
  expect(written).toMatch(/^\d+00 /);
  expect(after).toEqual(before);
  shop = await openShop(postgres.url, { settings: { DATA_DIR: dataDir } });
  shop.clock.advance(60);
  expect(await signInWithTwoSteps()).toBe('aal2');
  expect(await printNextRun(postgres.url)).toEqual(printed);
});

test('a closed shop is backed up, and its database is closed again', async () => {
  await shop.close();
  await postgres.stop();
  expect(await run('backup', 'closed.zip')).toMatchObject({ code: 0, err: '' });
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

async function signInWithTwoSteps(): Promise<unknown> {
  const ask = <T>(path: string, body: object, token = '') => callAuth<T>(shop.siteUrl, path, body, token);
  const first = await ask<SessionReply & { user: { factors: { id: string }[] } }>('/token?grant_type=password', {
    email: operator.email,
    password: PASSWORD,
  });
  const factor = first.user.factors[0]?.id ?? '';
  const challenge = await ask<{ id: string }>(`/factors/${factor}/challenge`, {}, first.access_token);
  const answer = { challenge_id: challenge.id, code: codeAt(shop.clock.now()) };
  const passed = await ask<SessionReply>(`/factors/${factor}/verify`, answer, first.access_token);
  const [, claims = ''] = passed.access_token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aal: unknown }).aal;
}
