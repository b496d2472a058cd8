import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addSubscriber, type SubscriberFacts } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { addBusinessDays } from '../../../domain/holidays.ts';
import { handOverDay, nextMailingDays } from '../../../domain/mailing-calendar.ts';
import { disputes, paymentWarnings } from '../../commerce/billing-schema.ts';
import { subscriptions } from '../../commerce/schema.ts';

const shop = await startShop();
const { db, clock } = shop.ctx;
const today = newYorkDate(clock.now());
const begun = addDays(today, -30);
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

async function mailed(facts: Partial<SubscriberFacts> = {}) {
  const { subscriptionId: id } = await addSubscriber(db, {
    serviceStart: begun,
    paid: 12,
    mailedOn: [addDays(today, -25)],
    ...facts,
  });
  const detail = () => clerk.call(CONSOLE.getSubscription, { params: { id } });
  return { id, detail };
}

test('an operator sees which letter is next, when it is mailed and when its address freezes', async () => {
  const { detail } = await mailed();
  const { nextLetter } = await detail();
  expect(nextLetter).toMatchObject({ letter: 2, isPaid: true });
  const day = nextLetter?.handOver.earliest ?? '';
  expect(nextMailingDays(today, 3).map((friday) => handOverDay(friday))).toContain(day);
  expect(nextLetter?.freezesAt && newYorkDate(new Date(nextLetter.freezesAt)) < day).toBe(true);
});

test('a letter that is sent again is shown with its day and address until it is sealed', async () => {
  const { id, detail } = await mailed();
  expect(await detail()).toMatchObject({ copies: [] });
  const { items } = await clerk.call(CONSOLE.listSubscriptionPieces, { params: { id } });
  const params = { id: items[0]?.id ?? '' };
  await clerk.call(CONSOLE.reportLost, { params, body: { reason: null, sendAgain: 'now' } });
  const { copies } = await detail();
  expect(copies).toMatchObject([
    { letter: 1, address: expect.arrayContaining([HARBOR_ADDRESS.addressLine1]) as string[] },
  ]);
  expect(copies[0]?.leavesOn).toBe(addBusinessDays(today, 1));
});

test('letters that are held have no date, and the page says which dispute or warning holds them', async () => {
  const { id, detail } = await mailed({ disputed: true });
  const at = clock.now();
  const warning = { id: 'prv_held', subscriptionId: id, kind: 'review', amountCents: 1_500, reason: 'rule' } as const;
  await db.insert(paymentWarnings).values({ ...warning, status: 'open', createdAt: at, readAt: at });
  expect(await detail()).toMatchObject({
    nextLetter: null,
    copies: [],
    openDispute: null,
    warnings: [{ id: 'prv_held' }],
  });
  const dispute = { subscriptionId: id, amountCents: 1_500, reason: 'fraudulent', createdAt: at, readAt: at };
  await db.insert(disputes).values([
    { ...dispute, stripeDisputeId: 'dp_won', status: 'won' },
    { ...dispute, stripeDisputeId: 'dp_open', status: 'needs_response' },
  ]);
  expect(await detail()).toMatchObject({ nextLetter: null, openDispute: { id: 'dp_open', amountCents: 1_500 } });
});

test('after the refund of a season no letter is next', async () => {
  const { id, detail } = await mailed({ status: 'cancelled' });
  await db.update(subscriptions).set({ refundRequestedAt: clock.now() }).where(eq(subscriptions.id, id));
  expect(await detail()).toMatchObject({ nextLetter: null, copies: [] });
});
