import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { startChild } from '../launch/child.ts';
import { freePort } from '../launch/ports.ts';
import { BUILT } from '../launch/shop.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';

/** A whole shop, as `global-setup.ts` opens it. */
export interface OpenShop {
  readonly url: string;
  readonly databaseUrl: string;
  readonly sandboxUrl: string;
}

/** The one that most tests share. */
export function sharedShop(): OpenShop {
  const { BASE_URL = '', DATABASE_URL = '', SANDBOX_URL = '' } = process.env;
  return { url: BASE_URL, databaseUrl: DATABASE_URL, sandboxUrl: SANDBOX_URL };
}

/** The one in which every button is pressed. */
export function crawledShop(): OpenShop {
  return JSON.parse(process.env['CRAWLED_SHOP'] ?? '{}') as OpenShop;
}

/** The one whose page that is. */
export function shopOf(page: Page): OpenShop {
  const crawled = crawledShop();
  return page.url().startsWith(`${crawled.url}/`) ? crawled : sharedShop();
}

/** Works on a shop's database with connections of its own. */
export async function inDatabase<T>(shop: OpenShop, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(shop.databaseUrl, { maxConnections: 2 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

function serverSettings(): NodeJS.ProcessEnv {
  return JSON.parse(process.env['SERVER_SETTINGS'] ?? '{}') as NodeJS.ProcessEnv;
}

/** What an operator's command prints, given beside the shared shop. */
export async function atTerminal(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], ...serverSettings() };
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/operator.js', ...args], { env });
  return stdout;
}

export interface ServerBeside {
  readonly url: string;
  close(): Promise<void>;
}

const GRACE_MS = 5000;

/**
 * One more server on the shared shop's database and stand-ins, with some settings changed. Google knows only the shop's own
 * address, and emails are sent by the shop.
 */
export async function openServerBeside(changes: Readonly<Record<string, string>>): Promise<ServerBeside> {
  const port = await freePort();
  const place = { PORT: String(port), SITE_URL: `http://localhost:${port}`, ROLE: 'web' };
  const server = startChild({
    name: 'The server beside',
    args: BUILT.server,
    env: { ...serverSettings(), ...place, ...changes },
    onLine: () => undefined,
  });
  const { url } = await server.ready;
  return { url, close: () => server.stop(GRACE_MS) };
}
