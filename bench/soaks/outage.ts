import { deepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../fakes/stripe/http/faults.ts';
import { API } from '../../src/contract/api.ts';
import { startWorkers } from '../../src/server/workers.ts';
import { rowOf } from '../../test/builders/months.ts';
import { Refusal, type Shopper } from '../../test/clients/shopper.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { secondsSince, type Soak } from './soak.ts';

const FAILURES = ['drop', 500, 503] as const;
const TRIES_PER_CALL = 3;
const PLANS = 300;
const DONE_WITHIN_MS = 60_000;

export const outage: Soak = {
  name: 'outage',
  proves:
    'Without Stripe pages work, buyers are told to try again, nothing is charged twice, and what waited is done afterwards',
  fullSize: 60,
  smallSize: 3,
  async run(shop, { size: seconds }) {
    const workers = await startWorkers(shop.ctx);
    const [buyer, leaver] = [await shop.signUp(), await shop.signUp()];
    const { subscriptionId } = await leaver.buy();
    const { id } = await rowOf(shop, subscriptionId);
    await shop.sandbox.webhooksDelivered();
    await failInMidPurchase(shop, buyer);
    const until = Date.now() + seconds * 1000;
    await leaver.call(API.cancelSubscription, { params: { id } });
    const refusals = await useShopUntil(shop, buyer, until);
    await clearFaults(shop);
    const began = performance.now();
    await buyer.buy();
    await eventually(async () => {
      deepStrictEqual(await gatherEvidence(shop, buyer), ONE_MONTHLY_PURCHASE);
      const { cancel_at_period_end: ends } = await shop.stripe.subscriptions.retrieve(subscriptionId);
      deepStrictEqual(ends, true);
    });
    await workers.stop();
    return `told ${refusals} times to try again; all done ${secondsSince(began)} after the outage`;
  },
};

async function failInMidPurchase(shop: Shop, buyer: Shopper): Promise<void> {
  const order = await buyer.order();
  await planFault(shop, { match: 'POST /v1/subscriptions', status: 'drop', when: 'after', times: TRIES_PER_CALL });
  await assertRefused(() => buyer.submit(order));
  await clearFaults(shop);
  for (const number of upTo(PLANS)) {
    const status = FAILURES[number % FAILURES.length] ?? 'drop';
    await planFault(shop, { match: '', status, when: 'before', times: 10 });
  }
}

async function useShopUntil(shop: Shop, buyer: Shopper, until: number): Promise<number> {
  let refusals = 0;
  for (; Date.now() < until; refusals++) {
    const began = performance.now();
    const statuses = [(await fetch(`${shop.siteUrl}/`)).status, (await fetch(`${shop.siteUrl}/healthz`)).status];
    deepStrictEqual(statuses, [200, 200]);
    await buyer.call(API.getAccount);
    if (performance.now() - began > 2_000) throw new Error('Pages were slow while Stripe was down.');
    const body = {
      priceId: (await buyer.call(API.getCheckoutConfig)).prices.monthly,
      paymentMethodId: 'pm_before_the_outage',
      userId: buyer.userId,
      email: buyer.email,
      seasonId: 'season-1',
      planType: 'monthly',
      shippingAddressId: (await buyer.homeAddress()).id,
    };
    await assertRefused(() => buyer.call(API.createStripeSubscription, { body }));
  }
  return refusals;
}

async function assertRefused(pay: () => Promise<unknown>): Promise<void> {
  try {
    await pay();
  } catch (error) {
    if (error instanceof Refusal && error.status === 503 && /try again/.test(error.message)) return;
    throw error;
  }
  throw new Error('Something was sold while Stripe was down.');
}

async function clearFaults({ sandbox }: Shop): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/fail`, { method: 'DELETE' });
}

async function planFault({ sandbox }: Shop, fault: Fault): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
}

async function eventually(holds: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + DONE_WITHIN_MS; ; await sleep(250)) {
    try {
      return await holds();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
