import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { startMailbox } from '../../fakes/mailbox/mailbox.ts';
import { createSandbox } from '../../fakes/stripe/sandbox.ts';
import { freePort } from '../../launch/ports.ts';
import { WEBHOOK_EVENTS } from '../../src/server/commerce/payments/webhook-endpoint.ts';
import { payerAt } from '../clients/payer.ts';
import { openStripeProxy } from './stripe-proxy.ts';
import { openWebhookRelay } from './webhook-relay.ts';

/** The world around one server of the shop, whether that runs in this process or in one that is to be killed. */
export type Surroundings = Awaited<ReturnType<typeof openSurroundings>>;

export const WEBHOOK_SECRET = 'whsec_sandbox_of_a_test';
/** Every server's settings about Stripe; a test that talks to no Stripe needs no more. */
export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
} as const;

/** Sandbox, mailbox and the settings that name them. `changes` replaces or adds some. */
export async function openSurroundings(databaseUrl: string, changes: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const webhooks = await openWebhookRelay(`${siteUrl}/webhooks/stripe`);
  // Only the events that our real endpoint subscribes to.
  const target = { url: webhooks.url, secret: WEBHOOK_SECRET, events: WEBHOOK_EVENTS };
  const sandbox = await createSandbox({ port: 0, webhooks: [target] });
  const proxy = await openStripeProxy(sandbox.url);
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'));
  /** The server's whole environment. */
  const settings: Readonly<Record<string, string>> = {
    PORT: String(port),
    SITE_URL: siteUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    ...STRIPE_SETTINGS,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_JS_URL: `${sandbox.url}/_sandbox/stripe.js`,
    SMTP_URL: mailbox.smtpUrl,
    MAILBOX_URL: mailbox.url,
    // Tests sign up more users from one address than any household would.
    AUTH_RATE_LIMIT_FACTOR: '1000000',
    ...changes,
  };
  return {
    siteUrl,
    sandbox,
    /** Stripe as the shop's owner sees it: the official client with the secret key. */
    stripe: new Stripe(STRIPE_SETTINGS.STRIPE_SECRET_KEY, {
      apiVersion: '2026-10-28.endive',
      telemetry: false,
      maxNetworkRetries: 0,
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
    }),
    payer: payerAt(sandbox.url),
    /** A proxy to Stripe, which can interrupt calls at a chosen moment, if the server uses it. */
    proxy,
    webhooks,
    mailbox,
    settings,
    async close() {
      webhooks.close();
      proxy.close();
      await Promise.all([sandbox.close(), mailbox.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
