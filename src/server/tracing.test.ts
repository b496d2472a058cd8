import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../launch/ports.ts';
import { receivedEmails } from '../../test/clients/mailbox.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import { openCollector, type ReceivedSpan } from '../../test/server/collector.ts';
import { startServer } from '../../test/server/server-process.ts';
import { startShop } from '../../test/server/shop.ts';
import { API } from '../contract/api.ts';
import { closeTracing, currentSpan, openTracing } from './platform/tracing/spans.ts';

/** OTLP's number for a server span. */
const SERVER = 2;
const PARENT = '0af7651916cd43dd8448eb211c80319c';
const collector = await openCollector();
const shop = await startShop({ settings: { TRUSTED_PROXIES: '127.0.0.1' }, workers: true });
let user: Shopper;
let spans: readonly ReceivedSpan[];
let lost = 0;

beforeAll(async () => {
  const { endpoint } = collector;
  const config = { endpoint, headers: { 'api-key': 'of-the-collector' }, serviceName: 'shop', ratio: 1 };
  await openTracing(config, () => (lost += 1));
  user = await shop.signUp();
  await user.buy();
  await shop.sandbox.webhooksDelivered();
  await vi.waitUntil(async () => (await receivedEmails(shop.mailbox.url, user.email)).length > 1, 30_000);
  await fetch(`${shop.siteUrl}/api/account?token=secret`, {
    headers: { traceparent: `00-${PARENT}-b7ad6b7169203331-01`, authorization: `Bearer ${user.accessToken}` },
  });
  await closeTracing();
  spans = collector.spans();
});
afterAll(() => collector.close());

function attribute({ attributes }: ReceivedSpan, key: string): unknown {
  return Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];
}

function rootNamed(name: string): ReceivedSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`No span ${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
}

function below(root: ReceivedSpan): ReceivedSpan[] {
  return spans.filter(({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId);
}

describe('a purchase, as a collector sees it', () => {
  test('is one trace: the request, what was asked of PostgreSQL and Stripe for it, each below another span of it', () => {
    const { method, path } = API.createStripeSubscription;
    const root = rootNamed(`${method} ${path}`);
    expect([root.parentSpanId ?? '', attribute(root, 'http.response.status_code')]).toEqual(['', 200]);
    const names = below(root).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['stripe POST /v1/subscriptions']));
    expect(names.filter((name) => /^(select|insert|update|with)\b/.test(name)).length).toBeGreaterThan(3);
    const known = new Set([root, ...below(root)].map(({ spanId }) => spanId));
    for (const span of below(root)) expect(known).toContain(span.parentSpanId);
  });

  test('goes on in the job that it has led to', () => {
    const jobs = spans.filter(({ name }) => name === 'job send-email');
    const traces = jobs.map((job) => spans.filter(({ traceId }) => traceId === job.traceId));
    const led = traces.find((trace) => trace.some(({ name }) => name.startsWith('POST ')));
    expect(led?.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^POST \//),
        'job send-email',
        expect.stringMatching(/^select .*email_outbox/),
      ]),
    );
  });

  test('belongs to the trace that a trusted proxy names', () => {
    const root = spans.find(({ traceId, kind }) => traceId === PARENT && kind === SERVER);
    expect([root?.name, root?.parentSpanId]).toEqual(['GET /api/account', 'b7ad6b7169203331']);
  });

  test('names nobody, and holds no secret and no query', () => {
    const secrets = [
      user.email,
      user.userId,
      user.accessToken,
      'sk_test',
      'whsec',
      'token=',
      'eyJ',
      'pm_',
      'pi_',
      'cus_',
    ];
    const text = collector.text();
    expect(text.length).toBeGreaterThan(1_000);
    for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect(text).not.toMatch(/[\w.]@[\w.]/);
    expect(text).not.toMatch(/[?&]\w+=/);
  });

  test('reaches the collector with the headers that it asks for, and nothing is lost', () => {
    expect(collector.headers[0]).toMatchObject({ 'api-key': 'of-the-collector' });
    expect(lost).toBe(0);
  });

  test('nothing is traced once tracing has ended', () => {
    expect(currentSpan()).toBeNull();
  });
});

async function scriptsOf(settings: Readonly<Record<string, string>>, use: () => Promise<void>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'scripts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'scripts');
  const hook = pathToFileURL('test/server/loaded-scripts.mjs').href;
  const port = String(await freePort());
  const server = await startServer({
    ...shop.settings,
    ...settings,
    PORT: port,
    SITE_URL: `http://127.0.0.1:${port}`,
    SCRIPTS: path,
    NODE_OPTIONS: `--import=${hook}`,
  });
  await fetch(`http://127.0.0.1:${port}/api/checkout/config`);
  await use();
  expect(await server.stop()).toBe(0);
  return (await readFile(path, 'utf8')).split('\n');
}

describe('what a server loads', () => {
  const WATCHING = /node_modules\/(@opentelemetry|prom-client|protobufjs)\//;

  test('with nothing set is no module of OpenTelemetry and no Prometheus client', async () => {
    const scripts = await scriptsOf({}, async () => undefined);
    expect(scripts.some((url) => url.includes('node_modules/@node-rs/argon2/'))).toBe(true);
    expect(scripts.filter((url) => WATCHING.test(url))).toEqual([]);
  });

  test('with a collector and a port for metrics is both, and the last spans are sent before it ends', async () => {
    const metricsPort = String(await freePort());
    const before = collector.spans().length;
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, METRICS_PORT: metricsPort };
    const scripts = await scriptsOf(settings, async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(text).toContain('deadletter_http_requests_total{');
    });
    expect(scripts.some((url) => url.includes('node_modules/prom-client/'))).toBe(true);
    expect(scripts.some((url) => url.includes('node_modules/@opentelemetry/sdk-trace/'))).toBe(true);
    expect(collector.spans().length).toBeGreaterThan(before);
  });
});
