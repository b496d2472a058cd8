import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNextRun, printNextRun } from '../test/builders/next-run.ts';
import { enrolFactor } from '../test/builders/operators.ts';
import { callAuth, PASSWORD, type SessionReply } from '../test/clients/shopper.ts';
import { testDatabase } from '../test/server/database.ts';
import { openShop, type Shop } from '../test/server/open-shop.ts';
import { runProgram } from '../test/server/run-program.ts';
import { startServer } from '../test/server/server-process.ts';
import { tableContents } from '../test/server/table-contents.ts';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { backupFailure, runBackupCommand } from '../src/server/backup-commands.ts';
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
let backup: string;
let before: Record<string, string>;

beforeAll(async () => {
  folder = await throwawayFolder();
  dataDir = dataFolder(join(folder.path, 'shop'));
  postgres = await startPostgres({ dataDir, durable: false });
  const lock = takeLock(dataDir, 'launcher.lock', 'for a test');
  closeLauncher = lock.held ? lock.release : () => undefined;
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ DATABASE_URL: postgres.url }));
  await migrate(postgres.url);
  shop = await openShop(postgres.url, { settings: { DATA_DIR: dataDir } });
  await fillShop();
  // pg-boss counts its queues from time to time, which would change the tables that are compared.
  await shop.ctx.jobs.stop();
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
  writeFileSync(join(dataDir, 'stripe-webhook.secret'), 'whsec_of_the_test');
}

function codeAt(now: Date): string {
  return new TOTP({ secret: operator.secret }).generate({ timestamp: now.getTime() });
}

/** The same without a process of its own. @returns the refusal */
async function refusalOf(command: string, file: string, settings: Record<string, string>): Promise<string> {
  try {
    return await runBackupCommand([command, file], settings);
  } catch (error) {
    return backupFailure(error);
  }
}

function run(command: string, file: string, settings: Record<string, string> = { DATA_DIR: dataDir }) {
  return runProgram('launch/backup.ts', [command, file], { INIT_CWD: folder.path, ...settings });
}

test('a shop in use is backed up into one file that only its owner reads', async () => {
  before = await tableContents(postgres.url);
  const done = await run('backup', 'shop.zip');
  expect(done).toMatchObject({ code: 0, err: '' });
  backup = join(folder.path, 'shop.zip');
  expect(done.out).toMatch(/^Backed up \d+ tables with [\d,]+ rows, and 3 files: .+shop\.zip\n$/);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path).filter((name) => name.includes('draft'))).toEqual([]);
});

test('a backup is verified by restoring it into a scratch database', async () => {
  const verified = await run('verify', backup, {});
  expect(verified).toMatchObject({ code: 0, err: '' });
  expect(verified.out).toContain('each byte came back');
});

test('a damaged or cut backup is refused, and so is a file that is none', async () => {
  const bytes = readFileSync(backup);
  const cut = join(folder.path, 'cut.zip');
  writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
  const settings = { DATABASE_URL: postgres.url };
  expect(await refusalOf('verify', cut, settings)).toContain('is no complete backup');
  expect(await refusalOf('verify', join(folder.path, 'none.zip'), settings)).toContain('is no complete backup');
  const damaged = join(folder.path, 'damaged.zip');
  const middle = Math.floor(bytes.length / 2);
  writeFileSync(damaged, bytes.fill(0, middle, middle + 64));
  expect(await refusalOf('verify', damaged, settings)).toMatch(/ is damaged in the backup\.$/);
});

test('a database that has rows is not restored into, and a shop that is open neither', async () => {
  const open = await run('restore', backup);
  expect(open).toMatchObject({ code: 1, err: `The shop is open on ${dataDir}: close it before a restore.\n` });
  const given = await refusalOf('restore', backup, { DATABASE_URL: postgres.url, DATA_DIR: dataDir });
  expect(given).toMatch(/^The database is not empty \(\S+ has rows\): a backup is restored into an empty one\.$/);
  expect(await tableContents(postgres.url)).toEqual(before);
});

