import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { ApiError, OperatorError, orNotFound } from '../../platform/api-error.ts';
import type { CommerceContext } from '../context.ts';
import { lockSubscription } from '../subscriptions/queries.ts';
import { findInvoice, sumRefundedOf } from './queries.ts';
import { type RefundOrder, requestRefund } from './refund-requests.ts';
import { finishRefund } from './refund-under-guarantee.ts';

const RETRIED_AFTER_SECONDS = 30;

/**
 * @returns cents refunded of the payment
 * @throws ApiError not_found, validation_failed, wrong_state, payments_unavailable
 */
export async function refundPayment(ctx: CommerceContext, order: RefundOrder, act: OperatorAct): Promise<number> {
  const { subscriptionId } = orNotFound(await findInvoice(ctx.db, order.invoiceId), 'payment');
  await ctx.db.transaction(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const invoice = orNotFound(await findInvoice(tx, order.invoiceId), 'payment');
    const now = ctx.clock.now();
    const request = await requestRefund(tx, invoice, order, now);
    if (request === null) return;
    const detail = { invoice: invoice.number ?? order.invoiceId, amountCents: order.amountCents, requests: [request] };
    await writeOperatorLog(tx, { ...act, action: 'refund_payment', subscriptionId, detail }, now);
    const data = { subscriptionId };
    await ctx.jobs.enqueue(tx, 'refund-subscription', data, { afterSeconds: RETRIED_AFTER_SECONDS });
  });
  await finishRefund(ctx, subscriptionId).catch(refuseInWords);
  return await sumRefundedOf(ctx.db, order.invoiceId);
}

export function refuseInWords(error: unknown): never {
  if (error instanceof OperatorError) throw new ApiError('wrong_state', error.message);
  throw error;
}
