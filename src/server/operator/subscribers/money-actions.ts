import { newYorkDate } from '../../../domain/calendar-date.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { giveFreeMonth } from '../../commerce/free-month.ts';
import { cancelSubscription, resumeSubscription } from '../../commerce/cancel-and-resume.ts';
import { refuseUnknownSubscription } from '../../commerce/refuse-unknown.ts';
import { findInvoice } from '../../commerce/refunds/queries.ts';
import { refundPayment, refuseInWords } from '../../commerce/refunds/refund-payment.ts';
import { cancelNow } from '../../commerce/refunds/refund-under-guarantee.ts';
import { findSubscription, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { listPrintedCodes } from '../../fulfilment/pieces/open-pieces.ts';
import { requireRefundWithin } from '../../identity/operators/roles.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { sumPaid } from './subscriber-queries.ts';

export const moneyActionHandlers = {
  async refundPayment({ ctx, params: { id: invoiceId }, body: { note, ...order }, role, act }) {
    requireRefundWithin(role, order.refundedBeforeCents + order.amountCents);
    await knownSubscription(ctx, orNotFound(await findInvoice(ctx.db, invoiceId), 'payment').subscriptionId);
    return { refundedCents: await refundPayment(ctx, { invoiceId, ...order }, { ...act, note }) };
  },

  async cancelForCustomer({ ctx, params: { id }, body: { note }, act }) {
    const { userId } = await knownSubscription(ctx, id);
    if (!(await cancelSubscription(ctx, userId, id, undefined, { ...act, note }))) {
      throw new ApiError('wrong_state', 'This subscription is canceled already.');
    }
    return { cancelled: true };
  },

  async cancelNow({ ctx, params: { id }, body: { refundCents, note }, role, act }) {
    requireRefundWithin(role, refundCents ?? (await sumPaid(ctx.db, id)));
    await knownSubscription(ctx, id);
    const refundedCents = await cancelNow(ctx, id, refundCents, { ...act, note }).catch(refuseInWords);
    return { refundedCents, printed: await listPrintedCodes(ctx.db, id) };
  },

  async resumeForCustomer({ ctx, params: { id }, body: { note }, act }) {
    const { userId } = await knownSubscription(ctx, id);
    if (!(await resumeSubscription(ctx, userId, id, { ...act, note }).catch(refuseResume))) {
      throw new ApiError('wrong_state', 'This subscription runs already.');
    }
    return { resumed: true };
  },

  async giveFreeMonth({ ctx, params: { id }, body: { note }, act }) {
    await knownSubscription(ctx, id);
    return { chargeOn: newYorkDate(await giveFreeMonth(ctx, id, { ...act, note })) };
  },
} satisfies Partial<OperatorHandlers>;

/** The customer's screens refuse in words for the customer. */
function refuseResume(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'cannot_resume') throw error;
  throw new ApiError(
    'wrong_state',
    'This subscription can’t be resumed, because Stripe no longer charges it. The customer can subscribe again.',
  );
}

/** @throws ApiError not_found, wrong_state */
export async function knownSubscription(ctx: CommerceContext, id: string): Promise<Subscription> {
  const row = orNotFound(await findSubscription(ctx.db, id), 'subscription');
  await refuseUnknownSubscription(ctx, row);
  return row;
}

/** @throws ApiError not_found */
export async function ownerOf(db: Db, id: string): Promise<string> {
  return orNotFound(await findSubscription(db, id), 'subscription').userId;
}
