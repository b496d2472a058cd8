import { AuthClient } from '@supabase/auth-js';
import type { Config } from '../../src/server/platform/config/config.ts';
import { rateLimits } from '../../src/server/platform/schema.ts';
import { CookieJar } from '../clients/cookie-jar.ts';
import { newestLinkTo, pressLink, queuedEmails } from '../clients/mailbox.ts';
import { testDatabase } from './database.ts';
import { openShop } from './open-shop.ts';

export type Browser = InstanceType<typeof AuthClient>;

export type AuthServer = Awaited<ReturnType<typeof startAuthServer>>;

export interface RawCall {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * A shop with its own database and identity server: without workers, and with a real shop's limits.
 * @param changes replaces settings that could not be configured in a test
 */
export async function startAuthServer(env: Readonly<Record<string, string>> = {}, changes: Partial<Config> = {}) {
  const database = await testDatabase();
  const settings = { ROLE: 'web', AUTH_RATE_LIMIT_FACTOR: '1', ...env };
  const shop = await openShop(database.url, { settings, changes, logLevel: 'debug' });
  const { ctx, siteUrl, clock, log } = shop;
  const url = `${siteUrl}/auth/v1`;
  const jars = new WeakMap<Browser, CookieJar>();
  /** The browser's cookies from the server. */
  const cookiesOf = (browser: Browser) => jars.get(browser) ?? new CookieJar();
  return {
    ctx,
    siteUrl,
    clock,
    log,
    /** Ends in `/auth/v1`. */
    url,
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
    /** Opens a link, in that browser if one is named, presses the button of its page, and says where it leads. */
    open: async (link: string, { browser }: { browser?: Browser | undefined } = {}): Promise<URL> => {
      const response = await pressLink(link, browser === undefined ? fetch : cookiesOf(browser).fetch);
      return new URL(response.headers.get('location') ?? 'about:blank');
    },
    /** Deletes all rate limits, which use the machine's clock instead of the test's. */
    resetLimits: async () => void (await ctx.db.delete(rateLimits)),
    async close() {
      await shop.close();
      await database.drop();
    },
  };
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
