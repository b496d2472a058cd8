import type { CommerceContext } from '../context.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { refundInvoices } from './refund-invoices.ts';
import { listLateRenewals } from './queries.ts';

/**
 * Gives back in full every renewal that was charged although its subscriber had cancelled before: the provider could not be told in
 * time, and that is nothing to them (decision 004). Any number of times, by a job and by the reconciler; one that the provider refuses
 * is named at the end.
 * @param subscriptionId one alone; everybody's unless given
 * @throws ApiError payments_unavailable, OperatorError
 */
export async function giveBackLateRenewals(ctx: CommerceContext, subscriptionId?: string): Promise<void> {
  const late = await listLateRenewals(ctx.db, subscriptionId);
  if (late.length === 0) return;
  const left = await refundInvoices(ctx, late);
  ctx.log.warn({ invoices: late, left }, 'renewals charged after their cancellation were given back');
  if (left.length > 0) throw new OperatorError(left.join(' '));
}
