import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { freePort } from '../launch/ports.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { type Payer, payerAt } from '../test/clients/payer.ts';
import { startServer } from '../test/server/server-process.ts';
import { throwawayFolder } from '../test/server/throwaway.ts';

/** A whole shop, as `global-setup.ts` opens it. */
export interface OpenShop {
  readonly siteUrl: string;
  readonly databaseUrl: string;
  readonly mailboxUrl: string;
  readonly payer: Payer;
}

/** Where the shared shop's parts log. */
export const SHARED_LOG = 'test-results/shop.log';

/** The one that most tests share. */
export function sharedShop(): OpenShop {
  return shopWith(settingsIn('SERVER_SETTINGS'));
}

/** The one in which every button is pressed. */
export function crawledShop(): OpenShop {
  return shopWith(settingsIn('CRAWLED_SETTINGS'));
}

function settingsIn(variable: 'SERVER_SETTINGS' | 'CRAWLED_SETTINGS'): Readonly<Record<string, string>> {
  return JSON.parse(process.env[variable] ?? '{}') as Readonly<Record<string, string>>;
}

function shopWith(settings: Readonly<Record<string, string>>): OpenShop {
  const { SITE_URL = '', DATABASE_URL = '', MAILBOX_URL = '', STRIPE_API_BASE = '' } = settings;
  return { siteUrl: SITE_URL, databaseUrl: DATABASE_URL, mailboxUrl: MAILBOX_URL, payer: payerAt(STRIPE_API_BASE) };
}

/** The shop that serves that page. */
export function shopOf(page: Page): OpenShop {
  const crawled = crawledShop();
  return page.url().startsWith(`${crawled.siteUrl}/`) ? crawled : sharedShop();
}

/** Works on a shop's database with connections of its own. */
export async function inDatabase<T>(
  shop: Pick<OpenShop, 'databaseUrl'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase(shop.databaseUrl, { maxConnections: 2 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

/** What an operator's command for the shared shop prints. */
export async function atTerminal(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], ...settingsIn('SERVER_SETTINGS') };
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/operator.js', ...args], { env });
  return stdout;
}

export type ServerBeside = Awaited<ReturnType<typeof openServerBeside>>;

/**
 * One more server on the shared shop's database and stand-ins, with some settings changed. Google knows only the shop's own
 * address, and emails are sent by the shop.
 */
export async function openServerBeside(changes: Readonly<Record<string, string>>) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const place = { PORT: String(port), SITE_URL: url, ROLE: 'web' };
  const server = await startServer({ ...settingsIn('SERVER_SETTINGS'), ...place, ...changes });
  return { url, close: () => server.stop() };
}

/** A server beside the shop with a movable clock; emails, webhooks and other servers keep the real time. */
export async function openServerOnClock() {
  const folder = await throwawayFolder();
  const file = join(folder.path, 'seconds-ahead');
  await writeFile(file, '0');
  const preload = pathToFileURL(join(import.meta.dirname, '../test/server/shifted-clock.mjs')).href;
  const server = await openServerBeside({ NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT: file });
  return {
    url: server.url,
    /** Sets the clock days ahead. @param accessToken of a session whose age shows the change */
    async moveTo(days: number, accessToken: string) {
      await writeFile(file, String(days * 86_400));
      const headers = { authorization: `Bearer ${accessToken}` };
      const status = async () => (await fetch(`${server.url}/api/account`, { headers })).status;
      await expect.poll(status).toBe(401);
    },
    async close() {
      await server.close();
      folder.remove();
    },
  };
}

/** Settings of a server whose database is its own, beside the shared shop's: nothing that other tests do is due there. */
export async function settingsOfOwnDatabase() {
  const { DATABASE_URL = '', DATABASE_MIGRATION_URL = '' } = settingsIn('SERVER_SETTINGS');
  const name = `beside_${randomUUID().replaceAll('-', '')}`;
  const maker = openDatabase(DATABASE_MIGRATION_URL, { maxConnections: 1 });
  await maker.execute(`create database ${name}`);
  await maker.$client.end();
  const there = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    ROLE: 'both',
    DATABASE_URL: there(DATABASE_URL),
    DATABASE_MIGRATION_URL: there(DATABASE_MIGRATION_URL),
  } as const;
}
