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
  /** The journal with all state; unset keeps it in memory only. */
  dataFile?: string;
  /** Who is told about events, beside the endpoints created through the API; of all unless types are named. */
  webhooks?: readonly ConfiguredTarget[];
  /** The wall clock, in whole seconds. Webhooks are signed by the real one all the same. */
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
  /** Resolves when no webhook is left to be delivered. */
  webhooksDelivered(): Promise<void>;
  close(): Promise<void>;
}

/** How often a sandbox left alone looks whether something fell due. */
const TICK_MS = 10_000;

/**
 * Starts a Stripe of our own on 127.0.0.1: its API, signed webhooks, and Stripe.js at `/_sandbox/stripe.js`.
 * @throws Error when the port is taken or the journal cannot be read
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, dataFile, webhooks = [], now = wallSeconds, retryDelaysMs = RETRY_DELAYS_MS } = options;
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

/** Configured targets keep their name across restarts, so that what is still waiting finds them at a new address. */
function configuredTarget({ url, secret, events = ['*'] }: ConfiguredTarget, position: number): WebhookTarget {
  return { id: `configured_${position}`, url, secret, events };
}

async function liveOn(world: World): Promise<void> {
  passTime(world, world.now());
  await world.store.commit();
}
