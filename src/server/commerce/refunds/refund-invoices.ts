import { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import { ApiError, OperatorError } from '../../platform/api-error.ts';
import { askStripe, idOf, isRefusal } from '../payments/stripe-client.ts';
import { listLateRenewals } from './queries.ts';
import { recordRefund } from './record-refund.ts';

/**
 * Refunds renewals that Stripe charged before it knew about the cancellation (decision 004).
 * @throws ApiError payments_unavailable, OperatorError
 */
export async function refundLateRenewals(ctx: CommerceContext, subscriptionId?: string): Promise<void> {
  const late = await listLateRenewals(ctx.db, subscriptionId);
  if (late.length === 0) return;
  const left = await refundInvoices(ctx, late);
  ctx.log.warn({ invoices: late, left }, 'renewals charged after their cancellation were given back');
  if (left.length > 0) throw new OperatorError(left.join(' '));
}

/**
 * Refunds each invoice in full.
 * @returns a sentence for each failure
 * @throws ApiError payments_unavailable
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

async function refundInvoice(ctx: CommerceContext, invoice: string): Promise<void> {
  const payments = await askStripe(ctx.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }));
  for (const { payment, amount_paid: paidCents } of payments.data) {
    const intent = idOf(payment.payment_intent);
    if (intent !== null) await refundPayment(ctx, invoice, { intent, paidCents: paidCents ?? 0 });
  }
}

/** The result is what Stripe shows afterwards (decision 032). */
async function refundPayment(
  ctx: CommerceContext,
  invoice: string,
  { intent, paidCents }: { intent: string; paidCents: number },
): Promise<void> {
  const before = await listRefunds(ctx.stripe, intent);
  const refusal = before.some(hasFailed) ? null : await requestRefund(ctx.stripe, invoice, intent);
  const made = await listRefunds(ctx.stripe, intent);
  for (const { id } of made) await recordRefund(ctx, id);
  const sentBack = made.find(hasFailed);
  if (sentBack !== undefined && refundedCents(made) < paidCents) {
    throw new OperatorError(`The bank sent ${sentBack.id} for ${invoice} back: give it back another way.`);
  }
  if (refusal === null || refusal.code === 'charge_already_refunded') return;
  throw new OperatorError(`The provider refuses to refund ${invoice}: ${refusal.message}`);
}

async function listRefunds(stripe: Stripe, intent: string): Promise<Stripe.Refund[]> {
  const refunds = await askStripe(stripe.refunds.list({ payment_intent: intent, limit: 100 }));
  return refunds.data;
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed';
}

function refundedCents(refunds: readonly Stripe.Refund[]): number {
  const standing = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  return standing.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * If the key was already used with another body, asks for the rest under a second key.
 * @returns the refusal
 */
async function requestRefund(stripe: Stripe, invoice: string, intent: string) {
  const params = { payment_intent: intent, reason: 'requested_by_customer', metadata: { invoice } } as const;
  let refusal: Stripe.errors.StripeError | null = null;
  for (const idempotencyKey of [`refund:${invoice}:${intent}`, `refund:${invoice}:${intent}:rest`]) {
    try {
      await askStripe(stripe.refunds.create(params, { idempotencyKey }));
      return null;
    } catch (error) {
      if (isRefusal(error)) return error;
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
      refusal = error;
    }
  }
  return refusal;
}
