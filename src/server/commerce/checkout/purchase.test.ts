import { describe, expect, test } from 'vitest';
import { type Evidence, gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { CARD_DECLINED_AT_CHARGE, DECLINED_CARD, THREE_D_SECURE_CARD } from '../../../../test/clients/payer.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { getAccount } from '../../../contract/account.ts';
import { validatePromoCode } from '../../../contract/checkout.ts';
import { cancelAt, providerCancelAt } from '../../../domain/subscription.ts';

const shop = await startShop({ workers: true });

async function evidenceOf(person: Shopper): Promise<Evidence> {
  await shop.sandbox.webhooksDelivered();
  return await gatherEvidence(shop, person);
}

async function mailSubjects({ email }: Shopper): Promise<string[]> {
  const answer = await fetch(`${shop.mailbox.url}/api/messages?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as { messages: { subject: string }[] };
  return messages.map(({ subject }) => subject);
}

describe('a whole purchase', () => {
  test('a monthly season takes $15 today, and the account shows it', async () => {
    const person = await shop.signUp();
    await person.buy({ planType: 'monthly' });
    expect(await evidenceOf(person)).toEqual(ONE_MONTHLY_PURCHASE);
    expect((await person.call(getAccount)).subscriptions).toMatchObject([
      {
        status: 'active',
        planType: 'monthly',
        seasonName: 'Season 1',
        monthsPaid: 1,
        lettersReceived: 0,
        pastDue: false,
      },
    ]);
  });

  test('a monthly season is 12 charges: ours ends with the 12th, the provider’s one month later', async () => {
    const person = await shop.signUp();
    const { subscriptionId } = await person.buy({ planType: 'monthly' });
    const atProvider = await shop.provider.subscriptions.retrieve(subscriptionId);
    const anchor = new Date(atProvider.billing_cycle_anchor * 1000);
    expect(atProvider.cancel_at).toBe(providerCancelAt(anchor).getTime() / 1000);
    expect((await person.call(getAccount)).subscriptions).toMatchObject([
      { cancelAt: cancelAt('monthly', anchor)?.toISOString() },
    ]);
  });

  test('an annual season takes $153 once, set from the start to end with its period', async () => {
    const person = await shop.signUp();
    const { subscriptionId } = await person.buy({ planType: 'annual' });
    expect(await evidenceOf(person)).toMatchObject({
      subscriptions: ['annual active'],
      paidInvoices: [15_300],
      provider: { subscriptions: ['active'], charges: [15_300] },
    });
    expect((await shop.provider.subscriptions.retrieve(subscriptionId)).cancel_at_period_end).toBe(true);
    expect((await person.call(getAccount)).subscriptions).toMatchObject([{ cancelAt: null, monthsPaid: 12 }]);
  });

  test('the subscriber gets one welcome and one confirmation by e-mail', async () => {
    const person = await shop.signUp();
    await person.buy();
    await expect.poll(() => mailSubjects(person)).toHaveLength(2);
    await shop.sandbox.webhooksDelivered();
    expect(await mailSubjects(person)).toHaveLength(2);
  });

  test('the address of a purchase becomes the default one, without a second row', async () => {
    const person = await shop.signUp();
    const { id } = await person.addAddress({ addressLine1: '7 Surgery Lane' });
    await person.buy({ shippingAddressId: id });
    expect((await evidenceOf(person)).addresses).toEqual(['Home', 'Subscription 2 (default)']);
  });
});

describe('a promotion code', () => {
  test('is told in the words of the specification when it cannot be used', async () => {
    const person = await shop.signUp();
    const ask = (promoCode: string) => person.call(validatePromoCode, { body: { promoCode } });
    expect(await ask('  ')).toEqual({ valid: false, error: 'No code' });
    expect(await ask('NOSUCHCODE')).toEqual({ valid: false, error: 'Invalid promo code' });
    await shop.promotion({ amount_off: 500, currency: 'usd', duration: 'once' }, 'FIVEOFF').catch(() => undefined);
    expect(await ask('FIVEOFF')).toEqual({ valid: false, error: 'Invalid promo code' });
  });

  test('of 20 % once takes $12 today and $15 next month', async () => {
    const person = await shop.signUp();
    const id = await shop.promotion({ percent_off: 20, duration: 'once' }, 'TWENTY');
    expect(await person.call(validatePromoCode, { body: { promoCode: ' twenty ' } })).toEqual({
      valid: true,
      discountPercent: 20,
      promotionCodeId: id,
      duration: 'once',
      durationInMonths: null,
    });
    await person.buy({ promotionCodeId: id });
    expect((await evidenceOf(person)).provider.charges).toEqual([1200]);
    await shop.letPass(32 * 86_400);
    expect(await evidenceOf(person)).toMatchObject({
      subscriptions: ['monthly active'],
      paidInvoices: [1200, 1500],
      confirmationMails: 1,
      provider: { charges: [1200, 1500] },
    });
  });

  test('of 100 % leaves nothing to confirm: the season is active at once', async () => {
    const person = await shop.signUp();
    const promotionCodeId = await shop.promotion({ percent_off: 100, duration: 'once' });
    expect(await person.submit({ promotionCodeId })).toMatchObject({ clientSecret: null, paid: true });
    expect((await person.call(getAccount)).subscriptions).toMatchObject([{ status: 'active', monthsPaid: 1 }]);
    expect(await evidenceOf(person)).toMatchObject({
      subscriptions: ['monthly active'],
      paidInvoices: [0],
      confirmationMails: 1,
      provider: { subscriptions: ['active'], charges: [] },
    });
  });

  test('that the provider does not know is refused by field, and nothing is opened', async () => {
    const person = await shop.signUp();
    await expect(person.submit({ promotionCodeId: 'promo_invented' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_promo_code',
      fields: { promotionCodeId: 'Invalid promo code' },
    });
    expect((await evidenceOf(person)).checkouts).toEqual([]);
  });
});

describe('a card that does not go through', () => {
  test('declined when charged, then a good one: both tries are the same subscription', async () => {
    const person = await shop.signUp();
    const badCard = await person.payer.newCard(CARD_DECLINED_AT_CHARGE);
    const first = await person.submit({ paymentMethodId: badCard });
    expect(await person.confirm(first, badCard)).toEqual({ status: null, error: 'card_declined' });
    expect(await person.settle(first)).toBe('pending');
    const second = await person.buy();
    expect(second.subscriptionId).toBe(first.subscriptionId);
    expect(await evidenceOf(person)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('declined at once, then a good one: the provider’s own words, then one purchase', async () => {
    const person = await shop.signUp();
    const paymentMethodId = await person.payer.newCard(DECLINED_CARD);
    await expect(person.submit({ paymentMethodId })).rejects.toMatchObject({
      status: 402,
      code: 'card_declined',
      message: 'Your card was declined.',
    });
    await person.buy();
    expect(await evidenceOf(person)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('a bank’s question answered well is a purchase; answered badly it is none, and may be tried again', async () => {
    const person = await shop.signUp();
    const card = await person.payer.newCard(THREE_D_SECURE_CARD);
    const reply = await person.submit({ paymentMethodId: card });
    const secret = reply.clientSecret ?? '';
    expect(await person.confirm(reply, card)).toMatchObject({ status: 'requires_action' });
    expect(await person.payer.authenticate(secret, 'fail')).toEqual({
      status: 'requires_payment_method',
      error: 'payment_intent_authentication_failure',
    });
    expect(await person.settle(reply)).toBe('pending');
    expect(await person.confirm(reply, card)).toMatchObject({ status: 'requires_action' });
    expect(await person.payer.authenticate(secret, 'complete')).toMatchObject({ status: 'succeeded' });
    expect(await person.settle(reply)).toBe('active');
    expect(await evidenceOf(person)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('that is somebody else’s is refused as such', async () => {
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
