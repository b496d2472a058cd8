import { beforeEach, describe, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { type Evidence, gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { draftGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { CARD_DECLINED_AT_CHARGE } from '../../../../test/clients/payer.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { validatePromoCode } from '../../../contract/checkout.ts';

const shop = await startShop({ throughProxy: true });
// Here the browser's return always comes before Stripe's webhook.
beforeEach(() => {
  shop.webhooks.lose();
  shop.webhooks.hold();
});

async function evidenceOf(user: Shopper): Promise<Evidence> {
  await shop.sandbox.webhooksDelivered();
  await shop.webhooks.deliver();
  return await gatherEvidence(shop, user);
}

describe('one open checkout per user and season', () => {
  test('Pay again after a reload finds the same subscription, whatever the card', async () => {
    const user = await shop.signUp();
    const [first, second] = [await user.submit(), await user.submit()];
    expect(second).toEqual(first);
    expect((await evidenceOf(user)).stripe.subscriptions).toEqual(['incomplete']);
  });

  test('a change of plan voids the unpaid one and buys the other', async () => {
    const user = await shop.signUp();
    const monthly = await user.submit({ planType: 'monthly' });
    await user.buy({ planType: 'annual' });
    const late = await user.confirm(monthly);
    expect(late.status).toBeNull();
    const evidence = await evidenceOf(user);
    expect(evidence).toMatchObject({
      subscriptions: ['annual active'],
      checkouts: ['annual paid'],
      confirmationEmails: 1,
      stripe: { charges: [15_300] },
    });
    expect(evidence.stripe.subscriptions[0]).toMatch(/^(canceled|incomplete_expired)$/);
    expect(evidence.stripe.subscriptions.slice(1)).toEqual(['active']);
  });

  test('a code added after the first try is honoured: the full-price one is voided', async () => {
    const user = await shop.signUp();
    const promotionCodeId = await shop.promotion({ percent_off: 20, duration: 'once' });
    await user.submit();
    await user.buy({ promotionCodeId });
    expect((await evidenceOf(user)).stripe.charges).toEqual([1200]);
  });

  test('there and back again: annual, monthly, annual is one annual season', async () => {
    const user = await shop.signUp();
    await user.submit({ planType: 'annual' });
    await user.submit({ planType: 'monthly' });
    await user.buy({ planType: 'annual' });
    const evidence = await evidenceOf(user);
    expect(evidence.subscriptions).toEqual(['annual active']);
    expect(evidence.stripe.charges).toEqual([15_300]);
  });

  test('another address chosen before paying is the one that letters go to', async () => {
    const user = await shop.signUp();
    await user.submit();
    const { id } = await user.addAddress({ addressLine1: '2 Harbor Heights' });
    await user.buy({ shippingAddressId: id });
    expect((await evidenceOf(user)).addresses).toEqual(['Home', 'Address 2 (default)']);
  });
});

describe('a code that may be used once', () => {
  const ONCE = { percent_off: 20, duration: 'once', max_redemptions: 1 } as const;
  let codes = 0;

  async function tried(coupon: Stripe.CouponCreateParams = ONCE) {
    const promoCode = `ONLYONCE${++codes}`;
    const promotionCodeId = await shop.promotion(coupon, promoCode);
    const user = await shop.signUp();
    const first = await user.submit({ promotionCodeId });
    const declined = await user.confirm(first, await user.payer.newCard(CARD_DECLINED_AT_CHARGE));
    expect(declined.error).toBe('card_declined');
    return { user, first, promotionCodeId, promoCode };
  }

  test('is not used up by a declined card: Pay again finds the same subscription, at the same price', async () => {
    const { user, first, promotionCodeId, promoCode } = await tried();
    expect(await user.call(validatePromoCode, { body: { promoCode } })).toMatchObject({
      valid: true,
      promotionCodeId,
      discountPercent: 20,
    });
    expect(await user.submit({ promotionCodeId })).toEqual(first);
    await user.buy({ promotionCodeId });
    expect((await evidenceOf(user)).stripe).toEqual({
      customers: 1,
      subscriptions: ['active'],
      charges: [1200],
    });
  });

  test('and expires between two tries is honoured by the second', async () => {
    const user = await shop.signUp();
    const coupon = await shop.stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const { id: promotionCodeId } = await shop.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'TODAYONLY',
      expires_at: Math.floor(shop.clock.now().getTime() / 1000) + 600,
    });
    const first = await user.submit({ promotionCodeId });
    await shop.letPass(1200);
    expect(await user.call(validatePromoCode, { body: { promoCode: 'todayonly' } })).toMatchObject({ valid: true });
    expect(await user.submit({ promotionCodeId })).toEqual(first);
  });

  test('is found used up by no one who clicks twice, and by everyone else', async () => {
    const promotionCodeId = await shop.promotion(ONCE, 'FORTHEQUICK');
    const [user, other] = [await shop.signUp(), await shop.signUp()];
    const order = await user.order({ promotionCodeId });
    const replies = await Promise.all(Array.from({ length: 8 }, () => user.submit(order)));
    expect(new Set(replies.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
    await expect(other.submit({ promotionCodeId })).rejects.toMatchObject({ code: 'invalid_promo_code' });
    expect(await other.call(validatePromoCode, { body: { promoCode: 'FORTHEQUICK' } })).toMatchObject({ valid: false });
  });

  test('is gone with a subscription that no one paid within its time', async () => {
    const { user, promotionCodeId, promoCode } = await tried();
    await shop.letPass(24 * 3600);
    await user.signInAgain();
    expect(await user.call(validatePromoCode, { body: { promoCode } })).toMatchObject({ valid: false });
    await expect(user.submit({ promotionCodeId })).rejects.toMatchObject({ code: 'invalid_promo_code' });
    expect((await evidenceOf(user)).stripe.charges).toEqual([]);
  });

  test('is used up for a gift by one’s own season, and the other way round', async () => {
    const { user, promoCode } = await tried();
    const { id: giftId } = await draftGift(user, newYorkToday(shop));
    const isValid = async (code: string, gift?: string) =>
      (await user.call(validatePromoCode, { body: { promoCode: code, giftId: gift } })).valid;
    expect([await isValid(promoCode), await isValid(promoCode, giftId)]).toEqual([true, false]);
    const forGift = `ONLYONCE${++codes}`;
    await user.submit({ giftId, promotionCodeId: await shop.promotion(ONCE, forGift) });
    expect([await isValid(forGift), await isValid(forGift, giftId)]).toEqual([false, true]);
    const { id: anotherId } = await draftGift(user, newYorkToday(shop));
    expect(await isValid(forGift, anotherId)).toBe(false);
  });

  test('does not pay for another plan', async () => {
    const { user, promotionCodeId } = await tried();
    const annual = user.submit({ promotionCodeId, planType: 'annual' });
    await expect(annual).rejects.toMatchObject({ code: 'invalid_promo_code' });
    await user.buy({ promotionCodeId });
    expect((await evidenceOf(user)).stripe.charges).toEqual([1200]);
  });
});

describe('two windows', () => {
  test('one has paid: Pay in the other finds it paid, and charges nothing', async () => {
    const user = await shop.signUp();
    const first = await user.submit();
    await user.confirm(first);
    expect(await user.submit()).toEqual({ ...first, clientSecret: null, paid: true });
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('one has paid: another plan in the other is refused, and the payment stands', async () => {
    const user = await shop.signUp();
    await user.confirm(await user.submit({ planType: 'monthly' }));
    await expect(user.submit({ planType: 'annual' })).rejects.toMatchObject({
      status: 409,
      code: 'already_subscribed',
    });
    expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  const VOID = /^POST \/v1\/invoices\/\w+\/void$/;
  const END = /^DELETE \/v1\/subscriptions\/\w+$/;

  test('one pays just before the other voids its invoice: the payment stands, and nothing is replaced', async () => {
    const user = await shop.signUp();
    const monthly = await user.submit({ planType: 'monthly' });
    void shop.proxy.ambush(VOID, 'before', async () => {
      expect(await user.confirm(monthly)).toMatchObject({ status: 'succeeded' });
      return 'go on';
    });
    await expect(user.submit({ planType: 'annual' })).rejects.toMatchObject({ code: 'already_subscribed' });
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test.each([
    ['just after its invoice was voided', VOID, 'after'],
    ['just before its subscription is ended', END, 'before'],
  ] as const)('one pays %s: that payment is refused, and the other plan is bought', async (_when, call, moment) => {
    const user = await shop.signUp();
    const monthly = await user.submit({ planType: 'monthly' });
    void shop.proxy.ambush(call, moment, async () => {
      expect((await user.confirm(monthly)).status).toBeNull();
      return 'go on';
    });
    await user.buy({ planType: 'annual' });
    const { subscriptions, stripe } = await evidenceOf(user);
    expect(subscriptions).toEqual(['annual active']);
    expect(stripe.charges).toEqual([15_300]);
  });
});

describe('a second one of the same season', () => {
  test('needs an explicit choice', async () => {
    const user = await shop.signUp();
    await user.buy();
    await expect(user.submit()).rejects.toMatchObject({ status: 409, code: 'already_subscribed' });
    await user.buy({ buyAnother: true, planType: 'annual' });
    expect(await evidenceOf(user)).toMatchObject({
      subscriptions: ['monthly active', 'annual active'],
      seasons: ['season-1 active', 'season-1 active'],
      checkouts: ['monthly paid', 'annual paid'],
      addresses: ['Home (default)'],
      confirmationEmails: 2,
      stripe: { customers: 1, charges: [1500, 15_300] },
    });
  });

  test('asked for twice before it is paid is one', async () => {
    const user = await shop.signUp();
    await user.buy();
    const order = { buyAnother: true };
    const [first, second] = await Promise.all([user.submit(order), user.submit(order)]);
    expect(second).toEqual(first);
    expect((await evidenceOf(user)).stripe.subscriptions).toEqual(['active', 'incomplete']);
  });
});
