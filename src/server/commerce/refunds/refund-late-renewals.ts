import type { CommerceContext } from '../context.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { refundInvoices } from './refund-invoices.ts';
import { listLateRenewals } from './queries.ts';

export async function refundLateRenewals(ctx: CommerceContext, subscriptionId?: string): Promise<void> {
  const late = await listLateRenewals(ctx.db, subscriptionId);
  if (late.length === 0) return;
  const left = await refundInvoices(ctx, late);
  ctx.log.warn({ invoices: late, left }, 'renewals charged after their cancellation were given back');
  if (left.length > 0) throw new OperatorError(left.join(' '));
}
