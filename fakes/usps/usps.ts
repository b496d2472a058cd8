import { join } from 'node:path';
import { jsonApp, serveJson } from '../json-server.ts';
import { sendBody, WebhookFeed } from '../webhook-feed.ts';
import { addAddresses, CALLS_PER_HOUR, type Client } from './addresses.ts';
import { addScans } from './scans.ts';

export interface UspsOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly client: Client;
  /** Where scans are sent, and as whom: `name:password`. */
  readonly feed?: { readonly url: string; readonly login: string };
  /** Holds what has not been sent; unset, it ends with the process. */
  readonly dataDir?: string;
  readonly callsPerHour?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export type Usps = Awaited<ReturnType<typeof startUsps>>;

/** Stands in for the United States Postal Service: Addresses v3 and the feed of scans (IV-MTR). */
export async function startUsps({ port, client, feed: target, dataDir, callsPerHour, now = Date.now }: UspsOptions) {
  const clock = { ahead: 0, now: () => now() + clock.ahead };
  const fileIn = (name: string) => (dataDir === undefined ? undefined : join(dataDir, name));
  const feed = await WebhookFeed.open(async ({ body }, isForged, signal) => {
    if (target === undefined) return true;
    const login = isForged ? 'usps:a-wrong-password-entirely' : target.login;
    const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
    return await sendBody(target.url, body, { authorization }, signal);
  }, fileIn('scans.journal'));
  const app = jsonApp();
  addAddresses(app, client, clock.now, callsPerHour ?? CALLS_PER_HOUR);
  const journal = await addScans(app, feed, clock, fileIn('letters.journal'));
  const server = await serveJson(app, port);
  return {
    url: server.url,
    /** Resolves when every message has been taken. */
    scansDelivered: () => feed.idle(),
    async close() {
      await server.close();
      await feed.close();
      await journal.close();
    },
  };
}
