import type { CommerceCall, CommerceContext } from '../context.ts';
import type { getCheckoutConfig, settleCheckout } from '../../../contract/checkout.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import type { Call } from '../../platform/http/call.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { priceIds } from '../payments/catalogue.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { findOwnCheckout } from '../purchases/queries.ts';

export async function handleSettle(call: CommerceCall<typeof settleCheckout>): Promise<ReplyOf<typeof settleCheckout>> {
  const { ctx, body, user } = call;
  const checkout = await findOwnCheckout(ctx.db, user.userId, body.subscriptionId);
  if (checkout === null) throw notFound('payment');
  const outcome = await recordSubscription(ctx, body.subscriptionId);
  return { status: outcome === 'recorded' ? 'active' : 'pending' };
}

export async function handleCheckoutConfig(
  call: Call<typeof getCheckoutConfig, CommerceContext>,
): Promise<ReplyOf<typeof getCheckoutConfig>> {
  const { ctx } = call;
  const { publishableKey, jsUrl, testPayments } = ctx.config.stripe;
  const [prices, holidays] = await Promise.all([priceIds(ctx.stripe), loadHolidayOverrides(ctx.db)]);
  return {
    publishableKey,
    stripeJsUrl: jsUrl,
    testPayments,
    prices,
    holidays: { add: [...holidays.add], remove: [...holidays.remove] },
  };
}
