import { describe, expect, test } from 'vitest';
import { type Evidence, gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { CARD_DECLINED_AT_CHARGE, DECLINED_CARD, THREE_D_SECURE_CARD } from '../../../../test/clients/payer.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { getAccount } from '../../../contract/account.ts';
import { validatePromoCode } from '../../../contract/checkout.ts';
import { cancelAt, stripeCancelAt } from '../../../domain/subscription.ts';

const shop = await startShop({ workers: true });

async function evidenceOf(user: Shopper): Promise<Evidence> {
  await shop.sandbox.webhooksDelivered();
  return await gatherEvidence(shop, user);
}

async function emailSubjects({ email }: Shopper): Promise<string[]> {
  const answer = await fetch(`${shop.mailbox.url}/api/messages?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as { messages: { subject: string }[] };
  return messages.map(({ subject }) => subject);
}

describe('a whole purchase', () => {
  test('a monthly season takes $15 today, and the account shows it', async () => {
    const user = await shop.signUp();
    await user.buy({ planType: 'monthly' });
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
    expect((await user.call(getAccount)).subscriptions).toMatchObject([
      {
        status: 'active',
        planType: 'monthly',
        seasonName: 'Season One',
        monthsPaid: 1,
        lettersReceived: 0,
        pastDue: false,
        overdue: null,
      },
    ]);
  });

  test('a monthly season is 12 charges: ours ends with the 12th, Stripe’s one month later', async () => {
    const user = await shop.signUp();
    const { subscriptionId } = await user.buy({ planType: 'monthly' });
    const atStripe = await shop.stripe.subscriptions.retrieve(subscriptionId);
    const anchor = new Date(atStripe.billing_cycle_anchor * 1000);
    expect(atStripe.cancel_at).toBe(stripeCancelAt(anchor).getTime() / 1000);
    expect((await user.call(getAccount)).subscriptions).toMatchObject([
      { cancelAt: cancelAt('monthly', anchor)?.toISOString() },
    ]);
  });

  test('an annual season takes $153 once, set from the start to end with its period', async () => {
    const user = await shop.signUp();
    const { subscriptionId } = await user.buy({ planType: 'annual' });
    expect(await evidenceOf(user)).toMatchObject({
      subscriptions: ['annual active'],
      paidInvoices: [15_300],
      stripe: { subscriptions: ['active'], charges: [15_300] },
    });
    expect((await shop.stripe.subscriptions.retrieve(subscriptionId)).cancel_at_period_end).toBe(true);
    expect((await user.call(getAccount)).subscriptions).toMatchObject([{ cancelAt: null, monthsPaid: 12 }]);
  });

  test('the subscriber gets one welcome and one confirmation by email', async () => {
    const user = await shop.signUp();
    await user.buy();
    await expect.poll(() => emailSubjects(user)).toHaveLength(2);
    await shop.sandbox.webhooksDelivered();
    expect(await emailSubjects(user)).toHaveLength(2);
  });

  test('the address of a purchase becomes the default one, without a second row', async () => {
    const user = await shop.signUp();
    const { id } = await user.addAddress({ addressLine1: '7 Surgery Lane' });
    await user.buy({ shippingAddressId: id });
    expect((await evidenceOf(user)).addresses).toEqual(['Home', 'Address 2 (default)']);
  });
});

describe('a promotion code', () => {
  test('is told in the words of the specification when it cannot be used', async () => {
    const user = await shop.signUp();
    const ask = (promoCode: string) => user.call(validatePromoCode, { body: { promoCode } });
    expect(await ask('  ')).toEqual({ valid: false, error: 'No code' });
    expect(await ask('NOSUCHCODE')).toEqual({ valid: false, error: 'Invalid promo code' });
    await shop.promotion({ amount_off: 500, currency: 'usd', duration: 'once' }, 'FIVEOFF').catch(() => undefined);
    expect(await ask('FIVEOFF')).toEqual({ valid: false, error: 'Invalid promo code' });
  });

  test('of 20 % once takes $12 today and $15 next month', async () => {
    const user = await shop.signUp();
    const id = await shop.promotion({ percent_off: 20, duration: 'once' }, 'TWENTY');
    expect(await user.call(validatePromoCode, { body: { promoCode: ' twenty ' } })).toEqual({
      valid: true,
      discountPercent: 20,
      promotionCodeId: id,
      duration: 'once',
      durationInMonths: null,
    });
    await user.buy({ promotionCodeId: id });
    expect((await evidenceOf(user)).stripe.charges).toEqual([1200]);
    await shop.letPass(32 * 86_400);
    expect(await evidenceOf(user)).toMatchObject({
      subscriptions: ['monthly active'],
      paidInvoices: [1200, 1500],
      confirmationEmails: 1,
      stripe: { charges: [1200, 1500] },
    });
  });

  test('of 100 % leaves nothing to confirm: the season is active at once', async () => {
    const user = await shop.signUp();
    const promotionCodeId = await shop.promotion({ percent_off: 100, duration: 'once' });
    expect(await user.submit({ promotionCodeId })).toMatchObject({ clientSecret: null, paid: true });
    expect((await user.call(getAccount)).subscriptions).toMatchObject([{ status: 'active', monthsPaid: 1 }]);
    expect(await evidenceOf(user)).toMatchObject({
      subscriptions: ['monthly active'],
      paidInvoices: [0],
      confirmationEmails: 1,
      stripe: { subscriptions: ['active'], charges: [] },
    });
  });

  test('that Stripe does not know is refused by field, and nothing is opened', async () => {
    const user = await shop.signUp();
    await expect(user.submit({ promotionCodeId: 'promo_invented' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_promo_code',
      fields: { promotionCodeId: 'Invalid promo code' },
    });
    expect((await evidenceOf(user)).checkouts).toEqual([]);
  });
});

describe('a card that does not go through', () => {
  test('declined when charged, then a good one: both tries are the same subscription', async () => {
    const user = await shop.signUp();
    const badCard = await user.payer.newCard(CARD_DECLINED_AT_CHARGE);
    const first = await user.submit({ paymentMethodId: badCard });
    expect(await user.confirm(first, badCard)).toEqual({ status: null, error: 'card_declined' });
    expect(await user.settle(first)).toBe('pending');
    const second = await user.buy();
    expect(second.subscriptionId).toBe(first.subscriptionId);
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('declined at once, then a good one: Stripe’s own words, then one purchase', async () => {
    const user = await shop.signUp();
    const paymentMethodId = await user.payer.newCard(DECLINED_CARD);
    await expect(user.submit({ paymentMethodId })).rejects.toMatchObject({
      status: 402,
      code: 'card_declined',
      message: 'Your card was declined.',
    });
    await user.buy();
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('a bank’s question answered well is a purchase; answered badly it is none, and may be tried again', async () => {
    const user = await shop.signUp();
    const card = await user.payer.newCard(THREE_D_SECURE_CARD);
    const reply = await user.submit({ paymentMethodId: card });
    const secret = reply.clientSecret ?? '';
    expect(await user.confirm(reply, card)).toMatchObject({ status: 'requires_action' });
    expect(await user.payer.authenticate(secret, 'fail')).toEqual({
      status: 'requires_payment_method',
      error: 'payment_intent_authentication_failure',
    });
    expect(await user.settle(reply)).toBe('pending');
    expect(await user.confirm(reply, card)).toMatchObject({ status: 'requires_action' });
    expect(await user.payer.authenticate(secret, 'complete')).toMatchObject({ status: 'succeeded' });
    expect(await user.settle(reply)).toBe('active');
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('that is another user’s is refused as such', async () => {
    const [owner, thief] = [await shop.signUp(), await shop.signUp()];
    const paymentMethodId = await owner.payer.newCard();
    await owner.buy({ paymentMethodId });
    await expect(thief.submit({ paymentMethodId })).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: { paymentMethodId: expect.any(String) as string },
    });
    await thief.buy();
    expect(await evidenceOf(thief)).toEqual(ONE_MONTHLY_PURCHASE);
    expect(await evidenceOf(owner)).toEqual(ONE_MONTHLY_PURCHASE);
  });
});
