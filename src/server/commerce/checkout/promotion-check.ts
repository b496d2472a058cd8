import type { Stripe } from 'stripe';
import { PLAN_TYPES, type PlanType } from '../../../domain/plans.ts';
import { type PlanPrice, type PromotionCode, promotionProblem } from '../../../domain/promotion.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import type { CommerceContext } from '../context.ts';
import { priceIds } from '../payments/catalogue.ts';
import { askStripe, idOf, listPages } from '../payments/stripe-client.ts';
import { type GiftOrOwnSeason, listUnpaidSubscriptions } from './queries.ts';

export const EXPANDED_COUPON = 'promotion.coupon.applies_to';

export type PromotionPurpose = GiftOrOwnSeason & { readonly planType: PlanType | null };

/** @throws ApiError payments_unavailable */
export async function problemOf(
  ctx: CommerceContext,
  promotion: Stripe.PromotionCode,
  purpose: PromotionPurpose,
): Promise<string | null> {
  const code = readPromotion(promotion);
  const customerId = (await findProfile(ctx.db, purpose.userId))?.stripeCustomerId ?? null;
  const hasPlanTerms = code.minimum !== null || code.products !== null;
  return promotionProblem(code, {
    now: ctx.clock.now(),
    customerId,
    isFirstTime: !code.firstTimeOnly || customerId === null || (await isFirstTime(ctx, customerId, purpose)),
    planType: purpose.planType,
    prices: hasPlanTerms ? await planPrices(ctx.stripe) : [],
  });
}

/** The coupon must be expanded (`EXPANDED_COUPON`). */
export function readPromotion(promotion: Stripe.PromotionCode): PromotionCode {
  const {
    restrictions,
    promotion: { coupon: found },
  } = promotion;
  const coupon = typeof found === 'object' ? found : null;
  const ends = [promotion.expires_at, coupon?.redeem_by].filter((end) => typeof end === 'number');
  const { minimum_amount: cents, minimum_amount_currency: currency } = restrictions;
  return {
    isActive: promotion.active && coupon?.valid === true,
    expiresAt: ends.length === 0 ? null : new Date(Math.min(...ends) * 1000),
    isUsedUp: isUsedUp(promotion) || (coupon !== null && isUsedUp(coupon)),
    customerId: idOf(promotion.customer),
    firstTimeOnly: restrictions.first_time_transaction,
    minimum: cents === null ? null : { cents, currency: currency ?? '' },
    products: coupon?.applies_to?.products ?? null,
  };
}

function isUsedUp({ max_redemptions: most, times_redeemed: times }: Stripe.PromotionCode | Stripe.Coupon): boolean {
  return most !== null && times >= most;
}

async function planPrices(stripe: Stripe): Promise<PlanPrice[]> {
  const ids = await priceIds(stripe);
  return await Promise.all(
    PLAN_TYPES.map(async (planType) => {
      const { unit_amount, currency, product } = await askStripe(stripe.prices.retrieve(ids[planType]));
      return { planType, cents: unit_amount ?? 0, currency, product: idOf(product) ?? '' };
    }),
  );
}

async function isFirstTime(ctx: CommerceContext, customer: string, purpose: GiftOrOwnSeason): Promise<boolean> {
  const replaced = new Set(await listUnpaidSubscriptions(ctx.db, purpose));
  const counts = ({ status, parent }: Stripe.Invoice): boolean =>
    status !== 'void' && !(status === 'open' && replaced.has(idOf(parent?.subscription_details?.subscription) ?? ''));
  for await (const invoices of listPages((page) => ctx.stripe.invoices.list({ customer, ...page }))) {
    if (invoices.some(counts)) return false;
  }
  for await (const charges of listPages((page) => ctx.stripe.charges.list({ customer, ...page }))) {
    if (charges.some(({ status }) => status === 'succeeded')) return false;
  }
  return true;
}
