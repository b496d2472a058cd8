import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import { askStripe, idOf } from '../payments/stripe-client.ts';
import { recordSubscription } from './record-subscription.ts';
import { findSubscriptionOf, type Subscription } from '../subscriptions/queries.ts';

export interface PaidInvoice {
  readonly subscription: Subscription;
  readonly stripeInvoiceId: string;
}

export async function findPaidInvoice(
  ctx: CommerceContext,
  paymentIntent: string | Stripe.PaymentIntent | null,
): Promise<PaidInvoice | null> {
  const intent = idOf(paymentIntent);
  if (intent === null) return null;
  const { data } = await askStripe(
    ctx.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      limit: 1,
      expand: ['data.invoice'],
    }),
  );
  const invoice = data[0]?.invoice;
  if (typeof invoice !== 'object' || invoice.deleted || invoice.id === undefined) return null;
  const stripeSubscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  if (stripeSubscriptionId === null) return null;
  await recordSubscription(ctx, stripeSubscriptionId);
  const subscription = await findSubscriptionOf(ctx.db, stripeSubscriptionId);
  return subscription && { subscription, stripeInvoiceId: invoice.id };
}
