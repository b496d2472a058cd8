import type { Stripe } from 'stripe';
import { STRIPE_API_VERSION } from './stripe-client.ts';

type EventName = Stripe.WebhookEndpointCreateParams.EnabledEvent;

export const WEBHOOK_EVENTS = [
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'payment_intent.payment_failed',
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'review.opened',
  'review.closed',
] as const satisfies readonly EventName[];

export interface WebhookSetup {
  readonly url: string;
  /** Null if the endpoint existed already, since Stripe shows its secret only once. */
  readonly secret: string | null;
}

export async function setUpWebhook(stripe: Stripe, url: string): Promise<WebhookSetup> {
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const ours = all.filter((endpoint) => endpoint.url === url);
  if (ours.some(listensAsWeDo)) return { url, secret: null };
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...WEBHOOK_EVENTS],
    api_version: STRIPE_API_VERSION,
    description: 'The Dead Letter Club',
  });
  for (const { id } of ours) await stripe.webhookEndpoints.del(id);
  return { url, secret: made.secret ?? null };
}

function listensAsWeDo({ enabled_events: events, api_version: version, status }: Stripe.WebhookEndpoint): boolean {
  const hears = (name: string): boolean => events.includes(name) || events.includes('*');
  return status === 'enabled' && version === STRIPE_API_VERSION && WEBHOOK_EVENTS.every(hears);
}
