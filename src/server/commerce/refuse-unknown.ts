import { ApiError } from '../platform/api-error.ts';
import type { CommerceContext } from './context.ts';
import { idAtStripe } from './subscriptions/charged-here.ts';
import { nullIfMissing } from './payments/stripe-client.ts';

/** @throws ApiError wrong_state */
export async function refuseUnknownSubscription(
  { stripe }: CommerceContext,
  row: { readonly stripeSubscriptionId: string },
): Promise<void> {
  const id = idAtStripe(row);
  if (id !== null) await refuseUnknown(stripe.subscriptions.retrieve(id), `subscription (${id})`);
}

/** @throws ApiError wrong_state */
export async function refuseUnknownDispute({ stripe }: CommerceContext, id: string): Promise<void> {
  await refuseUnknown(stripe.disputes.retrieve(id), `dispute (${id})`);
}

/** @throws ApiError wrong_state */
export async function refuseUnknownCustomer({ stripe }: CommerceContext, id: string): Promise<void> {
  await refuseUnknown(stripe.customers.retrieve(id), `customer (${id})`);
}

/** An outage refuses nothing, since a job repeats what Stripe could not be asked. */
async function refuseUnknown(request: Promise<object>, what: string): Promise<void> {
  try {
    const found = await nullIfMissing(request);
    if (found !== null && !('deleted' in found && found.deleted)) return;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payments_unavailable') return;
    throw error;
  }
  throw new ApiError('wrong_state', `Stripe doesn’t know this ${what}. Nothing has changed.`);
}
