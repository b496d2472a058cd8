import type { Stripe } from 'stripe';
import type { Context } from '../context.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { askStripe, isRefusal } from '../payments/stripe.ts';
import { recordRefund } from './record-refund.ts';

/**
 * Gives back what was paid for an invoice, in full and once, and records it.
 * @param why stands with the refund at the provider
 * @throws ApiError payments_unavailable, OperatorError when the provider refuses
 */
export async function refundInvoice(ctx: Context, invoice: string, why: Stripe.MetadataParam): Promise<void> {
  const payments = await askStripe(ctx.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }));
  for (const { payment } of payments.data) {
    const intent = typeof payment.payment_intent === 'object' ? payment.payment_intent?.id : payment.payment_intent;
    if (intent !== undefined) await refundPayment(ctx, invoice, intent, why);
  }
}

async function refundPayment(ctx: Context, invoice: string, intent: string, why: Stripe.MetadataParam): Promise<void> {
  const params: Stripe.RefundCreateParams = {
    payment_intent: intent,
    reason: 'requested_by_customer',
    metadata: why,
  };
  try {
    await askStripe(ctx.stripe.refunds.create(params, { idempotencyKey: `refund:${invoice}:${intent}` }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.code !== 'charge_already_refunded') {
      throw new OperatorError(`The provider refuses to refund ${invoice}: ${error.message}`);
    }
  }
  const made = await askStripe(ctx.stripe.refunds.list({ payment_intent: intent, limit: 100 }));
  for (const { id } of made.data) await recordRefund(ctx, id);
}
