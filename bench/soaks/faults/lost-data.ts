import { deepStrictEqual } from 'node:assert';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { Client } from 'pg';
import { dataFolder } from '../../../launch/data-folder.ts';
import { startPostgres } from '../../../launch/postgres.ts';
import { Archive } from '../../../src/server/platform/backup/archive.ts';
import { differingTables } from '../../../src/server/platform/backup/load.ts';
import { readManifest } from '../../../src/server/platform/backup/manifest.ts';
import { openNextRun, printNextRun } from '../../../test/builders/next-run.ts';
import { enrolFactor } from '../../../test/builders/operators.ts';
import { callAuth, PASSWORD, Shopper, type SessionReply } from '../../../test/clients/shopper.ts';
import { Visits } from '../../../test/load/visits.ts';
import { exitCode } from '../../../test/server/launched-shop.ts';
import { runProgram } from '../../../test/server/run-program.ts';
import { type StartedShop, startShopProcess } from '../../../test/server/started-shop.ts';
import { throwawayFolder } from '../../../test/server/throwaway.ts';

const VISITORS = 3;
const VISITED_MS = 10_000;
const SUBSCRIBERS = 200;
const TOTP_STEP_MS = 30_000;

/**
 * A shop is backed up in use, its data folder destroyed and restored.
 * @returns what was counted
 * @throws Error when a table, the authenticator of an operator or a byte of the next mailing run is another
 */
export async function loseData(): Promise<string> {
  const folder = await throwawayFolder();
  const dataDir = dataFolder(join(folder.path, 'data'));
  const backup = join(folder.path, 'shop.zip');
  const settings = { SEED_DEMO: '0' };
  let shop = await startShopProcess(dataDir, settings);
  try {
    await openNextRun(shop.databaseUrl, SUBSCRIBERS);
    const operator = await hireOperator(shop, dataDir);
    const before = await visit(shop, () => sleep(VISITED_MS));
    await visit(shop, () => perform(['launch/backup.ts', 'backup', backup], dataDir));
    await exitCode(shop.process, 'SIGTERM');
    const printed = await withPostgres(dataDir, printNextRun);

    rmSync(dataDir, { recursive: true });
    await perform(['launch/backup.ts', 'restore', backup], dataDir);
    deepStrictEqual(await withPostgres(dataDir, (url) => differencesFrom(backup, url)), []);
    deepStrictEqual(await withPostgres(dataDir, printNextRun), printed);
    await perform(['launch/backup.ts', 'verify', backup], dataDir);

    shop = await startShopProcess(dataDir, { ...settings, PORT: String(shop.port) });
    deepStrictEqual(await before.lost(), []);
    deepStrictEqual(await signInWithTwoSteps(shop, operator), 'aal2');
    const { saved, bought } = before.counts;
    return `${saved} addresses and ${bought} purchases came back, and ${Object.keys(printed).length} files of the next run are the same to the byte`;
  } finally {
    await exitCode(shop.process, 'SIGTERM');
    folder.remove();
  }
}

interface Operator {
  readonly email: string;
  readonly secret: string;
}

async function hireOperator(shop: StartedShop, dataDir: string): Promise<Operator> {
  const user = await Shopper.signUp(shop);
  await perform(['launch/operator.ts', 'operator', 'grant', user.email], dataDir);
  let secret = '';
  await enrolFactor(shop.siteUrl, user.accessToken, (made) => codeOf((secret = made)));
  return { email: user.email, secret };
}

function codeOf(secret: string): string {
  return new TOTP({ secret }).generate();
}

async function visit(shop: StartedShop, during: () => Promise<unknown>): Promise<Visits> {
  const visits = new Visits(shop);
  visits.begin(VISITORS);
  await during();
  await visits.end();
  deepStrictEqual(visits.faults, []);
  return visits;
}

async function perform([program = '', ...args]: readonly string[], dataDir: string): Promise<void> {
  const done = await runProgram(program, args, { DATA_DIR: dataDir });
  deepStrictEqual(done.code, 0, done.err);
}

async function withPostgres<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir, durable: true });
  try {
    return await use(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function differencesFrom(backup: string, databaseUrl: string): Promise<string[]> {
  const archive = await Archive.open(backup);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await differingTables(client, await readManifest(archive));
  } finally {
    await client.end();
    archive.close();
  }
}

/** @returns the assurance level that was reached */
async function signInWithTwoSteps({ siteUrl }: StartedShop, { email, secret }: Operator): Promise<unknown> {
  // A code opens once, and so do those before it.
  await sleep(TOTP_STEP_MS);
  const first = await callAuth<SessionReply & { user: { factors: { id: string }[] } }>(
    siteUrl,
    '/token?grant_type=password',
    { email, password: PASSWORD },
  );
  const factor = first.user.factors[0]?.id ?? '';
  const challenge = await callAuth<{ id: string }>(siteUrl, `/factors/${factor}/challenge`, {}, first.access_token);
  const answer = { challenge_id: challenge.id, code: codeOf(secret) };
  const passed = await callAuth<SessionReply>(siteUrl, `/factors/${factor}/verify`, answer, first.access_token);
  const [, claims = ''] = passed.access_token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aal: unknown }).aal;
}
