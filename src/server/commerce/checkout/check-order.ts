import type { createStripeSubscription } from '../../../contract/checkout.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS } from '../../../domain/plans.ts';
import { findAvailableSeason } from '../../../../seasons/shelf.ts';
import { findAddress } from '../../customers/addresses/queries.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import type { SignedIn } from '../../identity/session/bearer.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import type { Client } from '../../platform/http/client.ts';
import type { CommerceContext } from '../context.ts';
import { findOwnGift } from '../gifts/queries.ts';
import { priceIds } from '../payments/catalogue.ts';
import { ensureCustomer } from '../payments/customers.ts';
import type { PurchaseOrder } from './queries.ts';
import { checkPromotion } from './validate-promo-code.ts';

type Body = BodyOf<typeof createStripeSubscription>;

/**
 * The user and email in the body are only compared with the session's (rules/money 1).
 * @throws ApiError not_yours
 */
export async function refuseForeignIdentity(ctx: CommerceContext, body: Body, user: SignedIn): Promise<void> {
  if (body.userId !== user.userId) throw notYours('userId');
  const isOwn = body.email === user.email || body.email === (await findProfile(ctx.db, user.userId))?.email;
  if (!isOwn) throw notYours('email');
}

function notYours(field: 'userId' | 'email'): ApiError {
  const message =
    'You’ve switched accounts or changed your email address since you opened this page. Nothing was charged. Reload this page.';
  return new ApiError('not_yours', message, { [field]: 'Not yours.' });
}

/** @throws ApiError rate_limited, validation_failed, not_found, unknown_price, price_changed, invalid_promo_code, payments_unavailable */
export async function checkOrder(
  ctx: CommerceContext,
  body: Body,
  user: SignedIn,
  { ip }: Client,
): Promise<PurchaseOrder> {
  const season = findAvailableSeason(body.seasonId);
  if (season === null) throw invalidField('seasonId', 'That season isn’t available.');
  const destination = await checkDestination(ctx, body, user);
  refuseOtherPrice(body);
  const priceId = (await priceIds(ctx.stripe))[body.planType];
  if (body.priceId !== priceId) {
    const message =
      'The price list has changed since you opened this page. Nothing was charged. Reload this page to see today’s price before you pay.';
    throw new ApiError('unknown_price', message, { priceId: 'Not a price of this plan.' });
  }
  const { planType, paymentMethodId } = body;
  const promotionCodeId = body.promotionCodeId || null;
  const terms = { userId: user.userId, seasonId: season.id, planType, priceId, promotionCodeId, ...destination };
  if (promotionCodeId !== null) await checkPromotion(ctx, { ...terms, promotionCodeId });
  return { ...terms, paymentMethodId, stripeCustomerId: await ensureCustomer(ctx, user, ip) };
}

/** A page of an older release may show a different price. */
function refuseOtherPrice({ planType, shownPriceCents }: Body): void {
  const { name, priceCents, interval } = PLANS[planType];
  if (shownPriceCents === undefined || shownPriceCents === priceCents) return;
  throw new ApiError(
    'price_changed',
    `The ${name.toLowerCase()} plan now costs ${formatUsd(priceCents)} per ${interval}. Nothing was charged. Reload this page to see the new price before you pay.`,
  );
}

async function checkDestination(
  ctx: CommerceContext,
  { giftId = null, shippingAddressId }: Body,
  { userId }: SignedIn,
): Promise<Pick<PurchaseOrder, 'giftId' | 'shippingAddressId'>> {
  if (giftId !== null) {
    const gift = orNotFound(await findOwnGift(ctx.db, userId, giftId), 'gift');
    return { giftId, shippingAddressId: gift.shippingAddressId };
  }
  if (shippingAddressId === undefined) throw invalidField('shippingAddressId', 'Choose an address for the letters.');
  const address = orNotFound(await findAddress(ctx.db, userId, shippingAddressId), 'address');
  return { giftId: null, shippingAddressId: address.id };
}

function invalidField(field: keyof Body, message: string): ApiError {
  return new ApiError('validation_failed', message, { [field]: message });
}
