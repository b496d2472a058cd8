import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addSubscriber, payInvoice, type SubscriberFacts } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { addMonths, calendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { disputes, refunds } from '../../commerce/billing-schema.ts';
import { checkouts, invoices, subscriptions } from '../../commerce/schema.ts';
import { mailingRuns } from '../../fulfilment/schema.ts';

const shop = await startShop();
const { db, clock } = shop.ctx;
const now = calendarDate(`${newYorkDate(clock.now()).slice(0, 7)}-01`);
/** A day of the month that is that many months ago. */
const day = (monthsAgo: number, of: number) =>
  calendarDate(`${addMonths(now, -monthsAgo).slice(0, 8)}${String(of).padStart(2, '0')}`);
const at = (monthsAgo: number, of: number) => new Date(`${day(monthsAgo, of)}T15:00:00Z`);
const promotion = { code: 'SPRING', percentOff: 20, duration: 'once', key: randomUUID() } as const;
let clerk: Shopper;
let springId: string;
let kept: Awaited<ReturnType<typeof yearly>>;

async function change(facts: SubscriberFacts, row: Partial<typeof subscriptions.$inferInsert> = {}) {
  const { subscriptionId } = await addSubscriber(db, facts);
  if (Object.keys(row).length > 0) await db.update(subscriptions).set(row).where(eq(subscriptions.id, subscriptionId));
  return subscriptionId;
}

/** Four months ago five bought: three monthly plans for $15 and two seasons for $153. */
beforeAll(async () => {
  clerk = await hireOperator(shop);
  springId = (await clerk.call(CONSOLE.createPromotion, { body: promotion })).id;
  const serviceStart = day(4, 2);
  const cancelled = { serviceStart, status: 'cancelled' } as const;
  const asked = await change(cancelled, { cancelRequestedAt: at(3, 5), endedAt: at(3, 5) });
  await payInvoice(db, asked, at(3, 2));
  await change(cancelled, { endedAt: at(2, 5) });
  await change({ serviceStart, mailedOn: [day(4, 10), day(4, 24), day(3, 10)] });
  const refunded = await yearly({ ...cancelled, mailedOn: [day(4, 10)] });
  await db
    .update(subscriptions)
    .set({ refundRequestedAt: at(3, 20), endedAt: at(3, 20) })
    .where(eq(subscriptions.id, refunded.id));
  await giveBack(refunded, 15_300);
  kept = await yearly({ serviceStart, mailedOn: [day(4, 10), day(4, 24), day(3, 10)] });
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, kept.id));
  await db
    .update(checkouts)
    .set({ promotionCodeId: springId })
    .where(eq(checkouts.id, row?.checkoutId ?? ''));
});

async function yearly(facts: SubscriberFacts) {
  const id = await change({ ...facts, planType: 'annual' });
  const cents = { subtotalCents: 15_300, totalCents: 15_300, amountPaidCents: 15_300 };
  const [invoice] = await db.update(invoices).set(cents).where(eq(invoices.subscriptionId, id)).returning();
  return { id, invoiceId: invoice?.stripeInvoiceId ?? '' };
}

async function giveBack(of: { id: string; invoiceId: string }, amountCents: number): Promise<void> {
  const times = { createdAt: at(3, 20), readAt: at(3, 20) };
  const refund = { stripeRefundId: `re_${randomUUID()}`, subscriptionId: of.id, stripeInvoiceId: of.invoiceId };
  await db.insert(refunds).values({ ...refund, amountCents, status: 'succeeded', ...times });
}

