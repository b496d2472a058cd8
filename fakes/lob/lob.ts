import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { z } from 'zod';
import { DONE, jsonApp, type JsonEnv, serveJson } from '../json-server.ts';
import { feedFault, sendBody, WebhookFeed } from '../webhook-feed.ts';
import { addLetters, Letters, refusal } from './letters.ts';
import { addVerifications } from './verifications.ts';

export interface LobOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly apiKey: string;
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Holds letters and what has not been sent; unset, both end with the process. */
  readonly dataDir?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export type Lob = Awaited<ReturnType<typeof startLob>>;

const EVENTS = [
  'created',
  'rendered_pdf',
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  're-routed',
  'returned_to_sender',
] as const;
const progress = z.strictObject({ letters: z.array(z.string()).min(1), event: z.enum(EVENTS) });

/** Stands in for Lob: a printer of letters, and its book of addresses. */
export async function startLob({ port, apiKey, webhook, dataDir, now = Date.now }: LobOptions) {
  const clock = { ahead: 0, now: () => now() + clock.ahead };
  const fileIn = (name: string) => (dataDir === undefined ? undefined : join(dataDir, name));
  const letters = await Letters.open(fileIn('letters.journal'), clock.now);
  const feed = await WebhookFeed.open(async ({ body }, isForged, signal) => {
    if (webhook === undefined) return true;
    const timestamp = String(Date.now());
    const secret = isForged ? 'a secret of somebody else' : webhook.secret;
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const headers = { 'lob-signature': signature, 'lob-signature-timestamp': timestamp };
    return await sendBody(webhook.url, body, headers, signal);
  }, fileIn('webhooks.journal'));
  const app = jsonApp();
  app.use('/v1/*', async (c, next) => {
    const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    if (c.req.header('authorization') !== expected) throw refusal(401, 'unauthorized', 'Your API key is not valid.');
    await next();
  });
  addLetters(app, letters);
  addVerifications(app);
  addControls(app, letters, feed, clock);
  const server = await serveJson(app, port);
  return {
    url: `${server.url}/v1`,
    letters,
    /** Resolves when every webhook has been taken. */
    webhooksDelivered: () => feed.idle(),
    async close() {
      await server.close();
      await feed.close();
      await letters.close();
    },
  };
}

function addControls(app: Hono<JsonEnv>, letters: Letters, feed: WebhookFeed, clock: { ahead: number }): void {
  app.post('/_sandbox/progress', async (c) => {
    const { letters: ids, event } = progress.parse(await c.req.json());
    const bodies = ids.flatMap((id) => {
      const letter = letters.everAccepted.find((each) => each.id === id);
      if (letter === undefined) return [];
      const type = { id: `letter.${event}`, resource: 'letters', object: 'event_type' };
      const date = new Date(letters.now()).toISOString();
      return [
        JSON.stringify({
          id: `evt_${randomUUID()}`,
          object: 'event',
          event_type: type,
          reference_id: id,
          date_created: date,
          body: letter,
        }),
      ];
    });
    await feed.push(bodies);
    return c.json({ sent: bodies.length });
  });
  app.post('/_sandbox/drop', async (c) => {
    letters.dropNext(z.strictObject({ times: z.int().min(1) }).parse(await c.req.json()).times);
    return c.json(DONE);
  });
  app.post('/_sandbox/clock', async (c) => {
    clock.ahead += z.strictObject({ hours: z.number().positive() }).parse(await c.req.json()).hours * 3_600_000;
    return c.json(DONE);
  });
  app.post('/_sandbox/feed-fail', async (c) => {
    feed.plan(feedFault.parse(await c.req.json()));
    return c.json(DONE);
  });
  app.get('/_sandbox', (c) => c.json({ letters: [...letters.all.values()], waiting: feed.waiting }));
}
