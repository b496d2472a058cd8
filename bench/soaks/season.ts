import { cancelSubscription, resumeSubscription } from '../../src/server/commerce/cancellation/cancel-and-resume.ts';
import { ApiError } from '../../src/server/platform/errors/api-error.ts';
import { payOutstanding } from '../../src/server/commerce/invoices/pay-overdue.ts';
import { refundUnderGuarantee } from '../../src/server/commerce/refunds/refund-under-guarantee.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { compareLedgers } from '../../test/load/ledgers.ts';
import { rowOf } from '../../test/builders/months.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import type { Soak } from '../soak.ts';

const MONTHS = 14;
const MONTH_SECONDS = 31 * 86_400;
const AT_ONCE = 4;

/**
 * `count` people buy a season with all sorts of codes and live through it: they cancel and come back, their cards fail and are
 * replaced, some give it back. Every other month no event arrives. In the end both books say the same to the cent.
 */
export const season: Soak = {
  fullCount: 1_000,
  async run(shop, { count, seed }) {
    const random = new SeededRandom(seed);
    const codes = await promotionCodes(shop);
    const subscribers = await inParallel(upTo(count), AT_ONCE, () => begin(shop, random, codes));
    const actions = new Map<string, number>();
    for (let month = 1; month <= MONTHS; month++) {
      const lost = month % 2 === 0;
      if (lost) shop.webhooks.hold();
      else shop.webhooks.pass();
      for (const [number, subscriber] of subscribers.entries()) {
        // Chance gives few seasons back, and none when few people play.
        const action =
          month === 2 && number === 0 ? await giveBack(shop, subscriber) : await live(shop, random, subscriber, month);
        note(actions, action);
      }
      await shop.letPass(MONTH_SECONDS);
      await shop.sandbox.webhooksDelivered();
      shop.webhooks.lose();
      if (lost) await reconcileSubscriptions(shop.ctx);
      console.log(`month ${month}: ${JSON.stringify(await compareLedgers(shop))}`);
    }
    console.log(JSON.stringify(Object.fromEntries(actions)));
  },
};

interface Subscriber {
  readonly userId: string;
  readonly id: string;
  readonly stripeId: string;
  readonly customerId: string;
}

async function promotionCodes(shop: Shop): Promise<(string | null)[]> {
  const coupons = [
    { percent_off: 20, duration: 'once' },
    { percent_off: 50, duration: 'repeating', duration_in_months: 3 },
    { percent_off: 10, duration: 'forever' },
    { percent_off: 100, duration: 'once' },
    { percent_off: 33.33, duration: 'repeating', duration_in_months: 7 },
  ] as const;
  const ids: (string | null)[] = [null, null, null];
  for (const coupon of coupons) ids.push(await shop.promotion(coupon));
  return ids;
}

async function begin(shop: Shop, random: SeededRandom, codes: readonly (string | null)[]): Promise<Subscriber> {
  const options = { planType: random.chance(25) ? 'annual' : 'monthly', promotionCodeId: random.pick(codes) } as const;
  const user = await shop.signUp();
  const { subscriptionId, customerId } = await user.buy(options);
  const { id } = await rowOf(shop, subscriptionId);
  return { userId: user.userId, id, stripeId: subscriptionId, customerId };
}

type Action = 'nothing' | 'cancelled' | 'resumed' | 'card failing' | 'card replaced' | 'given back' | 'refused';

/** What somebody does in a month; what is not possible any more is refused, and no harm. */
async function live(shop: Shop, random: SeededRandom, account: Subscriber, month: number): Promise<Action> {
  const { ctx } = shop;
  try {
    if (random.chance(4)) {
      await cancelSubscription(ctx, account.userId, account.id);
      return 'cancelled';
    }
    if (random.chance(4)) {
      await resumeSubscription(ctx, account.userId, account.id);
      return 'resumed';
    }
    if (random.chance(6)) return await putCard(shop, account, 'pm_card_chargeCustomerFail', 'card failing');
    if (random.chance(8)) return await putCard(shop, account, 'pm_card_visa', 'card replaced');
    return month === 2 && random.chance(5) ? await giveBack(shop, account) : 'nothing';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cannot_resume') return 'refused';
    throw error;
  }
}

async function giveBack({ ctx }: Shop, { id }: Subscriber): Promise<Action> {
  await refundUnderGuarantee(ctx, id, { operator: 'season', note: null });
  return 'given back';
}

async function putCard(shop: Shop, account: Subscriber, card: string, action: Action): Promise<Action> {
  const { status } = await shop.stripe.subscriptions.retrieve(account.stripeId);
  if (status === 'canceled') return 'refused';
  const method = await shop.stripe.paymentMethods.attach(card, { customer: account.customerId });
  await shop.stripe.subscriptions.update(account.stripeId, { default_payment_method: method.id });
  if (action === 'card replaced') await payOutstanding(shop.ctx, { userId: account.userId, network: 'season' });
  return action;
}

function note(actions: Map<string, number>, action: Action): void {
  actions.set(action, (actions.get(action) ?? 0) + 1);
}