test('the months tell recurring revenue, who left why, and what is owed in letters, to the cent', async () => {
  const { items } = await clerk.call(CONSOLE.listMoneyMonths);
  expect(items).toHaveLength(12);
  const none = { paymentFailed: 0, paymentFailedCents: 0, completed: 0, completedCents: 0, giftsPercent: 0 };
  expect(items.slice(-5)).toMatchObject([
    {
      ...none,
      month: day(4, 1),
      newSubscriptions: 5,
      newCents: 3 * 1500 + 2 * 1275,
      mrrCents: 7050,
      netCents: 7050,
      active: 5,
      subscriberChurnPercent: null,
      revenueChurnPercent: null,
      // Two letters of a monthly plan; one and two of the seasons’ 24. Half a cent stays deferred.
      recognizedCents: 1500 + 637 + 1275,
      deferredCents: 2 * 1500 + (15_300 - 637) + (15_300 - 1275),
    },
    {
      ...none,
      asked: 1,
      askedCents: 1500,
      refunded: 1,
      refundedCents: 1275,
      mrrCents: 4275,
      netCents: -2775,
      active: 3,
      subscriberChurnPercent: 40,
      revenueChurnPercent: 39.4,
      // The refunded season loses its revenue; the other earns its third letter.
      recognizedCents: -637 + 637,
      deferredCents: 3000 + 1500 + (15_300 - 1912),
    },
    { paymentFailed: 1, paymentFailedCents: 1500, mrrCents: 2775, active: 2, subscriberChurnPercent: 33.3 },
    { mrrCents: 2775, netCents: 0, recognizedCents: 0 },
    { mrrCents: 2775, netCents: 0, subscriberChurnPercent: 0 },
  ]);
  for (const [index, { mrrCents, netCents }] of items.entries()) {
    expect(mrrCents).toBe((items[index - 1]?.mrrCents ?? 0) + netCents);
  }
});

test('a month’s subscriptions are followed month by month until they leave', async () => {
  const { items } = await clerk.call(CONSOLE.listRetention);
  expect(items.map(({ cohort, subscriptions: all, monthsLater, kept }) => [cohort, all, monthsLater, kept])).toEqual(
    [5, 3, 2, 2, 2].map((kept, monthsLater) => [day(4, 1), 5, monthsLater, kept]),
  );
});

test('lifetime value is what those that have ended paid on average, less refunds', async () => {
  const { items } = await clerk.call(CONSOLE.listLifetimeValues);
  expect(items).toEqual([
    expect.objectContaining({ planType: 'annual', subscriptions: 2, ended: 1, valueCents: 0, monthsPaid: 12 }),
    expect.objectContaining({ planType: 'monthly', subscriptions: 3, ended: 2, valueCents: 2_250, monthsPaid: 1.5 }),
    {
      planType: null,
      subscriptions: 5,
      ended: 3,
      paidCents: 3_000 + 1_500 + 1_500 + 2 * 15_300,
      refundedCents: 15_300,
      valueCents: 1_500,
      monthsPaid: 5,
    },
  ]);
});

test('margin is recognized revenue less postage, and agrees with the months to the cent', async () => {
  const { items } = await clerk.call(CONSOLE.listLetterCosts);
  const months = (await clerk.call(CONSOLE.listMoneyMonths)).items;
  expect(items.map(({ recognizedCents }) => recognizedCents)).toEqual(months.map((month) => month.recognizedCents));
  expect(items.at(-5)).toMatchObject({ letters: 0, costPerLetterCents: null, marginCents: 1500 + 637 + 1275 });
});

test('cost per letter is postage alone until an owner sets the print cost, and then both', async () => {
  const on = day(2, 11);
  const then = at(2, 11);
  const dates = { nominalOn: on, handOverOn: on, freezesAt: then, createdAt: then };
  const [run] = await db
    .insert(mailingRuns)
    .values({ id: randomUUID(), kind: 'friday', state: 'handed_over', ...dates })
    .returning();
  await db.execute(sql`insert into mailing_batches
    (run_id, number, first_number, last_number, printed_at, handed_over_at, dispatched_cents, dispatched_postage)
    values (${run?.id}, 1, 1, 10, ${then}, ${then}, 780, ${JSON.stringify({
      on,
      lines: [
        { pieces: 10, cents: 78 },
        { pieces: 4, cents: null },
      ],
    })}::jsonb)`);
  const cost = async () => (await clerk.call(CONSOLE.listLetterCosts)).items.find(({ letters }) => letters === 10);
  const alone = await cost();
  expect(alone).toMatchObject({ postageCents: 780, printCents: null, costPerLetterCents: 78 });
  await clerk.call(CONSOLE.changeSetting, { params: { name: 'printCost' }, body: { value: '0.85' } });
  const both = await cost();
  expect(both).toMatchObject({ printCents: 850, costPerLetterCents: 163 });
  expect(both?.marginCents).toBe((alone?.marginCents ?? 0) - 850);
});

test('the forecast mails each running subscription a letter a mailing day, and a cancelled one what is paid for', async () => {
  const { items } = await clerk.call(CONSOLE.listForecast);
  expect(items.slice(0, 5).map(({ letters }) => letters)).toEqual([4, 4, 3, 3, 2]);
  expect(
    items.every(
      ({ letters, sheets, abroad, postageCents }) => sheets >= letters && abroad === 0 && postageCents === null,
    ),
  ).toBe(true);
});

