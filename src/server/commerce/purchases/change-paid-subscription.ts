import type { Stripe } from 'stripe';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext } from '../context.ts';
import { type EventStamp, recordEvent } from '../payments/applied-events.ts';
import { askStripe, idOf } from '../payments/stripe-client.ts';
import { lockSubscriptionOf, type Subscription } from '../subscriptions/queries.ts';
import { recordSubscription } from './record-subscription.ts';

/**
 * Applies an event once. Null for a payment that isn't ours.
 * @throws ApiError payments_unavailable
 */
export async function changePaidSubscription(
  ctx: CommerceContext,
  paymentIntent: string | Stripe.PaymentIntent | null,
  event: EventStamp | undefined,
  change: (tx: Transaction, subscription: Subscription, stripeInvoiceId: string) => Promise<void>,
): Promise<Subscription | null> {
  const invoice = await findPaidInvoice(ctx.stripe, idOf(paymentIntent));
  const stripeSubscriptionId = idOf(invoice?.parent?.subscription_details?.subscription);
  if (stripeSubscriptionId !== null) await recordSubscription(ctx, stripeSubscriptionId);
  return await ctx.db.transaction(async (tx) => {
    const isNew = event === undefined || (await recordEvent(tx, event, ctx.clock.now()));
    const subscription = stripeSubscriptionId === null ? null : await lockSubscriptionOf(tx, stripeSubscriptionId);
    if (subscription !== null && isNew) await change(tx, subscription, invoice?.id ?? '');
    return subscription;
  });
}

async function findPaidInvoice(stripe: Stripe, intent: string | null): Promise<Stripe.Invoice | null> {
  if (intent === null) return null;
  const payment = { type: 'payment_intent', payment_intent: intent } as const;
  const { data } = await askStripe(stripe.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }));
  const invoice = data[0]?.invoice;
  return typeof invoice === 'object' && !invoice.deleted ? invoice : null;
}
