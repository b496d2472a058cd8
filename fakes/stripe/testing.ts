import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { addMonths, HOUR, wallSeconds } from './state/time.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

export const WEBHOOK_SECRET = 'whsec_sandbox_test';

export function sdk(sandbox: { port: number }, key = 'sk_test_sandbox', maxNetworkRetries = 0): Stripe {
  return new Stripe(key, {
    apiVersion: '2026-10-28.endive',
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries,
    telemetry: false,
  });
}

/** In seconds, starting at 10 March 2026, 9:00 UTC, since charges late in a month would depend on the real date. */
const startedAt = wallSeconds();
export const testTime = () => Date.UTC(2026, 2, 10, 9) / 1000 + wallSeconds() - startedAt;

export async function startSandbox(
  options: Partial<SandboxOptions> = {},
): Promise<{ sandbox: Sandbox; stripe: Stripe }> {
  const sandbox = await createSandbox({ port: 0, now: testTime, ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, stripe: sdk(sandbox) };
}

export interface Shop {
  monthly: Stripe.Price;
  annual: Stripe.Price;
  customer: Stripe.Customer;
}

export async function openShop(stripe: Stripe, customer: Stripe.CustomerCreateParams = {}): Promise<Shop> {
  const product = await stripe.products.create({ name: 'A season' });
  const price = (interval: 'month' | 'year', unit_amount: number) =>
    stripe.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring: { interval } });
  return {
    monthly: await price('month', 1500),
    annual: await price('year', 15_300),
    customer: await stripe.customers.create({ email: 'reader@example.com', name: 'Ada Reader', ...customer }),
  };
}

export function orderOf(
  customer: Stripe.Customer,
  price: Stripe.Price,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
): Stripe.SubscriptionCreateParams {
  return {
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
    ...more,
  };
}

export function latestInvoice(subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === 'string') throw new Error('latest_invoice was not expanded');
  return invoice;
}

export function intentToPay(subscription: Stripe.Subscription): string {
  const secret = latestInvoice(subscription).confirmation_secret?.client_secret;
  if (!secret) throw new Error('There is nothing to pay');
  return secret.slice(0, secret.indexOf('_secret_'));
}

export async function subscribe(
  stripe: Stripe,
  customer: Stripe.Customer,
  price: Stripe.Price,
  { card = 'pm_card_visa', ...more }: Partial<Stripe.SubscriptionCreateParams> & { card?: string } = {},
): Promise<Stripe.Subscription> {
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  const created = await stripe.subscriptions.create(
    orderOf(customer, price, { default_payment_method: method.id, ...more }),
  );
  await stripe.paymentIntents.confirm(intentToPay(created));
  return stripe.subscriptions.retrieve(created.id);
}

export async function ask(sandbox: Sandbox, path: string, body: unknown, method = 'POST'): Promise<Response> {
  return fetch(`${sandbox.url}/_sandbox/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
}

export async function advanceSeconds(sandbox: Sandbox, seconds: number): Promise<void> {
  const answer = await ask(sandbox, 'clock', { advance: seconds });
  if (!answer.ok) throw new Error(await answer.text());
}

export async function advanceMonths(sandbox: Sandbox, months: number): Promise<void> {
  const { now } = (await (await ask(sandbox, 'clock', undefined, 'GET')).json()) as { now: number };
  await advanceSeconds(sandbox, addMonths(now, months) - now + 2 * HOUR);
}

export interface Inbox {
  url: string;
  secret: string;
  events: Stripe.Event[];
  answers: number[];
  attempts: number;
}

export async function openInbox(stripe: Stripe): Promise<Inbox> {
  const inbox: Inbox = { url: '', secret: WEBHOOK_SECRET, events: [], answers: [], attempts: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      inbox.attempts += 1;
      const status = inbox.answers.shift() ?? 200;
      if (status === 200) {
        const header = request.headers['stripe-signature'] ?? '';
        inbox.events.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), header, inbox.secret));
      }
      response.writeHead(status).end();
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  inbox.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
  return inbox;
}