test('those who left are counted by month and plan: asked, failed payment, refunded', async () => {
  expect((await clerk.call(CONSOLE.listChurn)).items).toEqual([
    { month: day(2, 1), planType: 'monthly', asked: 0, paymentFailed: 1, refunded: 0 },
    { month: day(3, 1), planType: 'annual', asked: 0, paymentFailed: 0, refunded: 1 },
    { month: day(3, 1), planType: 'monthly', asked: 1, paymentFailed: 0, refunded: 0 },
  ]);
});

test('a promotion code is counted by its own name with what its subscriptions paid, in Figures and in its list', async () => {
  expect((await clerk.call(CONSOLE.listPromotionFigures)).items).toEqual([
    {
      promotionCodeId: springId,
      code: 'SPRING',
      uses: 1,
      active: 1,
      ofThreeMonths: 1,
      keptPercent: 100,
      paidCents: 15_300,
      returnedCents: 0,
      netCents: 15_300,
    },
    {
      promotionCodeId: null,
      code: null,
      uses: 4,
      active: 1,
      ofThreeMonths: 4,
      keptPercent: 25,
      paidCents: 3_000 + 1_500 + 1_500 + 15_300,
      returnedCents: 15_300,
      netCents: 3_000 + 1_500 + 1_500,
    },
  ]);
  const { items } = await clerk.call(CONSOLE.listPromotions);
  expect(items.map(({ code, bought }) => [code, bought])).toEqual([
    ['SPRING', { uses: 1, ofThreeMonths: 1, keptPercent: 100, netCents: 15_300 }],
  ]);
  const support = await hireOperator(shop, 'support');
  expect((await support.call(CONSOLE.listPromotions)).items).toMatchObject([{ code: 'SPRING', bought: null }]);
});

test('Figures, codes and lifetime value give one sum of refunds and lost disputes', async () => {
  await giveBack(kept, 200);
  const dispute = { stripeDisputeId: `dp_${randomUUID()}`, subscriptionId: kept.id, stripeInvoiceId: kept.invoiceId };
  const lost = { reason: 'general', status: 'lost', createdAt: at(2, 20), readAt: at(2, 20) };
  await db.insert(disputes).values({ ...dispute, ...lost, amountCents: 100 });
  const figures = (await clerk.call(CONSOLE.listPromotionFigures)).items.find(({ code }) => code === 'SPRING');
  const [listed] = (await clerk.call(CONSOLE.listPromotions)).items;
  expect(figures).toMatchObject({ paidCents: 15_300, returnedCents: 300, netCents: 15_000 });
  expect(listed?.bought?.netCents).toBe(figures?.netCents);
  const codes = (await clerk.call(CONSOLE.listPromotionFigures)).items.map(({ returnedCents }) => returnedCents);
  const months = (await clerk.call(CONSOLE.getFigures, { query: { days: '30' } })).months;
  const lifetime = (await clerk.call(CONSOLE.listLifetimeValues)).items.find(({ planType }) => planType === null);
  const sums = [codes, months.map(({ refundedCents }) => refundedCents), [lifetime?.refundedCents ?? 0]];
  expect(sums.map((cents) => cents.reduce((sum, each) => sum + each, 0))).toEqual([15_600, 15_600, 15_600]);
  expect(months.at(-3)?.refundedCents).toBe(100);
});

test('each list of figures is CSV, and is hidden from customers', async () => {
  const customer = await shop.signUp();
  const lists = [
    CONSOLE.listMoneyMonths,
    CONSOLE.listChurn,
    CONSOLE.listRetention,
    CONSOLE.listPromotionFigures,
    CONSOLE.listLetterCosts,
    CONSOLE.listLifetimeValues,
    CONSOLE.listForecast,
  ] as const;
  for (const list of lists) {
    const headers = { accept: 'text/csv', authorization: `Bearer ${clerk.accessToken}` };
    const csv = await fetch(`${shop.siteUrl}${list.path}`, { headers });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await csv.text()).split('\r\n').length).toBeGreaterThan(2);
    await expect(customer.call(list)).rejects.toMatchObject({ status: 404 });
    expect((await fetch(`${shop.siteUrl}${list.path}`)).status).toBe(404);
  }
});