test('a restore without the old keys is refused with a sentence, and changes nothing', async () => {
  const empty = await testDatabase();
  const elsewhere = join(folder.path, 'elsewhere');
  const settings = { DATABASE_URL: empty.url, DATA_DIR: elsewhere };
  const withOthers = { ...settings, AUTH_JWT_KEYS: otherKeys() };
  expect(await refusalOf('restore', backup, withOthers)).toContain('sealed with keys that are not in AUTH_JWT_KEYS');
  expect(existsSync(elsewhere)).toBe(false);
  const withOld = { ...settings, AUTH_JWT_KEYS: join(dataDir, 'auth-keys.json') };
  expect(await refusalOf('restore', backup, withOld)).toMatch(/^Restored /);
  expect(await tableContents(empty.url)).toEqual(before);
  await empty.drop();
});

test('other keys that lie in the data folder are not replaced', async () => {
  const empty = await testDatabase();
  const strange = join(folder.path, 'strange');
  mkdirSync(strange);
  writeFileSync(join(strange, 'auth-keys.json'), otherKeys());
  const refusal = await refusalOf('restore', backup, { DATABASE_URL: empty.url, DATA_DIR: strange });
  expect(refusal).toContain('is not the one of the backup');
  await empty.drop();
});

test('a backup without the keys of the shop is refused, because it would lose the authenticators', async () => {
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: join(folder.path, 'nowhere') };
  expect(await refusalOf('backup', join(folder.path, 'keyless.zip'), settings)).toContain('would be lost');
  expect(readdirSync(folder.path).filter((name) => name.startsWith('keyless'))).toEqual([]);
});

test('a server that would make new keys for a database with authenticators says so and ends', async () => {
  const newFolder = { ...shop.settings, DATA_DIR: join(folder.path, 'new keys') };
  await expect(startServer(newFolder)).rejects.toThrow('authenticators that were sealed with keys which are not in');
  expect(existsSync(newFolder.DATA_DIR)).toBe(false);
});

function otherKeys(): string {
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const sealing = { kty: 'oct', k: randomBytes(32).toString('base64url') };
  return JSON.stringify({ keys: [{ ...signing, kid: 'other', alg: 'ES256', key_ops: ['sign', 'verify'] }, sealing] });
}

test('after the data folder was destroyed and restored, all tables are equal, the authenticator works and the next run is the same to the byte', async () => {
  const printed = await printNextRun(postgres.url);
  expect(Object.keys(printed).length).toBeGreaterThan(3);
  await shop.close();
  await postgres.stop();
  closeLauncher();
  rmSync(dataDir, { recursive: true });

  const restored = await run('restore', 'shop.zip');
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toMatch(/^Restored \d+ tables with [\d,]+ rows, and 3 files, as of /);
  expect(existsSync(join(dataDir, 'mailbox'))).toBe(false);
  expect(statSync(join(dataDir, 'auth-keys.json')).mode & 0o777).toBe(0o600);

  postgres = await startPostgres({ dataDir, durable: false });
  expect(await tableContents(postgres.url)).toEqual(before);
  shop = await openShop(postgres.url, { settings: { DATA_DIR: dataDir } });
  shop.clock.advance(60);
  expect(await signInWithTwoSteps()).toBe('aal2');
  expect(await printNextRun(postgres.url)).toEqual(printed);
});

test('a closed shop is backed up as it is, and a folder without a shop is named', async () => {
  await shop.close();
  await postgres.stop();
  expect(await run('backup', 'closed.zip')).toMatchObject({ code: 0, err: '' });
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  const nothing = dataFolder(join(folder.path, 'nothing'));
  const refused = await run('backup', 'nothing.zip', { DATA_DIR: nothing });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${nothing} holds no shop`) });
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
