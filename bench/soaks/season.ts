import { cancelSubscription, resumeSubscription } from '../../src/server/commerce/cancellation/cancel.ts';
import { ApiError } from '../../src/server/platform/errors/api-error.ts';
import { payOutstanding } from '../../src/server/commerce/billing/outstanding.ts';
import { refundUnderGuarantee } from '../../src/server/commerce/billing/guarantee.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { Dice } from '../../test/load/dice.ts';
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
    const dice = new Dice(seed);
    const codes = await promotionCodes(shop);
    const readers = await inParallel(upTo(count), AT_ONCE, () => begin(shop, dice, codes));
    const deeds = new Map<string, number>();
    for (let month = 1; month <= MONTHS; month++) {
      const lost = month % 2 === 0;
      if (lost) shop.webhooks.hold();
      else shop.webhooks.pass();
      for (const [number, reader] of readers.entries()) {
        // Chance gives few seasons back, and none when few people play.
        const deed = month === 2 && number === 0 ? await giveBack(shop, reader) : await live(shop, dice, reader, month);
        note(deeds, deed);
      }
      await shop.letPass(MONTH_SECONDS);
      await shop.sandbox.webhooksDelivered();
      shop.webhooks.lose();
      if (lost) await reconcileSubscriptions(shop.ctx);
      console.log(`month ${month}: ${JSON.stringify(await compareLedgers(shop))}`);
    }
    console.log(JSON.stringify(Object.fromEntries(deeds)));
  },
};

interface Reader {
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

async function begin(shop: Shop, dice: Dice, codes: readonly (string | null)[]): Promise<Reader> {
  const wish = { planType: dice.chance(25) ? 'annual' : 'monthly', promotionCodeId: dice.pick(codes) } as const;
  const person = await shop.signUp();
  const { subscriptionId, customerId } = await person.buy(wish);
  const { id } = await rowOf(shop, subscriptionId);
  return { userId: person.userId, id, stripeId: subscriptionId, customerId };
}

type Deed = 'nothing' | 'cancelled' | 'resumed' | 'card failing' | 'card replaced' | 'given back' | 'refused';

/** What somebody does in a month; what is not possible any more is refused, and no harm. */
async function live(shop: Shop, dice: Dice, reader: Reader, month: number): Promise<Deed> {
  const { ctx } = shop;
  try {
    if (dice.chance(4)) {
      await cancelSubscription(ctx, reader.userId, reader.id);
      return 'cancelled';
    }
    if (dice.chance(4)) {
      await resumeSubscription(ctx, reader.userId, reader.id);
      return 'resumed';
    }
    if (dice.chance(6)) return await putCard(shop, reader, 'pm_card_chargeCustomerFail', 'card failing');
    if (dice.chance(8)) return await putCard(shop, reader, 'pm_card_visa', 'card replaced');
    return month === 2 && dice.chance(5) ? await giveBack(shop, reader) : 'nothing';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cannot_resume') return 'refused';
    throw error;
  }
}

async function giveBack({ ctx }: Shop, { id }: Reader): Promise<Deed> {
  await refundUnderGuarantee(ctx, id, { operator: 'season', note: null });
  return 'given back';
}

async function putCard(shop: Shop, reader: Reader, card: string, deed: Deed): Promise<Deed> {
  const { status } = await shop.provider.subscriptions.retrieve(reader.stripeId);
  if (status === 'canceled') return 'refused';
  const method = await shop.provider.paymentMethods.attach(card, { customer: reader.customerId });
  await shop.provider.subscriptions.update(reader.stripeId, { default_payment_method: method.id });
  if (deed === 'card replaced') await payOutstanding(shop.ctx, { userId: reader.userId, network: 'season' });
  return deed;
}

function note(deeds: Map<string, number>, deed: Deed): void {
  deeds.set(deed, (deeds.get(deed) ?? 0) + 1);
}
