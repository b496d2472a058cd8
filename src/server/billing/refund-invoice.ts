import { Stripe } from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { askStripe, isRefusal } from '../payments/stripe.ts';
import { recordRefund } from './record-refund.ts';

/**
 * Gives back each of these invoices in full. One that cannot be given back does not keep the others waiting: why it could not is
 * returned, for whoever is to be told.
 * @returns a sentence for each that is left
 * @throws ApiError payments_unavailable, as soon as the provider does not answer
 */
export async function refundInvoices(ctx: Context, invoices: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const invoice of invoices) {
    try {
      await refundInvoice(ctx, invoice);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'payments_unavailable') throw error;
      ctx.log.error({ err: error, stripeInvoiceId: invoice }, 'an invoice could not be given back');
      left.push(error instanceof OperatorError ? error.message : `${invoice} could not be refunded: see the log.`);
    }
  }
  return left;
}

/**
 * Gives back what was paid for an invoice, in full and once, and records it.
 * @throws ApiError payments_unavailable, OperatorError when the provider refuses
 */
async function refundInvoice(ctx: Context, invoice: string): Promise<void> {
  const payments = await askStripe(ctx.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }));
  for (const { payment } of payments.data) {
    const intent = typeof payment.payment_intent === 'object' ? payment.payment_intent?.id : payment.payment_intent;
    if (intent !== undefined) await refundPayment(ctx, invoice, intent);
  }
}

/** Refused or not, what stands at the provider afterwards is what counts: somebody else may have given it back. */
async function refundPayment(ctx: Context, invoice: string, intent: string): Promise<void> {
  const refusal = await askForRefund(ctx.stripe, invoice, intent);
  const made = await askStripe(ctx.stripe.refunds.list({ payment_intent: intent, limit: 100 }));
  for (const { id } of made.data) await recordRefund(ctx, id);
  if (refusal === null || refusal.code === 'charge_already_refunded') return;
  throw new OperatorError(`The provider refuses to refund ${invoice}: ${refusal.message}`);
}

/**
 * Whatever the reason for a refund, its key comes with one body, so nothing of the reason is in it. Should the key have come with
 * another body before, the rest is asked for in another name: more than was paid cannot go back either way.
 * @returns the refusal; null when it was granted
 */
async function askForRefund(
  stripe: Stripe,
  invoice: string,
  intent: string,
  name = `refund:${invoice}:${intent}`,
): Promise<Stripe.errors.StripeError | null> {
  const params: Stripe.RefundCreateParams = {
    payment_intent: intent,
    reason: 'requested_by_customer',
    metadata: { invoice },
  };
  try {
    await askStripe(stripe.refunds.create(params, { idempotencyKey: name }));
    return null;
  } catch (error) {
    if (isRefusal(error)) return error;
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    return name.endsWith(REST) ? error : await askForRefund(stripe, invoice, intent, name + REST);
  }
}

const REST = ':rest';
