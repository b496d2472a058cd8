import { afterEach, describe, expect, test } from 'vitest';
import { type Evidence, gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { validatePromoCode } from '../../../contract/checkout.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';

const shop = await startShop();
afterEach(() => fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'DELETE' }));

interface Outage {
  readonly match: string;
  readonly status: number | 'drop';
  readonly times: number;
  /** 'after': the provider does what it was asked, and its answer is lost. */
  readonly when?: 'before' | 'after';
}

/** The provider's client tries three times by itself before it gives up. */
const ALL_TRIES = 3;

async function outage(planned: Outage): Promise<void> {
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(planned) });
}

async function evidenceOf(user: Shopper): Promise<Evidence> {
  await shop.sandbox.webhooksDelivered();
  return await gatherEvidence(shop, user);
}

const UNAVAILABLE = { status: 503, code: 'payments_unavailable' };

describe('while Stripe is not answering', () => {
  test.each([
    ['fails', { status: 500 }],
    ['hangs up', { status: 'drop' }],
    ['hangs up after having done it', { status: 'drop', when: 'after' }],
    ['is busy with the same request', { status: 409 }],
  ] as const)('and %s: Pay says so, and Pay again makes one purchase', async (_how, how) => {
    const user = await shop.signUp();
    await outage({ match: 'POST /v1/subscriptions', times: ALL_TRIES, ...how });
    await expect(user.submit()).rejects.toMatchObject(UNAVAILABLE);
    await user.buy();
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('an answer lost once is asked for again without anyone noticing', async () => {
    const user = await shop.signUp();
    await outage({ match: 'POST /v1/subscriptions', status: 'drop', when: 'after', times: 1 });
    await user.buy();
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('a customer made twice over is one customer', async () => {
    const user = await shop.signUp();
    await outage({ match: 'POST /v1/customers', status: 'drop', when: 'after', times: ALL_TRIES });
    await expect(user.submit()).rejects.toMatchObject(UNAVAILABLE);
    await user.buy();
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('a promotion code is told in the words of the specification', async () => {
    const user = await shop.signUp();
    await outage({ match: 'GET /v1/promotion_codes', status: 500, times: ALL_TRIES });
    await expect(user.call(validatePromoCode, { body: { promoCode: 'LETTER20' } })).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: 'Failed to validate promo code',
    });
  });

  test('a payment that could not be looked at when the browser returned is recorded later', async () => {
    shop.webhooks.hold();
    const user = await shop.signUp();
    const reply = await user.submit();
    await user.confirm(reply);
    await outage({ match: 'GET /v1/subscriptions/', status: 'drop', times: ALL_TRIES });
    await expect(user.settle(reply)).rejects.toMatchObject(UNAVAILABLE);
    await reconcile(shop.ctx);
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
    shop.webhooks.pass();
  });
});
