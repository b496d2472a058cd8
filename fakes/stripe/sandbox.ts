import { passTime } from './billing/passing-time.ts';
import { control } from './control.ts';
import { answer } from './http/api.ts';
import { Faults } from './http/faults.ts';
import { IdempotencyKeys } from './http/idempotency.ts';
import { listen, portOf } from './http/server.ts';
import { Bank } from './payments/bank.ts';
import { routes } from './routes.ts';
import { Store } from './state/store.ts';
import { wallSeconds } from './state/time.ts';
import { Dispatcher, RETRY_DELAYS_MS } from './webhooks.ts';
import { type WebhookTarget, World } from './world.ts';

type ConfiguredTarget = Pick<WebhookTarget, 'url' | 'secret'> & Partial<Pick<WebhookTarget, 'events'>>;

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** The journal; unset keeps all state in memory. */
  dataFile?: string;
  /** The site whose pages load Stripe.js here. */
  siteUrl?: string;
  /** Webhook targets beside those created through the API. */
  webhooks?: readonly ConfiguredTarget[];
  /** In whole seconds. */
  now?: () => number;
  secretKey?: string;
  publishableKey?: string;
  /** Milliseconds before each repetition of a failed webhook. */
  retryDelaysMs?: readonly number[];
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  url: string;
  port: number;
  webhooksDelivered(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between looks for what has fallen due. */
const TICK_MS = 10_000;

/**
 * Stripe's API, signed webhooks and Stripe.js on 127.0.0.1.
 * @throws Error when the port is taken or the journal cannot be read
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, dataFile, siteUrl, webhooks = [], now = wallSeconds, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const { secretKey = 'sk_test_sandbox', publishableKey = 'pk_test_sandbox' } = options;
  const store = await Store.open(dataFile);
  const world = new World(store, now, webhooks.map(configuredTarget));
  const faults = new Faults();
  const idempotency = new IdempotencyKeys(store.tables.answers, now);
  const bank = new Bank(world);
  const api = { world, bank, routes, keys: { secretKey, publishableKey }, idempotency };
  const server = await listen(port, {
    api: (request) => answer(api, request),
    control: (request) => control({ world, faults, bank }, request),
    faults,
    siteUrl,
  });
  const dispatcher = new Dispatcher(world, retryDelaysMs);
  const ticking = setInterval(() => void liveOn(world), TICK_MS);
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    port: portOf(server),
    webhooksDelivered: () => dispatcher.idle(),
    async close() {
      clearInterval(ticking);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await dispatcher.close();
      await store.close();
    },
  };
}

/** Configured targets have fixed ids, so that waiting deliveries find them after a restart. */
function configuredTarget({ url, secret, events = ['*'] }: ConfiguredTarget, position: number): WebhookTarget {
  return { id: `configured_${position}`, url, secret, events };
}

async function liveOn(world: World): Promise<void> {
  passTime(world, world.now());
  await world.store.commit();
}
