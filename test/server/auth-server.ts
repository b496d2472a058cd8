import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthClient } from '@supabase/auth-js';
import { pino } from 'pino';
import { freePort } from '../../launch/ports.ts';
import { openContext } from '../../src/server/context.ts';
import { readConfig, type Config } from '../../src/server/platform/config/config.ts';
import { rateLimits } from '../../src/server/platform/schema.ts';
import { CookieJar } from '../clients/cookie-jar.ts';
import { newestLinkTo, queuedEmails } from '../clients/mailbox.ts';
import { TestClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { serveApi } from './listen-locally.ts';
import { STRIPE_SETTINGS } from './surroundings.ts';

export type Browser = InstanceType<typeof AuthClient>;

export type AuthServer = Awaited<ReturnType<typeof startAuthServer>>;

export interface RawCall {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Settings, or how to make them once the address is known. */
type Environment = Record<string, string> | ((siteUrl: string) => Promise<Record<string, string>>);

/**
 * The identity server and the API, on a port and in a database of their own, without pages and workers.
 * @param changes replaces settings that could not be configured in a test
 */
export async function startAuthServer(env: Environment = {}, changes: Partial<Config> = {}) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'auth-'));
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const settings = readConfig({
    ROLE: 'web',
    SITE_URL: siteUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...STRIPE_SETTINGS,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAILBOX_URL: 'http://127.0.0.1:1',
    ...(typeof env === 'function' ? await env(siteUrl) : env),
  });
  const clock = new TestClock();
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const ctx = await openContext({ ...settings, ...changes }, { clock, log: logger });
  const server = await serveApi(ctx, port);
  const url = `${siteUrl}/auth/v1`;
  const jars = new WeakMap<Browser, CookieJar>();
  /** What that browser holds of the server. */
  const cookiesOf = (browser: Browser) => jars.get(browser) ?? new CookieJar();
  return {
    ctx,
    /** Ends in `/auth/v1`. */
    url,
    clock,
    /** Everything the server has logged. */
    log,
    cookiesOf,
    /** A browser of its own, with its own storage. */
    browser(flowType: 'implicit' | 'pkce' = 'implicit') {
      const jar = new CookieJar();
      const browser = new AuthClient({ url, flowType, fetch: jar.fetch, autoRefreshToken: false });
      jars.set(browser, jar);
      return browser;
    },
    /** One raw request; the body is sent as JSON unless it is a string or bytes. */
    call: (method: string, path: string, options?: RawCall) => callRaw(url + path, method, options),
    /** Emails queued so far, oldest first. */
    emails: async () => (await queuedEmails(ctx)).toReversed(),
    /** The link in the newest email to an address. */
    linkTo: (recipient: string) => newestLinkTo(ctx, recipient),
    /** Opens a link, in that browser if one is named, and says where it leads. */
    open: (link: string, { method = 'GET', browser }: { method?: string; browser?: Browser | undefined } = {}) =>
      followLink(link, method, browser === undefined ? fetch : cookiesOf(browser).fetch),
    /** Rate limits run by the machine's clock, not ours: this lets them have passed. */
    resetLimits: async () => void (await ctx.db.delete(rateLimits)),
    async close() {
      await server.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function followLink(link: string, method: string, send: typeof fetch): Promise<URL> {
  const response = await send(link, { method, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'about:blank');
}

async function callRaw(url: string, method: string, { body, headers = {} }: RawCall = {}) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    redirect: 'manual',
    body: isRaw ? (body as BodyInit) : (JSON.stringify(body) ?? null),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
}
