import { Hono } from 'hono';
import { Stripe } from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { readBytes } from '../http/read-body.ts';
import type { AppEnv } from '../http/serve.ts';
import { recordSubscription } from '../subscriptions/record-subscription.ts';
import { isKnownEvent, rememberEvent } from './queries.ts';

/** Stripe's events are a few kB; an invoice with hundreds of lines stays far below this. */
const BODY_LIMIT = 1024 * 1024;

/** Where the provider tells us what happened. Public by nature: the signature over the raw body is what lets a caller in. */
export function stripeWebhook(ctx: Context): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/webhooks/stripe', async (c) => {
    const body = Buffer.from(await readBytes(c.req.raw, BODY_LIMIT));
    const event = verify(ctx, body, c.req.header('stripe-signature'));
    await applyEvent(ctx, event);
    return c.json({ received: true });
  });
}

/** Refuses a forged event and one signed more than five minutes ago (PAYMENTS-CONTRACT §4). */
function verify(ctx: Context, body: Buffer, signature: string | undefined): Stripe.Event {
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

/** Applies an event once; a repeated one changes nothing. A failure is answered 5xx, so that the provider sends it again. */
export async function applyEvent(ctx: Context, event: Stripe.Event): Promise<void> {
  const { id, type } = event;
  if (await isKnownEvent(ctx.db, id)) return;
  const subscriptionId = subscriptionOf(event);
  if (subscriptionId === null) await rememberEvent(ctx.db, { id, type }, ctx.clock.now());
  else await recordSubscription(ctx, subscriptionId, { id, type });
}

/** The subscription an event is about; the payload is trusted for this id and nothing else. */
function subscriptionOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return event.data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required': {
      const subscription = event.data.object.parent?.subscription_details?.subscription ?? null;
      return typeof subscription === 'object' ? (subscription?.id ?? null) : subscription;
    }
    default:
      return null;
  }
}
