import { eq } from 'drizzle-orm';
import { PLANS } from '../../src/domain/plans.ts';
import { cancelSubscription } from '../../src/server/commerce/cancel-and-resume.ts';
import { payOutstanding } from '../../src/server/commerce/invoices/pay-overdue.ts';
import { priceIds, setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import { reconcileSubscriptions } from '../../src/server/commerce/reconcile/reconcile-subscriptions.ts';
import { refundUnderGuarantee } from '../../src/server/commerce/refunds/refund-under-guarantee.ts';
import { invoices, stripeSubscriptions } from '../../src/server/commerce/schema.ts';
import { draftGift, newYorkToday } from '../../test/builders/gifts.ts';
import { rowOf } from '../../test/builders/months.ts';
import { buyAtPrice } from '../../test/builders/other-prices.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { compareLedgers, idOf } from './ledgers.ts';
import type { Soak } from './soak.ts';

const MONTH_SECONDS = 31 * 86_400;
const PURCHASES_AT_ONCE = 4;
/** Months after which a price applies to new sales, in cents. */
const PRICES = new Map([
  [0, 1200],
  [4, 1500],
  [8, 1800],
]);
/** The last subscriptions sold have had twelve charges by then. */
const MONTHS = 21;

const FATES = ['runs', 'is past due for a while', 'is cancelled', 'is refunded'] as const;

interface Sold {
  readonly userId: string;
  readonly customerId: string;
  readonly id: string;
  readonly stripeId: string;
  readonly priceCents: number;
  readonly soldIn: number;
  readonly fate: (typeof FATES)[number];
}

export const price: Soak = {
  name: 'price',
  proves:
    'A price that is raised twice in a year leaves running, past due, cancelled, refunded and gift subscriptions at the price they were sold at, all recorded and ended as asked',
  fullSize: 20,
  // Six sales at three prices cover every fate and two gifts.
  smallSize: 2,
  /** @param size subscribers at each price */
  async run(shop, { size, report }) {
    // Reads the prices once, like a server started before the first change.
    await priceIds(shop.ctx.stripe);
    const sold: Sold[] = [];
    let totals = '';
    for (let month = 0; month < MONTHS; month++) {
      const areEventsLost = month % 2 === 1;
      if (areEventsLost) shop.webhooks.hold();
      else shop.webhooks.pass();
      const priceCents = PRICES.get(month);
      if (priceCents !== undefined) sold.push(...(await sell(shop, { priceCents, month, size, before: sold.length })));
      for (const one of sold) await decideFate(shop, one, month - one.soldIn);
      await shop.letPass(MONTH_SECONDS);
      await shop.sandbox.webhooksDelivered();
      shop.webhooks.lose();
      if (areEventsLost) await reconcileSubscriptions(shop.ctx);
      for (const one of sold) await checkNextCharge(shop, one);
      totals = JSON.stringify(await compareLedgers(shop));
      report(`month ${month}: ${totals}`);
    }
    for (const one of sold) await checkEnd(shop, one);
    return totals;
  },
};

interface Sale {
  readonly priceCents: number;
  readonly month: number;
  readonly size: number;
  /** How many subscriptions were sold before. */
  readonly before: number;
}

/** `payments:setup` moves the lookup key, and those who buy now buy at the new price; every third one buys a gift. */
async function sell(shop: Shop, { priceCents, month, size, before }: Sale): Promise<Sold[]> {
  const plans = { ...PLANS, monthly: { ...PLANS.monthly, priceCents } };
  const { monthly } = await setUpCatalogue(shop.stripe, plans);
  const numbers = upTo(size).map((index) => before + index);
  return await inParallel(numbers, PURCHASES_AT_ONCE, async (number) => {
    const user = await shop.signUp();
    const isGift = number % 3 === 0;
    const options = isGift ? { giftId: (await draftGift(user, newYorkToday(shop))).id } : {};
    const stripeId = await buyAtPrice(shop, user, monthly, options);
    const { id, stripeCustomerId: customerId } = await rowOf(shop, stripeId);
    const fate = FATES[number % FATES.length] ?? 'runs';
    return { userId: user.userId, customerId, id, stripeId, priceCents, soldIn: month, fate };
  });
}

async function decideFate({ ctx, stripe }: Shop, { userId, customerId, id, stripeId, fate }: Sold, age: number) {
  if (fate === 'is cancelled' && age === 5) await cancelSubscription(ctx, userId, id);
  if (fate === 'is refunded' && age === 3) await refundUnderGuarantee(ctx, id, { operator: 'price', note: null });
  if (fate !== 'is past due for a while' || (age !== 2 && age !== 3)) return;
  const card = age === 2 ? 'pm_card_chargeCustomerFail' : 'pm_card_visa';
  const method = await stripe.paymentMethods.attach(card, { customer: customerId });
  await stripe.subscriptions.update(stripeId, { default_payment_method: method.id });
  if (age === 3) await payOutstanding(ctx, { userId, network: 'price' });
}

async function checkNextCharge({ ctx }: Shop, { id, stripeId, priceCents }: Sold): Promise<void> {
  const [row] = await ctx.db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.subscriptionId, id));
  if (row?.nextChargeCents !== priceCents) {
    throw new Error(`${stripeId}: sold at ${priceCents} cents, its next charge is said to be ${row?.nextChargeCents}.`);
  }
}

const CHARGES = { runs: 12, 'is past due for a while': 12, 'is cancelled': 6, 'is refunded': 4 } as const;

async function checkEnd({ ctx, stripe }: Shop, { id, stripeId, priceCents, fate }: Sold): Promise<void> {
  const paid = (await ctx.db.select().from(invoices).where(eq(invoices.subscriptionId, id))).filter(
    ({ status }) => status === 'paid',
  );
  const isAtItsPrice = paid.every(({ amountPaidCents }) => amountPaidCents === priceCents);
  if (!isAtItsPrice) throw new Error(`${stripeId}: a charge is not of the ${priceCents} cents it was sold at.`);
  if (paid.length !== CHARGES[fate]) throw new Error(`${stripeId} ${fate}: ${paid.length} charges.`);
  const { status } = await stripe.subscriptions.retrieve(stripeId);
  if (status !== 'canceled') throw new Error(`${stripeId} ${fate}: still ${status} at Stripe.`);
  if (fate === 'is refunded') await checkRefunded(stripe, stripeId, paid.length * priceCents);
}

async function checkRefunded(stripe: Shop['stripe'], stripeId: string, cents: number): Promise<void> {
  const { customer } = await stripe.subscriptions.retrieve(stripeId);
  const charges = await stripe.charges.list({ customer: idOf(customer), limit: 100 });
  const returned = charges.data.reduce((sum, { amount_refunded: refunded }) => sum + refunded, 0);
  if (returned !== cents) throw new Error(`${stripeId}: ${returned} of ${cents} cents were given back.`);
}
