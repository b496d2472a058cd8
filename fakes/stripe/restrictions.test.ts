import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { advanceSeconds, latestInvoice, openShop, orderOf, startSandbox, subscribe, testTime } from './testing.ts';

type Restrictions = Omit<Stripe.PromotionCodeCreateParams, 'promotion'>;

async function openRestricted(restrictions: Restrictions, coupon: Stripe.CouponCreateParams = {}) {
  const { stripe, sandbox } = await startSandbox();
  const shop = await openShop(stripe);
  const { id } = await stripe.coupons.create({ percent_off: 20, duration: 'once', ...coupon });
  const promotion = { type: 'coupon', coupon: id } as const;
  const code = await stripe.promotionCodes.create({ promotion, code: 'RESTRICTED', ...restrictions });
  const order = (price: Stripe.Price, customer = shop.customer) =>
    stripe.subscriptions.create(orderOf(customer, price, { discounts: [{ promotion_code: code.id }] }));
  return { stripe, sandbox, ...shop, code, order };
}

const FIRST_TIME = { restrictions: { first_time_transaction: true } };

describe('a restricted promotion code at the sandbox', () => {
  it('for first-time customers serves one without an invoice', async () => {
    const { order, monthly } = await openRestricted(FIRST_TIME);
    expect(latestInvoice(await order(monthly)).total).toBe(1200);
  });

  it('for first-time customers refuses one who has paid or has an open invoice, and not after that is voided', async () => {
    const { stripe, order, customer, monthly, annual } = await openRestricted(FIRST_TIME);
    const open = await stripe.subscriptions.create(orderOf(customer, annual));
    const refusal = {
      statusCode: 400,
      code: 'promotion_code_customer_not_first_time',
      param: 'discounts[0][promotion_code]',
      message: 'This promotion code cannot be redeemed because the associated customer has prior transactions.',
    };
    await expect(order(monthly)).rejects.toMatchObject(refusal);
    await stripe.invoices.voidInvoice(latestInvoice(open).id ?? '');
    expect(latestInvoice(await order(monthly)).total).toBe(1200);
    const other = await stripe.customers.create({});
    await subscribe(stripe, other, monthly);
    await expect(order(monthly, other)).rejects.toMatchObject(refusal);
  });

  it('with a minimum amount compares it with the price before the discount', async () => {
    const minimum = { minimum_amount: 15_300, minimum_amount_currency: 'usd' };
    const { order, monthly, annual, code } = await openRestricted({ restrictions: minimum });
    expect(code.restrictions).toEqual({ first_time_transaction: false, ...minimum });
    await expect(order(monthly)).rejects.toMatchObject({
      message: expect.stringContaining('minimum amount') as string,
    });
    expect(latestInvoice(await order(annual)).total).toBe(12_240);
  });

  it('with a minimum in another currency refuses dollars', async () => {
    const { order, annual } = await openRestricted({
      restrictions: { minimum_amount: 100, minimum_amount_currency: 'eur' },
    });
    await expect(order(annual)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('of one customer is refused to every other', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const promotion = { type: 'coupon', coupon: coupon.id } as const;
    const code = await stripe.promotionCodes.create({ promotion, code: 'YOURS', customer: customer.id });
    const order = (buyer: Stripe.Customer) =>
      stripe.subscriptions.create(orderOf(buyer, monthly, { discounts: [{ promotion_code: code.id }] }));
    const other = await stripe.customers.create({});
    await expect(order(other)).rejects.toMatchObject({ statusCode: 400 });
    expect(latestInvoice(await order(customer)).total).toBe(1200);
    expect((await stripe.promotionCodes.list({ customer: other.id })).data).toEqual([]);
    const twin = { promotion, code: 'yours' };
    await stripe.promotionCodes.create({ ...twin, customer: other.id });
    await expect(stripe.promotionCodes.create({ ...twin, customer: customer.id })).rejects.toThrow('already exists');
  });

  it('of a coupon for another product is taken, and takes nothing off', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const { id: other } = await stripe.products.create({ name: 'Another season' });
    const coupon = await stripe.coupons.create({
      percent_off: 20,
      duration: 'once',
      applies_to: { products: [other] },
    });
    expect(coupon).not.toHaveProperty('applies_to');
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
    const expand = ['promotion.coupon.applies_to'];
    const { promotion } = await stripe.promotionCodes.retrieve(code.id, { expand });
    expect(promotion.coupon).toMatchObject({ applies_to: { products: [other] } });
    const made = await stripe.subscriptions.create(
      orderOf(customer, monthly, { discounts: [{ promotion_code: code.id }] }),
    );
    expect(latestInvoice(made).total).toBe(1500);
  });

  it('cannot be redeemed once it or its coupon has expired, and is no longer active', async () => {
    const now = testTime();
    for (const [code, coupon] of [[{ expires_at: now + 600 }, {}] as const, [{}, { redeem_by: now + 600 }] as const]) {
      const { stripe, sandbox, order, monthly, code: made } = await openRestricted(code, coupon);
      await advanceSeconds(sandbox, 1200);
      expect((await stripe.promotionCodes.retrieve(made.id)).active).toBe(false);
      await expect(order(monthly)).rejects.toMatchObject({ code: 'coupon_expired' });
    }
  });

  it('cannot outlive or outnumber its coupon', async () => {
    const now = testTime();
    await expect(openRestricted({ expires_at: now + 900 }, { redeem_by: now + 600 })).rejects.toThrow('redeem_by');
    await expect(openRestricted({ max_redemptions: 3 }, { max_redemptions: 2 })).rejects.toThrow('max_redemptions');
  });
});
