import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { exitCode } from '../test/server/launched-shop.ts';
import { startShopProcess } from '../test/server/started-shop.ts';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { dataFolder } from './data-folder.ts';

let folder: ThrowawayFolder;

beforeAll(async () => {
  folder = await throwawayFolder();
});
afterAll(() => folder.remove());

test(
  'a first start logs no warning and no error, with keys of its own and with given ones, and prints the address and the sign-ins last',
  { timeout: 180_000 },
  async () => {
    const first = await firstStart('own keys', {});
    const keys = join(folder.path, 'keys.json');
    cpSync(join(folder.path, 'own keys', 'auth-keys.json'), keys);
    for (const start of [first, await firstStart('given keys', { AUTH_JWT_KEYS: keys })]) {
      expect(start).toEqual({ greeting: GREETING, seeded: true, warnings: [] });
    }
  },
);

const GREETING = [
  expect.stringMatching(/^http:\/\/localhost:\d+$/),
  expect.stringMatching(/^ {2}The emails it sends are at http:.+\/dev\/mailbox$/),
  expect.stringMatching(/^ {2}Sign in as reader@deadletter\.example with the password \S+$/),
  expect.stringMatching(/\/operator sign in as operator@deadletter\.example with the same password;$/),
  expect.stringMatching(/^ {2}an authenticator app makes its codes with the key [A-Z2-7]{32}$/),
  expect.stringMatching(/^ {2}Ctrl-C stops it\./),
];
const WARNING = /^\S+ {2}(warn|error|fatal): |\] (WARNING|ERROR|FATAL|PANIC): /;

/** Starts with an empty folder, waits until the demonstration's last email has left, and closes. */
async function firstStart(name: string, settings: Readonly<Record<string, string>>) {
  const dataDir = dataFolder(join(folder.path, name));
  const shop = await startShopProcess(dataDir, { LOG_LEVEL: 'info', AUTH_RATE_LIMIT_FACTOR: '1', ...settings });
  onTestFinished(async () => void (await exitCode(shop.process, 'SIGTERM')));
  await expect.poll(() => unsentEmails(shop.databaseUrl)).toBe(0);
  await exitCode(shop.process, 'SIGTERM');
  const [before = '', greeting = ''] = shop.output().split('\n\n  The Dead Letter Club is open: ');
  const log = `${shop.output()}\n${readFileSync(join(dataDir, 'postgres.log'), 'utf8')}`;
  return {
    greeting: greeting.trimEnd().split('\n'),
    seeded: before.includes('email sent'),
    warnings: log.split('\n').filter((line) => WARNING.test(line)),
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
