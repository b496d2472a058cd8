import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { startShop } from '../../../../test/server/shop.ts';
import { EVENTS_PER_BATCH, type VisitEvent } from '../../../contract/events.ts';
import type { Context } from '../../context.ts';
import { visitEvents } from '../schema.ts';
import { forwardEvents } from './forward.ts';
import { readFigures } from '../../operator/figures/figures.ts';
import { deleteOldEvents, handleRecordEvents } from './record.ts';

const shop = await startShop();
const { ctx } = shop;

beforeEach(async () => {
  await ctx.db.delete(visitEvents);
});

type Body = Record<string, unknown>;

async function send(body: Body, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${shop.siteUrl}/api/events`, { method: 'POST', headers, body: JSON.stringify(body) });
}

function view(path: string): VisitEvent {
  return { name: 'page_view', path, age: 0 };
}

function batch(...events: readonly object[]): Body {
  return { visit: randomUUID(), events };
}

async function storedNames(): Promise<string[]> {
  return (await ctx.db.select().from(visitEvents).orderBy(visitEvents.id)).map(({ name }) => name);
}

describe('a batch of events', () => {
  const ONE_OF_EACH = [
    { name: 'page_view', path: '/', age: 5000, referrer: 'search.example' },
    { name: 'scroll', path: '/', age: 4000, percent: 50 },
    { name: 'faq_view', path: '/', age: 3000, question: 'Can I cancel?' },
    { name: 'click', path: '/', age: 2000, target: 'Subscribe Now' },
    { name: 'form_submit', path: '/signup', age: 1000, form: '/signup' },
    { name: 'sign_up', path: '/signup', age: 10, method: 'password' },
    { name: 'login', path: '/signin', age: 0, method: 'google' },
  ];

  test('is taken from anyone, each event with the time at which it happened', async () => {
    const reply = await send(batch(...ONE_OF_EACH));
    expect([reply.status, await reply.json()]).toEqual([200, { accepted: 7 }]);
    const rows = await ctx.db.select().from(visitEvents).orderBy(visitEvents.id);
    expect(rows.map(({ name, path, detail }) => ({ name, path, ...detail }))).toEqual(
      ONE_OF_EACH.map(({ age: _age, ...event }) => event),
    );
    const last = rows.at(-1)?.happenedAt.getTime() ?? 0;
    expect(rows.map(({ happenedAt }) => last - happenedAt.getTime())).toEqual(ONE_OF_EACH.map(({ age }) => age));
  });

  test('is kept without the address, the browser or anything else about who sent it', async () => {
    await send(batch(view('/')), { 'user-agent': 'Owl/1.0', 'x-forwarded-for': '203.0.113.9' });
    const [row] = await ctx.db.select().from(visitEvents);
    expect(Object.keys(row ?? {}).sort()).toEqual(['batchId', 'detail', 'happenedAt', 'id', 'name', 'path', 'visitId']);
    expect(JSON.stringify(row)).not.toMatch(/Owl|203\.0|127\.0/);
  });

  test.each([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'of someone who asks not to be counted (%o) is forgotten',
    async (headers) => {
      const reply = await send(batch(view('/')), headers);
      expect(await reply.json()).toEqual({ accepted: 0 });
      expect(await storedNames()).toEqual([]);
    },
  );

  test.each<[string, Body]>([
    ['with a field nobody asked for', { ...batch(view('/')), email: 'ada@example.com' }],
    ['with such a field in an event', batch({ ...view('/'), ip: '203.0.113.9' })],
    ['of an unknown kind', batch({ name: 'heartbeat', path: '/', age: 0 })],
    ['at an address that is none of ours', batch(view('/account?success=true'))],
    ['without a visit', { events: [view('/')] }],
    ['without events', batch()],
    ['larger than browsers make it', batch(...Array.from({ length: EVENTS_PER_BATCH + 1 }, () => view('/')))],
    ['with a half-read percentage', batch({ name: 'scroll', path: '/', age: 0, percent: 33 })],
    ['from the future', batch({ ...view('/'), age: -1 })],
  ])('%s is refused whole', async (_what, body) => {
    expect((await send(body)).status).toBe(400);
    expect(await storedNames()).toEqual([]);
  });

  test('of an address that is none of ours are stored as a view, without what was done there', async () => {
    const click = { name: 'click', path: '/404', age: 0, target: 'Ada Lovelace' };
    expect(await (await send(batch(view('/404'), click, view('/')))).json()).toEqual({ accepted: 2 });
    expect(await (await send(batch(click))).json()).toEqual({ accepted: 0 });
    expect(await storedNames()).toEqual(['page_view', 'page_view']);
  });

  test('is refused when there have been sixty in a minute from one network', async () => {
    const strict: Context = { ...ctx, config: { ...ctx.config, auth: { ...ctx.config.auth, rateLimitFactor: 1 } } };
    const body = { visit: randomUUID(), events: [view('/')] };
    const post = (ip: string) =>
      handleRecordEvents({
        ctx: strict,
        body,
        client: { ip, userAgent: null, asksNotToBeCounted: false },
        params: undefined,
        query: undefined,
      });
    for (let batches = 0; batches < 60; batches++) await post('203.0.113.9');
    await expect(post('203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await post('203.0.113.10')).toEqual({ accepted: 1 });
  });
});

test('events are forgotten after thirteen months', async () => {
  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000);
  const event = { batchId: randomUUID(), visitId: randomUUID(), path: '/', detail: {} };
  await ctx.db.insert(visitEvents).values([
    { ...event, name: 'page_view', happenedAt: daysAgo(401) },
    { ...event, name: 'click', happenedAt: daysAgo(399) },
  ]);
  await deleteOldEvents(ctx);
  expect(await storedNames()).toEqual(['click']);
});

describe('the funnel', () => {
  test('counts visits once at each step, and payments from the books', async () => {
    const user = await shop.signUp();
    await user.buy();
    await insertVisit(['/', '/', '/signup'], ['sign_up'], ['/season-selection', '/shipping', '/payment']);
    await insertVisit(['/', '/season-selection', '/shipping']);
    await insertVisit(['/']);
    await insertVisit(['/support']);
    const { steps } = (await readFigures(ctx, 30)).funnel;
    expect(steps.map(({ name, visits }) => `${name} ${visits}`)).toEqual([
      'Landing page 3',
      'Signed up 1',
      'Season 2',
      'Shipping 2',
      'Payment 1',
      'Paid 1',
    ]);
  });

  test('of a time without visits counts none', async () => {
    expect((await readFigures(ctx, 1)).funnel.steps).toContainEqual({ name: 'Season', visits: 0 });
  });
});

describe('forwarding to Google Analytics', () => {
  let google: Server;
  let received: { url: string; body: { client_id: string; events: { name: string; params: Body }[] } }[];
  let status: number;

  beforeEach(async () => {
    received = [];
    status = 204;
    google = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        received.push({
          url: req.url ?? '',
          body: JSON.parse(Buffer.concat(chunks).toString()) as (typeof received)[0]['body'],
        });
        res.writeHead(status, { location: '/elsewhere' }).end();
      });
    }).listen(0, '127.0.0.1');
    await once(google, 'listening');
    return () => void google.close();
  });

  function withGoogle() {
    const url = `http://127.0.0.1:${(google.address() as AddressInfo).port}/mp/collect`;
    return { ...ctx, config: { ...ctx.config, ga4: { measurementId: 'G-1957', apiSecret: 'hush', url } } };
  }

  test('sends what is in the books, by our server, with nothing about the visitor', async () => {
    const { batchId, visitId } = await insertBatch(1);
    await forwardEvents(withGoogle(), batchId);
    expect(received).toHaveLength(1);
    expect(received[0]?.url).toBe('/mp/collect?measurement_id=G-1957&api_secret=hush');
    expect(received[0]?.body).toMatchObject({
      client_id: visitId,
      non_personalized_ads: true,
      events: [
        { name: 'page_view', params: { page_location: `${shop.siteUrl}/`, page_referrer: 'https://search.example/' } },
      ],
    });
  });

  test('sends at most 25 events at once', async () => {
    const { batchId } = await insertBatch(40);
    await forwardEvents(withGoogle(), batchId);
    expect(received.map(({ body }) => body.events.length)).toEqual([25, 15]);
  });

  test('is tried again when Google does not take it, and the secret is in no error', async () => {
    const { batchId } = await insertBatch(1);
    status = 503;
    await expect(forwardEvents(withGoogle(), batchId)).rejects.toThrow(/^Google Analytics answered 503\.$/);
  });

  test('goes nowhere else, wherever an answer points', async () => {
    const { batchId } = await insertBatch(1);
    status = 307;
    await expect(forwardEvents(withGoogle(), batchId)).rejects.toThrow('fetch failed');
    expect(received).toHaveLength(1);
  });

  test('does not happen when it is not configured', async () => {
    const { batchId } = await insertBatch(1);
    await forwardEvents(ctx, batchId);
    expect(received).toEqual([]);
  });
});

async function insertVisit(
  before: string[],
  events: ('sign_up' | 'login')[] = [],
  after: string[] = [],
): Promise<void> {
  const row = {
    batchId: randomUUID(),
    visitId: randomUUID(),
    detail: {},
    happenedAt: new Date(ctx.clock.now().getTime() - 1000),
  };
  await ctx.db
    .insert(visitEvents)
    .values([
      ...[...before, ...after].map((path) => ({ ...row, path, name: 'page_view' as const })),
      ...events.map((name) => ({ ...row, path: '/signup', name })),
    ]);
}

async function insertBatch(count: number): Promise<{ batchId: string; visitId: string }> {
  const ids = { batchId: randomUUID(), visitId: randomUUID() };
  const row = {
    ...ids,
    name: 'page_view' as const,
    path: '/',
    detail: { referrer: 'search.example' },
    happenedAt: ctx.clock.now(),
  };
  await ctx.db.insert(visitEvents).values(Array.from({ length: count }, () => row));
  return ids;
}
