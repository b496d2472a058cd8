import type { CommerceCall } from '../context.ts';
import type { Stripe } from 'stripe';
import type { CardReply, getPaymentMethod } from '../../../contract/billing.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { findNewestSubscription } from '../subscriptions/queries.ts';
import { readCard } from './card-on-file.ts';
import { hasPaidAs } from '../invoices/queries.ts';

type Reply = ReplyOf<typeof getPaymentMethod>;

/** A subscription names the customer that paid for it, also after the profile got a new one: both are the user's. */
export async function handleGetPaymentMethod(call: CommerceCall<typeof getPaymentMethod>): Promise<Reply> {
  const { ctx, body, user } = call;
  const customer = (await findProfile(ctx.db, user.userId))?.stripeCustomerId ?? null;
  const isOwn = customer === body.customerId || (await hasPaidAs(ctx.db, user.userId, body.customerId));
  if (customer === null || !isOwn) {
    throw new ApiError('not_yours', 'That is not your account.', { customerId: 'Not yours.' });
  }
  if ((await findNewestSubscription(ctx.db, user.userId)) === null) {
    return { success: false, error: 'No subscription found' };
  }
  const method = await readCardOrSay(ctx.stripe, customer);
  if (!method?.card) return { success: false, error: 'No payment method found' };
  return { success: true, paymentMethod: { card: presentCard(method.card) } };
}

async function readCardOrSay(stripe: Stripe, customer: string): Promise<Stripe.PaymentMethod | null> {
  try {
    return await readCard(stripe, customer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('payments_unavailable', 'Unable to fetch payment information');
  }
}

export function presentCard({ brand, last4, exp_month, exp_year }: Stripe.PaymentMethod.Card): CardReply {
  return { brand, last4, exp_month, exp_year };
}
