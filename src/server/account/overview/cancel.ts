import type { SubscriptionReply } from '../../../contract/account.ts';
import type {
  cancelSubscription as cancelEndpoint,
  resumeSubscription as resumeEndpoint,
} from '../../../contract/subscriptions.ts';
import { cancelSubscription, resumeSubscription } from '../../commerce/cancellation/cancel-and-resume.ts';
import type { CommerceCall } from '../../commerce/context.ts';
import { presentOwnSubscription } from './overview.ts';

export async function handleCancel({
  ctx,
  user,
  params,
}: CommerceCall<typeof cancelEndpoint>): Promise<SubscriptionReply> {
  await cancelSubscription(ctx, user.userId, params.id);
  return await presentOwnSubscription(ctx, user.userId, params.id);
}

export async function handleResume({
  ctx,
  user,
  params,
}: CommerceCall<typeof resumeEndpoint>): Promise<SubscriptionReply> {
  await resumeSubscription(ctx, user.userId, params.id);
  return await presentOwnSubscription(ctx, user.userId, params.id);
}
