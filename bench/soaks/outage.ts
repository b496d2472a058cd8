import { deepStrictEqual } from 'node:assert';
import type { Fault } from '../../fakes/stripe/http/faults.ts';
import { API } from '../../src/contract/api.ts';
import { startWorkers } from '../../src/server/workers.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { rowOf } from '../../test/builders/months.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { Refusal, type Shopper } from '../../test/clients/shopper.ts';
import type { Soak } from '../soak.ts';

const FAILURES = ['drop', 500, 503] as const;
/** The provider's client asks that often by itself. */
const TRIES_PER_CALL = 3;
/** Of ten failed requests each: more than anybody makes in a minute. */
const ROUNDS = 300;

/**
 * The provider goes down in the middle of a purchase and stays down for `count` seconds while people read pages, buy and cancel: pages
 * work, buyers are told so and may try again without a second charge, and what was kept waiting is done afterwards.
 */
export const outage: Soak = {
  fullCount: 60,
  async run(shop, { count }) {
    const workers = await startWorkers(shop.ctx);
    const [buyer, leaver] = [await shop.signUp(), await shop.signUp()];
    const { subscriptionId } = await leaver.buy();
    const { id } = await rowOf(shop, subscriptionId);
    await shop.sandbox.webhooksDelivered();
    await goDownInTheMiddle(shop, buyer);
    const until = Date.now() + count * 1000;
    await leaver.call(API.cancelSubscription, { params: { id } });
    const seen = await liveThrough(shop, buyer, until);
    await clearFaults(shop);
    const began = Date.now();
    await buyer.buy();
    await eventually(async () => deepStrictEqual(await gatherEvidence(shop, buyer), ONE_MONTHLY_PURCHASE));
    await eventually(async () => {
      const { cancel_at_period_end: ends } = await shop.stripe.subscriptions.retrieve(subscriptionId);
      deepStrictEqual(ends, true);
    });
    console.log(
      `${seen} times told to try again; ${((Date.now() - began) / 1000).toFixed(1)} s after the outage all was done`,
    );
    await workers.stop();
  },
};

/** Pages answer at once, Pay says what is the matter. @returns how often it did */
async function liveThrough(shop: Shop, buyer: Shopper, until: number): Promise<number> {
  let seen = 0;
  while (Date.now() < until) {
    const began = performance.now();
    const statuses = [(await fetch(`${shop.siteUrl}/`)).status, (await fetch(`${shop.siteUrl}/healthz`)).status];
    deepStrictEqual(statuses, [200, 200]);
    await buyer.call(API.getAccount);
    if (performance.now() - began > 2_000) throw new Error('Pages were slow while the provider was down.');
    await payIsRefused(buyer);
    seen += 1;
  }
  return seen;
}

async function payIsRefused(buyer: Shopper): Promise<void> {
  // A card that the browser got before the provider went down.
  const paymentMethodId = 'pm_of_a_moment_ago';
  const address = await buyer.homeAddress();
  const body = {
    priceId: 'price_of_the_page',
    paymentMethodId,
    userId: buyer.userId,
    email: buyer.email,
    seasonId: 'season-1',
    planType: 'monthly',
    shippingAddressId: address.id,
  };
  const priceId = await monthlyPrice(buyer);
  await refused(() => buyer.call(API.createStripeSubscription, { body: { ...body, priceId } }));
}

/** In words that a buyer understands. */
async function refused(pay: () => Promise<unknown>): Promise<void> {
  try {
    await pay();
  } catch (error) {
    if (error instanceof Refusal && error.status === 503 && /try again/.test(error.message)) return;
    throw error;
  }
  throw new Error('Something was sold while the provider was down.');
}

/** Known to the server since it has sold something. */
async function monthlyPrice(buyer: Shopper): Promise<string> {
  return (await buyer.call(API.getCheckoutConfig)).prices.monthly;
}

/** The last thing that it does is to make the buyer's subscription, and nobody hears of it. */
async function goDownInTheMiddle(shop: Shop, buyer: Shopper): Promise<void> {
  const order = await buyer.order();
  await plan(shop, { match: 'POST /v1/subscriptions', status: 'drop', when: 'after', times: TRIES_PER_CALL });
  await refused(() => buyer.submit(order));
  await clearFaults(shop);
  for (let round = 0; round < ROUNDS; round++) {
    await plan(shop, { match: '', status: FAILURES[round % FAILURES.length] ?? 'drop', when: 'before', times: 10 });
  }
}

async function clearFaults({ sandbox }: Shop): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/fail`, { method: 'DELETE' });
}

async function plan({ sandbox }: Shop, fault: Fault): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
}

async function eventually(holds: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
