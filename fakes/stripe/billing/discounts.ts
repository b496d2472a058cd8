import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import { addMonths } from '../state/time.ts';
import type { World } from '../world.ts';

export interface DiscountRequest {
  promotion_code?: string | undefined;
  coupon?: string | undefined;
}

/** What a discount is redeemed for. */
export interface Redemption {
  customer: string;
  subscription: string;
  price: Stripe.Price;
  quantity: number;
  now: number;
}

/** @throws StripeFailure 400 when the code is unknown, expired, inactive, used up or restricted to other purchases */
export function redeem(world: World, request: DiscountRequest, redemption: Redemption): Stripe.Discount {
  const { customer, subscription, now } = redemption;
  const code = request.promotion_code === undefined ? null : usablePromotionCode(world, request.promotion_code, now);
  if (code) refuseRestricted(world, code, redemption);
  const couponId = code ? idOf(code.promotion.coupon) : request.coupon;
  if (!couponId) throw invalidRequest('You must pass a coupon or a promotion_code.', { param: 'discounts' });
  const coupon = usableCoupon(world, couponId, now);
  if (code) world.db.promotionCodes.put(counted(code));
  world.db.coupons.put(counted(coupon));
  const discount: Stripe.Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: coupon.duration_in_months === null ? null : addMonths(now, coupon.duration_in_months),
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: now,
    subscription,
    subscription_item: null,
  };
  world.db.discounts.put(discount);
  emit(world, 'customer.discount.created', discount);
  return discount;
}

/** https://docs.stripe.com/billing/subscriptions/coupons */
function refuseRestricted(world: World, code: Stripe.PromotionCode, redemption: Redemption): void {
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = code.restrictions;
  const { customer, price, quantity } = redemption;
  const owner = idOf(code.customer);
  if (owner !== null && owner !== customer) throw notRedeemable('it belongs to another customer.');
  if (first_time_transaction && hasPriorTransactions(world, customer)) {
    const reason = 'the associated customer has prior transactions.';
    throw notRedeemable(reason, 'promotion_code_customer_not_first_time');
  }
  const isLargeEnough =
    minimum_amount === null ||
    (minimum_amount_currency === price.currency && (price.unit_amount ?? 0) * quantity >= minimum_amount);
  if (!isLargeEnough) throw notRedeemable('the associated purchase does not meet the minimum amount requirement.');
}

function notRedeemable(reason: string, code?: string) {
  const message = `This promotion code cannot be redeemed because ${reason}`;
  return invalidRequest(message, { param: 'discounts[0][promotion_code]', ...(code !== undefined && { code }) });
}

/** An invoice that is open or uncollectible counts like a paid one; only a voided one does not. */
function hasPriorTransactions(world: World, customer: string): boolean {
  const isOf = (row: { customer: Parameters<typeof idOf>[0] }) => idOf(row.customer) === customer;
  return (
    world.db.invoices.newestFirst().some((row) => row.status !== 'void' && isOf(row)) ||
    world.db.charges.newestFirst().some((row) => row.status === 'succeeded' && isOf(row))
  );
}

interface Redeemable {
  times_redeemed: number;
  max_redemptions: number | null;
}

function counted<R extends Redeemable>(redeemable: R): R {
  const times_redeemed = redeemable.times_redeemed + 1;
  const usedUp = redeemable.max_redemptions !== null && times_redeemed >= redeemable.max_redemptions;
  const closed = 'valid' in redeemable ? { valid: false } : { active: false };
  return { ...redeemable, times_redeemed, ...(usedUp ? closed : {}) };
}

function usablePromotionCode(world: World, id: string, now: number): Stripe.PromotionCode {
  const code = world.db.promotionCodes.get(id);
  if (!code) throw resourceMissing('promotion code', id, 'discounts[0][promotion_code]');
  const expired = code.expires_at !== null && code.expires_at <= now;
  if (!code.active || expired) {
    throw invalidRequest('This promotion code cannot be redeemed because it is expired or no longer active.', {
      code: 'coupon_expired',
      param: 'discounts[0][promotion_code]',
    });
  }
  return code;
}

function usableCoupon(world: World, id: string, now: number): Stripe.Coupon {
  const coupon = world.db.coupons.get(id);
  if (!coupon) throw resourceMissing('coupon', id, 'discounts[0][coupon]');
  if (!coupon.valid || (coupon.redeem_by !== null && coupon.redeem_by <= now)) {
    const message = `Coupon ${id} is used up or has expired.`;
    throw invalidRequest(message, { code: 'coupon_expired', param: 'discounts[0][coupon]' });
  }
  return coupon;
}

export function couponOf(world: World, discount: Stripe.Discount): Stripe.Coupon {
  const coupon = world.db.coupons.get(idOf(discount.source.coupon) ?? '');
  if (!coupon) throw new Error(`No coupon for ${discount.id}`);
  return coupon;
}

/** A coupon for certain products takes nothing off another one, and does not refuse it. */
export function appliesTo(world: World, coupon: Stripe.Coupon, product: string): boolean {
  const { products } = world.db.couponProducts.get(coupon.id) ?? {};
  return products === undefined || products.includes(product);
}

/** Cents, rounded to the cent. */
export function amountOff(coupon: Stripe.Coupon, amount: number): number {
  if (coupon.percent_off !== null) {
    // Percentages have at most four decimals, and multiply exactly as integers.
    const tenThousandths = Math.round(coupon.percent_off * 10_000);
    return Math.round((amount * tenThousandths) / 1_000_000);
  }
  return Math.min(amount, coupon.amount_off ?? 0);
}

export function discountsFor(world: World, subscription: Stripe.Subscription, start: number): Stripe.Discount[] {
  return subscription.discounts.flatMap((reference) => {
    const discount = world.db.discounts.get(idOf(reference) ?? '');
    return discount && (discount.end === null || start < discount.end) ? [discount] : [];
  });
}

/** A coupon of `once` is spent by its first invoice. */
export function discountsAfterInvoice(world: World, applied: readonly Stripe.Discount[]): Stripe.Discount[] {
  return applied.filter((discount) => {
    const stays = couponOf(world, discount).duration !== 'once';
    if (!stays) emit(world, 'customer.discount.deleted', discount);
    return stays;
  });
}
