import { Hono } from 'hono';
import { Stripe } from 'stripe';
import { adoptCard, isCardUpdate, readSetupIntent } from '../cards/update-card.ts';
import { refreshCardsOnFile } from '../cards/card-on-file.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordFraudWarning, recordReview } from '../disputes/record-warning.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import type { CommerceContext } from '../context.ts';
import { ApiError } from '../../platform/api-error.ts';
import { readBytes } from '../../platform/http/read-body.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { publish } from '../../platform/metrics/occurrences.ts';
import { secondsSince } from '../../platform/metrics/queries.ts';
import { askStripe, idOf } from '../payments/stripe-client.ts';
import { listSubscriptionsOfCustomer } from '../stripe-changes/queries.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { countCardFailure } from './card-failure.ts';
import { type EventStamp, isKnownEvent, recordEvent } from '../payments/applied-events.ts';

const BODY_LIMIT = 1024 * 1024;

/** The only authentication is the signature over the raw body. */
export function stripeWebhook(ctx: CommerceContext): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/webhooks/stripe', async (c) => {
    const body = Buffer.from(await readBytes(c.req.raw, BODY_LIMIT));
    const event = verify(ctx, body, c.req.header('stripe-signature'));
    publish('webhook', { lagSeconds: secondsSince(new Date(event.created * 1_000), ctx.clock.now()) });
    await applyEvent(ctx, event);
    return c.json({ received: true });
  });
}

/** Refuses forged events, and events signed over five minutes ago (rules/money 19). */
function verify(ctx: CommerceContext, body: Buffer, signature: string | undefined): Stripe.Event {
  try {
    return ctx.stripe.webhooks.constructEvent(body, signature ?? '', ctx.config.stripe.webhookSecret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError) && !(error instanceof SyntaxError))
      throw error;
    throw new ApiError(
      'invalid_signature',
      'This event does not carry our provider’s signature, or carries an old one.',
    );
  }
}

/** Uses only ids of the payload (rules/money 21). A failure answers 5xx, so that Stripe sends the event again. */
export async function applyEvent(ctx: CommerceContext, event: Stripe.Event): Promise<void> {
  const stamp: EventStamp = { id: event.id, type: event.type };
  if (await isKnownEvent(ctx.db, stamp.id)) return;
  switch (event.type) {
    case 'customer.updated':
      if (isFollowedChange(event.data.previous_attributes)) await recordCustomer(ctx, event.data.object.id);
      break;
    case 'customer.deleted':
      await recordCustomer(ctx, event.data.object.id);
      break;
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      await recordSubscription(ctx, event.data.object.id, stamp);
      return;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      await applyInvoice(ctx, event.data.object, stamp);
      return;
    case 'setup_intent.succeeded':
      await applyCardUpdate(ctx, event.data.object.id);
      break;
    case 'payment_method.attached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      await refreshCardOf(ctx, event.data.object.customer);
      break;
    case 'payment_method.detached':
      await refreshCardOf(ctx, event.data.previous_attributes?.customer ?? null);
      break;
    case 'charge.refunded':
      await applyRefunds(ctx, event.data.object.id);
      break;
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      await recordRefund(ctx, event.data.object.id, stamp);
      return;
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      await recordDispute(ctx, event.data.object.id, stamp);
      return;
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      await recordFraudWarning(ctx, event.data.object.id, stamp);
      return;
    case 'review.opened':
    case 'review.closed':
      await recordReview(ctx, event.data.object.id, stamp);
      return;
    case 'payment_intent.payment_failed':
    case 'setup_intent.setup_failed':
      await countCardFailure(ctx, event.data.object.id, stamp);
      return;
    default:
  }
  await recordEvent(ctx.db, stamp, ctx.clock.now());
}

/** Email and default card belong to the customer, but a change of them is shown on each subscription's timeline. */
function isFollowedChange(previous: Partial<Stripe.Customer> | undefined): boolean {
  return previous?.email !== undefined || previous?.invoice_settings !== undefined;
}

async function recordCustomer(ctx: CommerceContext, customer: string): Promise<void> {
  for (const id of await listSubscriptionsOfCustomer(ctx.db, customer)) await recordSubscription(ctx, id);
}

async function applyInvoice(ctx: CommerceContext, invoice: Stripe.Invoice, stamp: EventStamp): Promise<void> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  if (id === null) await recordEvent(ctx.db, stamp, ctx.clock.now());
  else await recordSubscription(ctx, id, stamp);
}

async function applyCardUpdate(ctx: CommerceContext, setupIntentId: string): Promise<void> {
  const intent = await readSetupIntent(ctx.stripe, setupIntentId);
  const userId = intent?.metadata?.['user_id'];
  if (intent?.status === 'succeeded' && isCardUpdate(intent) && userId !== undefined)
    await adoptCard(ctx, userId, intent);
}

async function refreshCardOf(ctx: CommerceContext, customer: string | { id: string } | null): Promise<void> {
  const id = idOf(customer);
  if (id !== null) await refreshCardsOnFile(ctx, id);
}

async function applyRefunds(ctx: CommerceContext, charge: string): Promise<void> {
  const made = await askStripe(ctx.stripe.refunds.list({ charge, limit: 100 }));
  for (const { id } of made.data) await recordRefund(ctx, id);
}
