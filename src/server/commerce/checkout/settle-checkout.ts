import type { CommerceHandler } from '../context.ts';
import type { getCheckoutConfig, settleCheckout } from '../../../contract/checkout.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { loadHolidayOverrides } from '../../platform/holidays.ts';
import { priceIds } from '../payments/catalogue.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { findOwnCheckout } from './queries.ts';

export const handleSettle: CommerceHandler<typeof settleCheckout> = async ({ ctx, body, user }) => {
  orNotFound(await findOwnCheckout(ctx.db, user.userId, body.subscriptionId), 'payment');
  const outcome = await recordSubscription(ctx, body.subscriptionId);
  return { status: outcome === 'recorded' ? 'active' : 'pending' };
};

export const handleCheckoutConfig: CommerceHandler<typeof getCheckoutConfig> = async ({ ctx }) => {
  const { publishableKey, jsUrl, testPayments } = ctx.config.stripe;
  const [prices, holidays] = await Promise.all([priceIds(ctx.stripe), loadHolidayOverrides(ctx.db)]);
  return {
    publishableKey,
    stripeJsUrl: jsUrl,
    testPayments,
    prices,
    holidays: { add: [...holidays.add], remove: [...holidays.remove] },
  };
};
