import { formatUsd } from './money.ts';
import { PLANS, type PlanType } from './plans.ts';

export interface PromotionCode {
  readonly isActive: boolean;
  /** The code's or its coupon's expiry, whichever is earlier. */
  readonly expiresAt: Date | null;
  readonly isUsedUp: boolean;
  readonly customerId: string | null;
  readonly firstTimeOnly: boolean;
  readonly minimum: { readonly cents: number; readonly currency: string } | null;
  /** The products that the coupon discounts; null for all. */
  readonly products: readonly string[] | null;
}

export interface PlanPrice {
  readonly planType: PlanType;
  readonly cents: number;
  readonly currency: string;
  readonly product: string;
}

export interface PromotionPurchase {
  readonly now: Date;
  readonly customerId: string | null;
  readonly isFirstTime: boolean;
  /** Null before the buyer chooses a plan: then the code is valid if it fits either plan. */
  readonly planType: PlanType | null;
  readonly prices: readonly PlanPrice[];
}

export const INVALID_PROMO_CODE = 'Invalid promo code';
export const FIRST_TIME_ONLY = 'It is for first-time customers only.';
export const USED_BY_EARLIER_ORDER =
  'You already used it for an order that wasn’t paid. Nothing was charged. You can pay without the code, or email us.';

export function promotionProblem(code: PromotionCode, purchase: PromotionPurchase): string | null {
  const reason = ownReason(code, purchase) ?? planReason(code, purchase) ?? firstTimeReason(code, purchase);
  return reason === null ? null : `${INVALID_PROMO_CODE}. ${reason}`;
}

/** Sentences for operators about the restrictions of a code that was made in Stripe's Dashboard. */
export function restrictionsInWords(code: PromotionCode): readonly string[] {
  const { firstTimeOnly, minimum, products, customerId } = code;
  const sentences = [
    firstTimeOnly && 'For first-time customers only.',
    minimum !== null && minimumInWords(minimum),
    products !== null && `For these products only: ${products.join(', ')}.`,
    customerId !== null && `For the customer ${customerId} only.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function minimumInWords({ cents, currency }: NonNullable<PromotionCode['minimum']>): string {
  if (currency === 'usd') return `For orders of ${formatUsd(cents)} or more.`;
  return `For orders in ${currency.toUpperCase()} only, so it fits no plan of ours.`;
}

function ownReason(code: PromotionCode, { now, customerId }: PromotionPurchase): string | null {
  if (code.customerId !== null && code.customerId !== customerId) return 'It belongs to another customer.';
  if (code.expiresAt !== null && code.expiresAt <= now) return 'It has expired.';
  if (code.isUsedUp) return 'It has already been used the maximum number of times.';
  return code.isActive ? null : 'It is no longer active.';
}

function firstTimeReason({ firstTimeOnly }: PromotionCode, { isFirstTime }: PromotionPurchase): string | null {
  return firstTimeOnly && !isFirstTime ? FIRST_TIME_ONLY : null;
}

function planReason(code: PromotionCode, { planType, prices }: PromotionPurchase): string | null {
  const fitting = prices.filter((price) => misfit(code, price) === null);
  const chosen = planType === null ? (fitting[0] ?? prices[0]) : prices.find((price) => price.planType === planType);
  const reason = chosen === undefined ? null : misfit(code, chosen);
  if (reason === null || fitting[0] === undefined) return reason;
  return `${reason} It works with the ${PLANS[fitting[0].planType].name.toLowerCase()} plan.`;
}

function misfit({ minimum, products }: PromotionCode, { cents, currency, product }: PlanPrice): string | null {
  if (products !== null && !products.includes(product)) return 'It is for another product.';
  if (minimum === null) return null;
  if (minimum.currency !== currency) return 'It is for orders in another currency.';
  return cents < minimum.cents ? `It is for orders of ${formatUsd(minimum.cents)} or more.` : null;
}
