import { cpSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getAccount } from '../src/contract/account.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { exitCode } from '../test/server/launched-shop.ts';
import { nodeVersions } from '../test/server/node-versions.ts';
import { type StartedShop, startShopProcess } from '../test/server/started-shop.ts';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { dataFolder } from './data-folder.ts';

const STARTS_WITHIN_MS = 180_000;
const EMAILS_LEAVE = { timeout: 60_000, interval: 200 };

let folder: ThrowawayFolder;
/** The file with the keys that the first start made. */
let keys: string;
let first: Awaited<ReturnType<typeof firstStart>>;
const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
const host = addresses.includes('::1') ? '::1' : '127.0.0.1';

beforeAll(async () => {
  folder = await throwawayFolder();
  keys = join(folder.path, 'keys.json');
  first = await firstStart();
}, STARTS_WITHIN_MS);
afterAll(() => folder.remove());

/** Starts with an empty folder, waits until the demonstration's last email has left, and closes. */
async function firstStart() {
  const dataDir = dataFolder(join(folder.path, 'first'));
  const shop = await startShopProcess(dataDir, { LOG_LEVEL: 'info', AUTH_RATE_LIMIT_FACTOR: '1' });
  try {
    await vi.waitFor(async () => expect(await unsentEmails(shop.databaseUrl)).toBe(0), EMAILS_LEAVE);
  } finally {
    await exitCode(shop.process, 'SIGTERM');
  }
  cpSync(join(dataDir, 'auth-keys.json'), keys);
  const [before = '', greeting = ''] = shop.output().split('\n\n  The Dead Letter Club is open: ');
  return {
    greeting: greeting.trimEnd().split('\n'),
    seeded: before.includes('email sent'),
    warnings: warningsOf(shop, dataDir),
  };
}

async function unsentEmails(databaseUrl: string): Promise<unknown> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ unsent: number }>(
    `select count(*)::int as unsent from email_outbox where status <> 'sent'`,
  );
  await client.end();
  return rows[0]?.unsent;
}

const WARNING = /^\S+ {2}(warn|error|fatal): |\] (WARNING|ERROR|FATAL|PANIC): /;

function warningsOf(shop: StartedShop, dataDir: string): string[] {
  const log = `${shop.output()}\n${readFileSync(join(dataDir, 'postgres.log'), 'utf8')}`;
  return log.split('\n').filter((line) => WARNING.test(line));
}

test('a first start logs no warning and no error, and prints the address and the sign-ins last', () => {
  expect(first).toEqual({
    greeting: [
      expect.stringMatching(/^http:\/\/localhost:\d+$/),
      expect.stringMatching(/^ {2}The emails it sends are at http:.+\/dev\/mailbox$/),
      expect.stringMatching(/^ {2}Sign in as reader@deadletter\.example with the password \S+$/),
      expect.stringMatching(/\/operator sign in as operator@deadletter\.example with the same password;$/),
      expect.stringMatching(/^ {2}an authenticator app makes its codes with the key [A-Z2-7]{32}$/),
      expect.stringMatching(/^ {2}Ctrl-C stops it\./),
    ],
    seeded: true,
    warnings: [],
  });
});

// Node 22 and 24 where they can be had: `npm run nodes` gets them.
test.each(nodeVersions())(
  `under Node %s the whole shop opens on ${host} with given keys, hears of a payment by webhook and closes without a warning`,
  { timeout: STARTS_WITHIN_MS },
  async (version, program) => {
    const dataDir = dataFolder(join(folder.path, version));
    const shop = await startShopProcess(dataDir, { HOST: host, AUTH_JWT_KEYS: keys }, program);
    onTestFinished(async () => void (await exitCode(shop.process, 'SIGTERM')));
    const user = await Shopper.signUp(shop);
    await user.confirm(await user.submit());
    // Nothing but the webhook says that it was paid: the browser does not return.
    await expect
      .poll(async () => (await user.call(getAccount)).subscriptions.map(({ status }) => status))
      .toEqual(['active']);
    expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
    expect(warningsOf(shop, dataDir)).toEqual([]);
  },
);
