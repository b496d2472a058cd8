import { refundUnderGuarantee } from '../../src/server/commerce/refunds/refund-under-guarantee.ts';
import { payOutstanding } from '../../src/server/commerce/invoices/pay-overdue.ts';
import { cancelSubscription, resumeSubscription } from '../../src/server/commerce/cancel-and-resume.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { ApiError } from '../../src/server/platform/api-error.ts';
import { rowOf } from '../../test/builders/months.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { compareLedgers } from './ledgers.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { countBy } from '../statistics.ts';
import type { Soak } from './soak.ts';

const MONTHS = 14;
const MONTH_SECONDS = 31 * 86_400;
const PURCHASES_AT_ONCE = 4;
const COUPONS = [
  { percent_off: 20, duration: 'once' },
  { percent_off: 50, duration: 'repeating', duration_in_months: 3 },
  { percent_off: 10, duration: 'forever' },
  { percent_off: 100, duration: 'once' },
  { percent_off: 33.33, duration: 'repeating', duration_in_months: 7 },
] as const;

export const season: Soak = {
  name: 'season',
  proves:
    'A season of cancellations, failing cards, refunds and codes, every other month without events, ends with equal books and never a 13th charge',
  fullSize: 1_000,
  smallSize: 4,
  async run(shop, { size, seed, report }) {
    const random = new SeededRandom(seed);
    const codes: (string | null)[] = [null, null, null];
    for (const coupon of COUPONS) codes.push(await shop.promotion(coupon));
    const subscribers = await inParallel(upTo(size), PURCHASES_AT_ONCE, () => subscribe(shop, random, codes));
    const actions: Action[] = [];
    let totals = '';
    for (let month = 1; month <= MONTHS; month++) {
      const areEventsLost = month % 2 === 0;
      if (areEventsLost) shop.webhooks.hold();
      else shop.webhooks.pass();
      for (const [number, subscriber] of subscribers.entries()) {
        const isCertain = month === 2 && number === 0;
        actions.push(isCertain ? await refund(shop, subscriber) : await act(shop, random, subscriber, month));
      }
      await shop.letPass(MONTH_SECONDS);
      await shop.sandbox.webhooksDelivered();
      shop.webhooks.lose();
      if (areEventsLost) await reconcileSubscriptions(shop.ctx);
      totals = JSON.stringify(await compareLedgers(shop));
      report(`month ${month}: ${totals}`);
    }
    return `${totals} ${JSON.stringify(countBy(actions))}`;
  },
};

type Action = 'nothing' | 'cancelled' | 'resumed' | 'card failing' | 'card replaced' | 'refunded' | 'not possible';

interface Subscriber {
  readonly userId: string;
  readonly id: string;
  readonly stripeId: string;
  readonly customerId: string;
}

async function subscribe(shop: Shop, random: SeededRandom, codes: readonly (string | null)[]): Promise<Subscriber> {
  const options = { planType: random.chance(25) ? 'annual' : 'monthly', promotionCodeId: random.pick(codes) } as const;
  const user = await shop.signUp();
  const { subscriptionId, customerId } = await user.buy(options);
  const { id } = await rowOf(shop, subscriptionId);
  return { userId: user.userId, id, stripeId: subscriptionId, customerId };
}

async function act(shop: Shop, random: SeededRandom, subscriber: Subscriber, month: number): Promise<Action> {
  const { userId, id } = subscriber;
  try {
    if (random.chance(4)) {
      await cancelSubscription(shop.ctx, userId, id);
      return 'cancelled';
    }
    if (random.chance(4)) {
      await resumeSubscription(shop.ctx, userId, id);
      return 'resumed';
    }
    if (random.chance(6)) return await changeCard(shop, subscriber, 'pm_card_chargeCustomerFail', 'card failing');
    if (random.chance(8)) return await changeCard(shop, subscriber, 'pm_card_visa', 'card replaced');
    return month === 2 && random.chance(5) ? await refund(shop, subscriber) : 'nothing';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cannot_resume') return 'not possible';
    throw error;
  }
}

async function refund({ ctx }: Shop, { id }: Subscriber): Promise<Action> {
  await refundUnderGuarantee(ctx, id, { operator: 'season', note: null });
  return 'refunded';
}

async function changeCard(
  { ctx, stripe }: Shop,
  { userId, stripeId, customerId }: Subscriber,
  card: string,
  action: Action,
): Promise<Action> {
  if ((await stripe.subscriptions.retrieve(stripeId)).status === 'canceled') return 'not possible';
  const { id } = await stripe.paymentMethods.attach(card, { customer: customerId });
  await stripe.subscriptions.update(stripeId, { default_payment_method: id });
  if (action === 'card replaced') await payOutstanding(ctx, { userId, network: 'season' });
  return action;
}
