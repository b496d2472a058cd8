import { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { askStripe, isRefusal } from '../payments/stripe-client.ts';
import { recordRefund } from './record-refund.ts';

/**
 * Gives back each of these invoices in full. One that cannot be given back does not keep the others waiting: why it could not is
 * returned, for whoever is to be told.
 * @returns a sentence for each that is left
 * @throws ApiError payments_unavailable, as soon as the provider does not answer
 */
export async function refundInvoices(ctx: CommerceContext, invoices: readonly string[]): Promise<string[]> {
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
 * @throws ApiError payments_unavailable, OperatorError when the provider refuses or a bank has sent it back
 */
async function refundInvoice(ctx: CommerceContext, invoice: string): Promise<void> {
  const payments = await askStripe(ctx.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }));
  for (const { payment, amount_paid: paidCents } of payments.data) {
    const intent = typeof payment.payment_intent === 'object' ? payment.payment_intent?.id : payment.payment_intent;
    if (intent !== undefined) await refundPayment(ctx, invoice, { intent, paidCents: paidCents ?? 0 });
  }
}

/**
 * Refused or not, what stands at the provider afterwards is what counts: somebody else may have given it back. What a bank has sent back
 * is not asked for again, however often we are called: by then somebody may have paid it another way.
 */
async function refundPayment(
  ctx: CommerceContext,
  invoice: string,
  { intent, paidCents }: { intent: string; paidCents: number },
): Promise<void> {
  const before = await refundsOf(ctx.stripe, intent);
  const refusal = before.some(isSentBack) ? null : await askForRefund(ctx.stripe, invoice, intent);
  const made = await refundsOf(ctx.stripe, intent);
  for (const { id } of made) await recordRefund(ctx, id);
  const sentBack = made.find(isSentBack);
  if (sentBack !== undefined && returnedBy(made) < paidCents) {
    throw new OperatorError(`The bank sent ${sentBack.id} for ${invoice} back: give it back another way.`);
  }
  if (refusal === null || refusal.code === 'charge_already_refunded') return;
  throw new OperatorError(`The provider refuses to refund ${invoice}: ${refusal.message}`);
}

async function refundsOf(stripe: Stripe, intent: string): Promise<Stripe.Refund[]> {
  const refunds = await askStripe(stripe.refunds.list({ payment_intent: intent, limit: 100 }));
  return refunds.data;
}

function isSentBack({ status }: Stripe.Refund): boolean {
  return status === 'failed';
}

/** In cents. */
function returnedBy(refunds: readonly Stripe.Refund[]): number {
  const standing = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  return standing.reduce((sum, { amount }) => sum + amount, 0);
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
