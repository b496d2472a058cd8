import type { CommerceCall } from '../../commerce/context.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { refundSubscription } from '../../../contract/operator/subscribers.ts';
import { refundUnderGuarantee } from '../../commerce/refunds/refund-under-guarantee.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { findSubscription } from '../../commerce/subscriptions/queries.ts';
import { actOf } from '../paging/act.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';

export async function handleRefund({
  ctx,
  params,
  user,
  body,
}: CommerceCall<typeof refundSubscription>): Promise<ReplyOf<typeof refundSubscription>> {
  if ((await findSubscription(ctx.db, params.id)) === null) throw notFound('subscription');
  try {
    return { refundedCents: await refundUnderGuarantee(ctx, params.id, actOf(user, body.note)) };
  } catch (error) {
    if (error instanceof OperatorError) throw new ApiError('wrong_state', error.message);
    throw error;
  }
}
