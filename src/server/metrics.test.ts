import { createServer } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeNow, listenLocally } from '../../test/server/listen-locally.ts';
import { receivedEmails } from '../../test/clients/mailbox.ts';
import { startShop } from '../../test/server/shop.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import { API } from '../contract/api.ts';
import { openMetrics, openMetricsPort } from './metrics.ts';
import { openDatabase } from './platform/db/database.ts';
import { ClusterFigures } from './platform/metrics/cluster-figures.ts';
import { CLUSTER_GAUGES, PREFIX } from './platform/metrics/definitions.ts';
import { openProcessMetrics } from './platform/metrics/process-metrics.ts';
import { reconcileSubscriptions } from './commerce/reconcile/reconcile-subscriptions.ts';

const TOKEN = 'a-token-for-the-scraper';
const shop = await startShop({ settings: { METRICS_TOKEN: TOKEN }, workers: true, logLevel: 'info' });
let user: Shopper;

beforeAll(async () => {
  user = await shop.signUp();
  await user.buy();
  await user.call(API.getAccount);
  await shop.sandbox.webhooksDelivered();
  await vi.waitUntil(async () => (await receivedEmails(shop.mailbox.url, user.email)).length > 0, 30_000);
});

async function scrape(): Promise<string> {
  const reply = await fetch(`${shop.siteUrl}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(reply.status).toBe(200);
  return await reply.text();
}

/** The sum of a metric's samples that have at least these labels. */
function sumOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const samples = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)));
  return samples.length === 0 ? null : samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

function routesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<=http_requests_total\{.*route=")[^"]*/g));
}

describe('who may scrape', () => {
  test.each([
    ['no token', undefined],
    ['another token', 'Bearer a-token-for-somebody-else'],
    ['a token of the shop', 'user'],
  ])('with %s nobody', async (_what, given) => {
    const authorization = given === 'user' ? `Bearer ${user.accessToken}` : given;
    const reply = await fetch(`${shop.siteUrl}/metrics`, { headers: authorization ? { authorization } : {} });
    expect([reply.status, await reply.text()]).toEqual([401, '']);
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(shop.log.at(-1)).toContain('"security":"invalid_credentials"');
    expect(shop.log.join('')).not.toContain(authorization ?? 'Bearer ');
  });

  test('without a token that is set, the shop’s own port has no such address, and the other port asks for none', async () => {
    const ctx = { ...shop.ctx, config: { ...shop.ctx.config, metricsToken: null, metricsPort: 0 } };
    const metrics = await openMetrics(ctx);
    if (metrics === null) throw new Error('No metrics.');
    expect(metrics.isOpenToVisitors).toBe(false);
    const server = await openMetricsPort(ctx, metrics, 0);
    onTestFinished(() => {
      metrics.close();
      closeNow(server);
    });
    const { port } = server.address() as { port: number };
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(`${PREFIX}pool_size 20`);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });
});

describe('what a purchase leaves', () => {
  test('requests by the template of their address, with status and latency', async () => {
    const text = await scrape();
    const account = { method: 'GET', route: API.getAccount.path };
    expect(sumOf(text, `${PREFIX}http_requests_total`, { ...account, status: '200' })).toBeGreaterThan(0);
    expect(sumOf(text, `${PREFIX}http_request_duration_seconds_count`, account)).toBeGreaterThan(0);
  });

  test('calls of Stripe without ids, jobs, emails, and how late its webhooks came', async () => {
    const text = await scrape();
    const call = { method: 'POST', route: '/v1/subscriptions', outcome: 'ok' };
    expect(sumOf(text, `${PREFIX}stripe_request_duration_seconds_count`, call)).toBeGreaterThan(0);
    const job = { queue: 'send-email', outcome: 'completed' };
    expect(sumOf(text, `${PREFIX}job_duration_seconds_count`, job)).toBeGreaterThan(0);
    expect(sumOf(text, `${PREFIX}emails_total`, { outcome: 'sent' })).toBeGreaterThan(0);
    expect(sumOf(text, `${PREFIX}webhook_lag_seconds_count`)).toBeGreaterThan(0);
  });

  test('the pool, the streams, the event loop and the memory of the process', async () => {
    const text = await scrape();
    for (const state of ['in_use', 'idle', 'waiting']) {
      expect(sumOf(text, `${PREFIX}pool_connections`, { state })).toBeGreaterThanOrEqual(0);
    }
    expect(sumOf(text, `${PREFIX}streams_open`)).toBe(0);
    expect(sumOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(sumOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  test('no address, name, id or token of anybody', async () => {
    const text = await scrape();
    for (const secret of [user.email, user.userId, user.accessToken, '@', 'sub_', 'cus_']) {
      expect(text).not.toContain(secret);
    }
  });
});

test('addresses that do not exist, whatever they are, make one route', async () => {
  const before = await scrape();
  for (let number = 0; number < 20; number += 1) {
    await fetch(`${shop.siteUrl}/${user.email}/${number}?token=secret`, { method: number % 2 ? 'GET' : 'PROPFIND' });
    await fetch(`${shop.siteUrl}/api/letters/${number}`);
    await fetch(`${shop.siteUrl}/l/CODE${number}`);
  }
  const added = [...routesIn(await scrape())].filter((route) => !routesIn(before).has(route));
  expect(added.sort()).toEqual(['(none)', '/l/:code']);
});

describe('figures of all processes together', () => {
  test('are told by a process that works, one sample for each that the database has an answer to', async () => {
    await expect.poll(async () => sumOf(await scrape(), `${PREFIX}cluster_up`)).toBe(1);
    const text = await scrape();
    expect(sumOf(text, `${PREFIX}queue_jobs`, { queue: 'send-email', state: 'ready' })).toBeGreaterThanOrEqual(0);
    expect(sumOf(text, `${PREFIX}queue_oldest_seconds`, { queue: 'send-email' })).toBeGreaterThanOrEqual(0);
    for (const name of ['emails_waiting', 'emails_oldest_seconds', 'emails_given_up', 'checkouts_open', 'runs_late']) {
      expect([name, sumOf(text, PREFIX + name)]).toEqual([name, expect.any(Number)]);
    }
    for (const state of ['due', 'printed', 'handed_over']) {
      expect(sumOf(text, `${PREFIX}letters`, { state })).toBeGreaterThanOrEqual(0);
    }
  });

  test('are not told by one that only serves', async () => {
    const metrics = openProcessMetrics({
      config: { role: 'web', poolSize: 20 },
      db: shop.ctx.db,
      openStreams: () => 0,
      cluster: null,
    });
    onTestFinished(() => metrics.close());
    const text = await metrics.text();
    for (const name of Object.keys(CLUSTER_GAUGES)) expect(text).not.toContain(PREFIX + name);
    expect(text).toContain(`${PREFIX}process_info{role="web"} 1`);
  });

  test('are asked for once, however often they are scraped', async () => {
    let asked = 0;
    const cluster = new ClusterFigures(shop.ctx, [
      async () => {
        asked += 1;
        return [{ gauge: 'runs_late', value: 3 }];
      },
    ]);
    const scrapes = () => Promise.all([cluster.samples(), cluster.samples()]);
    const sample = { gauge: 'runs_late', value: 3 };
    await expect.poll(scrapes).toEqual([[sample], [sample]]);
    expect(await scrapes()).toEqual([[sample], [sample]]);
    expect(asked).toBe(1);
  });

  test('hold up no scrape while the database is silent, and are missing instead of wrong', async () => {
    const silent = createServer();
    const address = await listenLocally(silent);
    const db = openDatabase(address.replace('http:', 'postgres:'));
    const cluster = new ClusterFigures({ db, clock: shop.clock }, [
      async () => [{ gauge: 'emails_waiting', value: 0 }],
    ]);
    const facts = { config: { role: 'worker', poolSize: 20 }, db, openStreams: () => 0, cluster } as const;
    const metrics = openProcessMetrics(facts);
    onTestFinished(async () => {
      metrics.close();
      silent.close();
      await db.$client.end();
    });
    const begun = performance.now();
    const text = await metrics.text();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(sumOf(text, `${PREFIX}cluster_up`)).toBe(0);
    expect(sumOf(text, `${PREFIX}emails_waiting`)).toBeNull();
    expect(text).toContain('process_resident_memory_bytes');
  });

  test('a statement that takes longer than two seconds is given up', async () => {
    const cluster = new ClusterFigures(shop.ctx, [
      async (tx) => {
        const { rows } = await tx.execute('show statement_timeout');
        return [{ gauge: 'runs_late', value: Number.parseInt(String(rows[0]?.['statement_timeout']), 10) }];
      },
    ]);
    await expect.poll(() => cluster.samples()).toEqual([{ gauge: 'runs_late', value: 2 }]);
  });
});

test('what comparing with Stripe found is counted', async () => {
  const before = sumOf(await scrape(), `${PREFIX}reconciler_drift_total`) ?? 0;
  const other = await shop.signUp();
  // Every event is lost.
  shop.webhooks.hold();
  await other.confirm(await other.submit());
  await reconcileSubscriptions(shop.ctx);
  expect(sumOf(await scrape(), `${PREFIX}reconciler_drift_total`, { what: 'subscription' })).toBeGreaterThan(before);
});
