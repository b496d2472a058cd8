import type { Context } from '../context.ts';
import { refundInvoice } from './refund-invoice.ts';
import { listLateRenewals } from './refund-queries.ts';

/**
 * Gives back in full every renewal that was charged although its subscriber had cancelled before: the provider could not be told in
 * time, and that is nothing to them (decision 004). Any number of times, by a job and by the reconciler.
 * @param subscriptionId one alone; everybody's unless given
 * @throws ApiError payments_unavailable, OperatorError
 */
export async function giveBackLateRenewals(ctx: Context, subscriptionId?: string): Promise<void> {
  for (const { stripeInvoiceId, subscriptionId: id } of await listLateRenewals(ctx.db, subscriptionId)) {
    await refundInvoice(ctx, stripeInvoiceId, { reason: 'charged after the cancellation' });
    ctx.log.warn({ subscriptionId: id, stripeInvoiceId }, 'a renewal charged after its cancellation was given back');
  }
}
