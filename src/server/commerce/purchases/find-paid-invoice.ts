import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { recordSubscription } from './record-subscription.ts';
import { findSubscriptionOf, type Subscription } from '../subscriptions/queries.ts';

/** A subscription of ours and the invoice of it that a payment has paid. */
export interface PaidInvoice {
  readonly subscription: Subscription;
  readonly stripeInvoiceId: string;
}

/**
 * Finds out what a payment was for. The purchase may not have been recorded yet, since events come in any order: then it is now.
 * @returns null for a payment that is not of ours
 * @throws ApiError payments_unavailable
 */
export async function paidBy(
  ctx: CommerceContext,
  paymentIntent: string | Stripe.PaymentIntent | null,
): Promise<PaidInvoice | null> {
  const intent = typeof paymentIntent === 'object' ? paymentIntent?.id : paymentIntent;
  if (intent === undefined || intent === null) return null;
  const invoice = await readInvoice(ctx.stripe, intent);
  const id = invoice?.parent?.subscription_details?.subscription ?? null;
  const stripeSubscriptionId = typeof id === 'object' ? id?.id : id;
  if (invoice?.id === undefined || stripeSubscriptionId === undefined) return null;
  await recordSubscription(ctx, stripeSubscriptionId);
  const subscription = await findSubscriptionOf(ctx.db, stripeSubscriptionId);
  return subscription && { subscription, stripeInvoiceId: invoice.id };
}

async function readInvoice(stripe: Stripe, intent: string): Promise<Stripe.Invoice | null> {
  const payments = await askStripe(
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      limit: 1,
      expand: ['data.invoice'],
    }),
  );
  const invoice = payments.data[0]?.invoice;
  return typeof invoice === 'object' && !invoice.deleted ? invoice : null;
}
