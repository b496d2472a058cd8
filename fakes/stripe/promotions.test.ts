import { describe, expect, it } from 'vitest';
import { advanceMonths, latestInvoice, openShop, orderOf, startSandbox, subscribe } from './testing.ts';

describe('promotion codes at the sandbox', () => {
  it('takes a `once` discount off the first invoice only', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'LETTER20',
    });
    const active = await subscribe(stripe, customer, monthly, { discounts: [{ promotion_code: code.id }] });
    await advanceMonths(sandbox, 1);
    const { data } = await stripe.invoices.list({ subscription: active.id });
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual([1500, 1200]);
    expect((await stripe.promotionCodes.retrieve(code.id)).times_redeemed).toBe(1);
  });

  it('takes a `forever` discount off every invoice and a `repeating` one off its months', async () => {
    const { stripe, sandbox } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const forever = await stripe.coupons.create({ percent_off: 33.3, duration: 'forever' });
    const twice = await stripe.coupons.create({ percent_off: 50, duration: 'repeating', duration_in_months: 2 });
    const one = await subscribe(stripe, customer, monthly, { discounts: [{ coupon: forever.id }] });
    const other = await subscribe(stripe, customer, monthly, { discounts: [{ coupon: twice.id }] });
    await advanceMonths(sandbox, 3);
    const paid = async (subscription: string) =>
      (await stripe.invoices.list({ subscription, created: { gte: 0 } })).data.map(({ amount_paid }) => amount_paid);
    expect(await paid(one.id)).toEqual([1000, 1000, 1000, 1000]);
    expect(await paid(other.id)).toEqual([1500, 1500, 750, 750]);
  });

  it('activates a subscription at once when nothing is due, with no PaymentIntent to confirm', async () => {
    const { stripe } = await startSandbox();
    const { customer, annual } = await openShop(stripe);
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const created = await stripe.subscriptions.create(
      orderOf(customer, annual, { discounts: [{ coupon: coupon.id }], cancel_at_period_end: true }),
    );
    expect(created.status).toBe('active');
    expect(latestInvoice(created)).toMatchObject({
      status: 'paid',
      subtotal: 15_300,
      total: 0,
      amount_paid: 0,
      confirmation_secret: null,
    });
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it('finds a code whatever its case, with its coupon expanded', async () => {
    const { stripe } = await startSandbox();
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'LETTER20' });
    const found = await stripe.promotionCodes.list({
      code: 'letter20',
      active: true,
      limit: 1,
      expand: ['data.promotion.coupon'],
    });
    expect(found.data[0]?.promotion.coupon).toMatchObject({ id: coupon.id, percent_off: 20, valid: true });
  });

  it('sells a code of one redemption once, however many ask at the same moment', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      max_redemptions: 1,
    });
    const order = orderOf(customer, monthly, { discounts: [{ promotion_code: code.id }] });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => stripe.subscriptions.create(order)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stripe.promotionCodes.list({ active: true })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });
});
