import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { formatUsd } from '../../../domain/money.ts';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError, OperatorError } from '../../platform/api-error.ts';
import type { CommerceContext } from '../context.ts';
import { askStripe, idOf, isRefusal } from '../payments/stripe-client.ts';
import type { InvoiceRow } from '../subscriptions/queries.ts';
import {
  deleteRefundRequest,
  findRefundRequest,
  insertRefundRequest,
  listOpenRefundRequests,
  type RefundRequest,
  sumRefundedOf,
} from './queries.ts';
import { recordRefund } from './record-refund.ts';

export interface RefundOrder {
  readonly invoiceId: string;
  readonly amountCents: number;
  /** The refunded amount that the operator saw, so that a repeated order makes no second refund (rules/money 58). */
  readonly refundedBeforeCents: number;
}

/**
 * The caller must hold the subscription's lock.
 * @returns the request's id; null if that refund was already requested
 */
export async function requestRefund(
  tx: Transaction,
  { stripeInvoiceId, subscriptionId, amountPaidCents, status }: InvoiceRow,
  { amountCents, refundedBeforeCents }: Omit<RefundOrder, 'invoiceId'>,
  now: Date,
): Promise<string | null> {
  const same = await findRefundRequest(tx, stripeInvoiceId, refundedBeforeCents);
  if (same?.amountCents === amountCents) return null;
  const refundedCents = await sumRefundedOf(tx, stripeInvoiceId);
  if (same !== null || refundedCents !== refundedBeforeCents) {
    throw new ApiError(
      'wrong_state',
      `${formatUsd(refundedCents)} of this payment is refunded by now. Look again first.`,
    );
  }
  const leftCents = status === 'paid' ? amountPaidCents - refundedCents : 0;
  if (amountCents > leftCents) {
    const message = leftCents === 0 ? 'Nothing is left to refund.' : `At most ${formatUsd(leftCents)} can be refunded.`;
    throw new ApiError('validation_failed', message, { amountCents: message });
  }
  const id = randomUUID();
  const request = { subscriptionId, stripeInvoiceId, amountCents, refundedBeforeCents };
  await insertRefundRequest(tx, { id, ...request, askedAt: now });
  return id;
}

/**
 * Can be repeated.
 * @throws OperatorError for a refund that Stripe refuses, ApiError payments_unavailable
 */
export async function finishRefundRequests(ctx: CommerceContext, subscriptionId: string): Promise<void> {
  for (const request of await listOpenRefundRequests(ctx.db, subscriptionId)) await finish(ctx, request);
}

async function finish(ctx: CommerceContext, request: RefundRequest): Promise<void> {
  const { id, stripeInvoiceId: invoice, amountCents } = request;
  try {
    const payments = await askStripe(ctx.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }));
    const paying = payments.data.find(({ amount_paid: paid }) => (paid ?? 0) >= amountCents);
    const intent = idOf(paying?.payment.payment_intent);
    if (intent === null) return await giveUp(ctx, request, 'No single card payment covers it: refund it in Stripe.');
    const made = await askStripe(ctx.stripe.refunds.list({ payment_intent: intent, limit: 100 }));
    const before = made.data.find(({ metadata }) => metadata?.['request'] === id);
    const refund = before ?? (await createRefund(ctx.stripe, request, intent));
    await recordRefund(ctx, refund.id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await giveUp(ctx, request, error.message);
  }
}

async function createRefund(stripe: Stripe, { id, stripeInvoiceId, amountCents }: RefundRequest, intent: string) {
  const metadata = { invoice: stripeInvoiceId, request: id };
  const params = { payment_intent: intent, amount: amountCents, reason: 'requested_by_customer', metadata } as const;
  return await askStripe(stripe.refunds.create(params, { idempotencyKey: `refund-request:${id}` }));
}

async function giveUp(ctx: CommerceContext, { id, subscriptionId, ...request }: RefundRequest, why: string) {
  const detail = { invoice: request.stripeInvoiceId, amountCents: request.amountCents, request: id, why };
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteRefundRequest(tx, id))) return;
    const entry = { operator: 'Stripe', note: null, action: 'refund_refused' as const, subscriptionId, detail };
    await writeOperatorLog(tx, entry, ctx.clock.now());
  });
  throw new OperatorError(`Stripe refuses the refund: ${why}`);
}

/**
 * Splits a total amount over the payments, newest first. The caller must hold the subscription's lock.
 * @returns the requests' ids
 */
export async function requestPart(
  tx: Transaction,
  paid: readonly InvoiceRow[],
  cents: number,
  now: Date,
): Promise<string[]> {
  const requests: string[] = [];
  let left = cents;
  for (const invoice of paid) {
    const refundedBeforeCents = await sumRefundedOf(tx, invoice.stripeInvoiceId);
    const amountCents = Math.min(left, invoice.amountPaidCents - refundedBeforeCents);
    if (amountCents <= 0) continue;
    const id = await requestRefund(tx, invoice, { amountCents, refundedBeforeCents }, now);
    if (id !== null) requests.push(id);
    left -= amountCents;
  }
  if (left === 0) return requests;
  const message = `At most ${formatUsd(cents - left)} can be refunded.`;
  throw new ApiError('validation_failed', message, { refundCents: message });
}
