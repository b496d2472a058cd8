import type { ReplyOf } from '../../contract/endpoint.ts';
import type { refundSubscription } from '../../contract/operator/people.ts';
import { refundUnderGuarantee } from '../billing/guarantee.ts';
import { ApiError, notFound } from '../errors.ts';
import type { SignedInCall } from '../http/serve.ts';
import { findSubscription } from '../subscriptions/queries.ts';
import { actOf } from './act.ts';
import { OperatorError } from './operator-error.ts';

export async function handleRefund({
  ctx,
  params,
  person,
  body,
}: SignedInCall<typeof refundSubscription>): Promise<ReplyOf<typeof refundSubscription>> {
  if ((await findSubscription(ctx.db, params.id)) === null) throw notFound('subscription');
  try {
    return { refundedCents: await refundUnderGuarantee(ctx, params.id, actOf(person, body.note)) };
  } catch (error) {
    if (error instanceof OperatorError) throw new ApiError('wrong_state', error.message);
    throw error;
  }
}
