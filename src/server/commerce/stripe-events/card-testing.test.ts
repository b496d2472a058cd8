import { describe, expect, test } from 'vitest';
import { CARD_DECLINED_AT_CHARGE, DECLINED_CARD } from '../../../../test/clients/payer.ts';
import { inParallel, upTo } from '../../../../test/load/in-parallel.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { gatherEvidence } from '../../../../test/load/evidence.ts';

const shop = await startShop({ throughProxy: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } });

async function subscriberAt(address: string): Promise<Shopper> {
  const user = await shop.signUp();
  user.callFrom(address);
  return user;
}

/** Confirms with cards that are refused, one after the other, as long as the provider lets it. @returns how many were tried */
async function tryCards(user: Shopper, clientSecret: string, most: number): Promise<number> {
  for (let tried = 0; tried < most; tried++) {
    const { error } = await user.payer.confirm(clientSecret, await user.payer.newCard(CARD_DECLINED_AT_CHARGE));
    await shop.sandbox.webhooksDelivered();
    if (error !== 'card_declined') return tried;
  }
  return most;
}

const TOO_MANY = { status: 429, code: 'rate_limited' } as const;

describe('a user who finds out which stolen cards work', () => {
  test('has five refused in the browser, and then nothing is left to try them on', async () => {
    const thief = await subscriberAt('203.0.113.1');
    const { clientSecret } = await thief.submit();
    expect(await tryCards(thief, clientSecret ?? '', 50)).toBe(5);
    expect((await gatherEvidence(shop, thief)).stripe).toMatchObject({ subscriptions: ['incomplete_expired'] });
    await expect(thief.submit()).rejects.toMatchObject(TOO_MANY);
    await expect(thief.submit({ planType: 'annual' })).rejects.toMatchObject(TOO_MANY);
  });

  test('is not asked about at Stripe any more', async () => {
    const thief = await subscriberAt('203.0.113.2');
    const { clientSecret } = await thief.submit();
    await tryCards(thief, clientSecret ?? '', 5);
    const fault = { match: '', status: 500, times: 1 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await expect(thief.call(API.startCardUpdate)).rejects.toMatchObject(TOO_MANY);
    await expect(shop.stripe.products.list()).rejects.toMatchObject({ statusCode: 500 });
  });

  test('has five refused by us, however many at once', async () => {
    const thief = await subscriberAt('203.0.113.3');
    const order = await thief.order();
    const tries = Array.from({ length: 30 }, async () => {
      const paymentMethodId = await thief.payer.newCard(DECLINED_CARD);
      return await thief.submit({ ...order, paymentMethodId });
    });
    const codes = (await Promise.allSettled(tries)).map((t) =>
      t.status === 'rejected' ? (t.reason as { code: string }).code : 'taken',
    );
    expect(codes.filter((code) => code === 'card_declined')).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(['card_declined', 'rate_limited']));
  });

  test('has twenty refused from one network, whatever accounts it opens', async () => {
    let refused = 0;
    for (let account = 0; account < 6; account++) {
      const thief = await subscriberAt('198.51.100.7');
      for (let card = 0; card < 4; card++) {
        const paymentMethodId = await thief.payer.newCard(DECLINED_CARD);
        await thief.submit({ paymentMethodId }).catch(({ code }: { code: string }) => {
          if (code === 'card_declined') refused++;
        });
      }
    }
    expect(refused).toBe(20);
    await expect((await subscriberAt('198.51.100.7')).submit()).rejects.toMatchObject(TOO_MANY);
    await (await subscriberAt('198.51.100.8')).buy();
  });

  test('may do so with a card update no more than with a purchase', async () => {
    const thief = await subscriberAt('203.0.113.4');
    await thief.buy();
    const { clientSecret } = await thief.call(API.startCardUpdate);
    let refused = 0;
    for (; refused < 20; refused++) {
      const { error } = await thief.payer.confirmSetup(clientSecret, await thief.payer.newCard(DECLINED_CARD));
      await shop.sandbox.webhooksDelivered();
      if (error !== 'card_declined') break;
    }
    expect(refused).toBe(5);
  });
});

describe('closing what is open', () => {
  test('for a whole network asks Stripe a few things at a time', async () => {
    const thieves = await Promise.all(upTo(20).map(() => subscriberAt('198.51.100.9')));
    const purchases = await inParallel(thieves, 5, async (thief) => ({ thief, ...(await thief.submit()) }));
    const traffic = shop.proxy.watch(/^POST \/v1\/invoices\/\w+\/void$/, 150);
    for (const { thief, clientSecret } of purchases) expect(await tryCards(thief, clientSecret ?? '', 1)).toBe(1);
    const open = await Promise.all(
      purchases.map(({ subscriptionId }) => shop.stripe.subscriptions.retrieve(subscriptionId)),
    );
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['incomplete_expired']));
    expect(traffic.calls).toBeGreaterThanOrEqual(20);
    expect(traffic.atOnce).toBeLessThanOrEqual(12);
  });

  test('asks a Stripe that has been asked too much less and less', async () => {
    const thief = await subscriberAt('203.0.113.7');
    const { clientSecret, subscriptionId } = await thief.submit();
    await tryCards(thief, clientSecret ?? '', 4);
    const snapshot = `GET /v1/subscriptions/${subscriptionId}`;
    const traffic = shop.proxy.watch(new RegExp(`^${snapshot}`));
    const fail = `${shop.sandbox.url}/_sandbox/fail`;
    await fetch(fail, { method: 'POST', body: JSON.stringify({ match: snapshot, status: 429, times: 10_000 }) });
    const since = performance.now();
    await thief.payer.confirm(clientSecret ?? '', await thief.payer.newCard(CARD_DECLINED_AT_CHARGE));
    await expect.poll(() => traffic.calls, { timeout: 20_000 }).toBeGreaterThan(20);
    expect(performance.now() - since).toBeGreaterThan(500);
    await fetch(fail, { method: 'DELETE' });
    await shop.sandbox.webhooksDelivered();
    expect((await gatherEvidence(shop, thief)).stripe).toMatchObject({ subscriptions: ['incomplete_expired'] });
  });
});

test('an hour later the same user may try again', async () => {
  const subscriber = await subscriberAt('203.0.113.5');
  const { clientSecret } = await subscriber.submit();
  await tryCards(subscriber, clientSecret ?? '', 5);
  await expect(subscriber.submit()).rejects.toMatchObject(TOO_MANY);
  await shop.letPass(3_601);
  await subscriber.signInAgain();
  await subscriber.buy();
  expect((await gatherEvidence(shop, subscriber)).subscriptions).toEqual(['monthly active']);
});

test('a renewal that fails by itself is no one’s test of a card', async () => {
  const subscriber = await subscriberAt('203.0.113.6');
  const { customerId, subscriptionId } = await subscriber.buy();
  const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
  await shop.stripe.subscriptions.update(subscriptionId, { default_payment_method: id });
  await shop.letPass(60 * 86_400);
  await shop.sandbox.webhooksDelivered();
  await subscriber.signInAgain();
  expect((await subscriber.submit({ buyAnother: true })).clientSecret).not.toBeNull();
});
