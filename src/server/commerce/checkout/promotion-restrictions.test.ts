import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { draftGift } from '../../../../test/builders/gifts.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { validatePromoCode } from '../../../contract/checkout.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { findProfile } from '../../customers/profile/queries.ts';

const shop = await startShop();

const TWENTY = { percent_off: 20, duration: 'once' } as const;

type Code = Omit<Stripe.PromotionCodeCreateParams, 'promotion'>;

async function make(code: Code, coupon: Stripe.CouponCreateParams = {}) {
  const { id: couponId } = await shop.stripe.coupons.create({ ...TWENTY, ...coupon });
  const promoCode = `CODE${randomUUID().slice(0, 8).toUpperCase()}`;
  const promotion = { type: 'coupon', coupon: couponId } as const;
  const { id } = await shop.stripe.promotionCodes.create({ promotion, code: promoCode, ...code });
  return { id, promoCode: code.code ?? promoCode };
}

interface Made {
  readonly id: string;
  readonly promoCode: string;
}

/** What applying the code says for each plan, and what Pay then says: each is null when the code is taken. */
async function answers(user: Shopper, { id, promoCode }: Made, planType: PlanType = 'monthly') {
  const applied = await user.call(validatePromoCode, { body: { promoCode, planType } });
  const paid = await user.submit({ promotionCodeId: id, planType }).then(
    () => null,
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );
  return { apply: applied.error ?? null, pay: paid };
}

const refused = (reason: string) => ({
  apply: `Invalid promo code. ${reason}`,
  pay: `invalid_promo_code: Invalid promo code. ${reason}`,
});
const TAKEN = { apply: null, pay: null };

async function customerOf(user: Shopper): Promise<string> {
  return (await findProfile(shop.ctx.db, user.userId))?.stripeCustomerId ?? '';
}

const inSeconds = (seconds: number) => Math.floor(shop.clock.now().getTime() / 1000) + seconds;

describe('a promotion code is refused with its reason, when it is applied and again at Pay,', () => {
  test('when it is for first-time customers and the buyer has paid before', async () => {
    const code = await make({ restrictions: { first_time_transaction: true } });
    expect(await answers(await shop.signUp(), code)).toEqual(TAKEN);
    const returning = await shop.signUp();
    await returning.buy();
    const { apply, pay } = await answers(returning, code);
    expect([apply, pay]).toEqual(Object.values(refused('It is for first-time customers only.')));
  });

  test('when it is for first-time customers and another order of the buyer is open, but not for the order it replaces', async () => {
    const code = await make({ restrictions: { first_time_transaction: true } });
    const user = await shop.signUp();
    await user.submit({ planType: 'annual' });
    expect(await answers(user, code)).toEqual(TAKEN);
    const giver = await shop.signUp();
    const { id: giftId } = await draftGift(giver, newYorkDate(shop.clock.now()));
    await giver.submit({ giftId });
    expect(await answers(giver, code)).toEqual(refused('It is for first-time customers only.'));
  });

  test('when the order is below its minimum, with the plan that is not', async () => {
    const code = await make({ restrictions: { minimum_amount: 10_000, minimum_amount_currency: 'usd' } });
    const reason = 'It is for orders of $100.00 or more. It works with the annual plan.';
    expect(await answers(await shop.signUp(), code)).toEqual(refused(reason));
    expect(await answers(await shop.signUp(), code, 'annual')).toEqual(TAKEN);
    const user = await shop.signUp();
    const { promoCode } = code;
    expect(await user.call(validatePromoCode, { body: { promoCode } })).toMatchObject({ valid: true });
  });

  test('when its minimum is more than any plan, or in another currency', async () => {
    const high = await make({ restrictions: { minimum_amount: 20_000, minimum_amount_currency: 'usd' } });
    expect(await answers(await shop.signUp(), high)).toEqual(refused('It is for orders of $200.00 or more.'));
    const euros = await make({ restrictions: { minimum_amount: 100, minimum_amount_currency: 'eur' } });
    expect(await answers(await shop.signUp(), euros)).toEqual(refused('It is for orders in another currency.'));
  });

  test('when it belongs to another customer', async () => {
    const owner = await shop.signUp();
    await owner.buy();
    const code = await make({ customer: await customerOf(owner) });
    const reason = 'It belongs to another customer.';
    expect(await answers(await shop.signUp(), code)).toEqual(refused(reason));
    const other = await shop.signUp();
    await other.buy();
    expect(await answers(other, code)).toEqual(refused(reason));
    expect(await owner.call(validatePromoCode, { body: { promoCode: code.promoCode } })).toMatchObject({ valid: true });
  });

  test('when its coupon is for another product, which Stripe would charge in full', async () => {
    const { id: other } = await shop.stripe.products.create({ name: 'A poster' });
    const code = await make({}, { applies_to: { products: [other] } });
    expect(await answers(await shop.signUp(), code)).toEqual(refused('It is for another product.'));
    const [price] = (await shop.stripe.prices.list({ lookup_keys: ['season1_monthly'] })).data;
    const ours = await make({}, { applies_to: { products: [other, price?.product as string] } });
    expect(await answers(await shop.signUp(), ours)).toEqual(TAKEN);
  });

  test('when it has been used up, itself or its coupon', async () => {
    for (const code of [await make({ max_redemptions: 1 }), await make({}, { max_redemptions: 1 })]) {
      expect(await answers(await shop.signUp(), code)).toEqual(TAKEN);
      const reason = 'It has already been used the maximum number of times.';
      expect(await answers(await shop.signUp(), code)).toEqual(refused(reason));
    }
  });

  test('when it was taken out of use', async () => {
    const code = await make({});
    await shop.stripe.promotionCodes.update(code.id, { active: false });
    expect(await answers(await shop.signUp(), code)).toEqual(refused('It is no longer active.'));
  });

  test('when it has expired, itself or its coupon', async () => {
    const codes = [await make({ expires_at: inSeconds(600) }), await make({}, { redeem_by: inSeconds(600) })];
    await shop.letPass(1200);
    for (const code of codes) {
      expect(await answers(await shop.signUp(), code)).toEqual(refused('It has expired.'));
    }
  });
});

const askForYou = (user: Shopper) => user.call(validatePromoCode, { body: { promoCode: 'foryou' } });

test('of several promotion codes of one name, the buyer’s own and the one in use are found', async () => {
  const [one, other] = [await shop.signUp(), await shop.signUp()];
  await one.submit();
  await other.submit();
  const code = 'FORYOU';
  const first = await make({ code, customer: await customerOf(one) });
  const second = await make({ code, customer: await customerOf(other) }, { percent_off: 30 });
  expect(await askForYou(one)).toMatchObject({ promotionCodeId: first.id, discountPercent: 20 });
  expect(await askForYou(other)).toMatchObject({ promotionCodeId: second.id, discountPercent: 30 });
  await shop.stripe.promotionCodes.update(first.id, { active: false });
  const again = await make({ code, customer: await customerOf(one) }, { percent_off: 40 });
  expect(await askForYou(one)).toMatchObject({ promotionCodeId: again.id, discountPercent: 40 });
});
