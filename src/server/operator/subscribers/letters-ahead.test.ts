import { randomUUID } from 'node:crypto';
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
import { mailingPieces, reships } from '../../fulfilment/schema.ts';

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

test('the next letter, once it is sealed, has the street of its envelope, whatever the address is by now', async () => {
  const { id, detail } = await mailed();
  expect((await detail()).nextLetter).toMatchObject({ letter: 2, sealedTo: null });
  const address = { ...HARBOR_ADDRESS, addressLine1: '9 Old Quay', addressLine2: null, countryName: null };
  const times = { nominalOn: today, createdAt: clock.now(), updatedAt: clock.now() };
  const sealed = { id: randomUUID(), subscriptionId: id, letter: 2, attempt: 1, state: 'frozen' } as const;
  await db.insert(mailingPieces).values({ ...sealed, address, ...times });
  expect((await detail()).nextLetter).toMatchObject({ letter: 2, freezesAt: null, sealedTo: '9 Old Quay' });
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

test('before a letter is sent again, its address and both days are named; until it is sealed it can be taken back', async () => {
  const { id, detail } = await mailed();
  const { items } = await clerk.call(CONSOLE.listSubscriptionPieces, { params: { id } });
  const params = { id: items[0]?.id ?? '' };
  const { again } = await clerk.call(CONSOLE.getSendAgain, { params });
  expect(again?.address).toContain(HARBOR_ADDRESS.addressLine1);
  expect(again?.now).toBe(addBusinessDays(today, 1));
  expect(again && again.withNext >= today).toBe(true);
  await clerk.call(CONSOLE.reportLost, { params, body: { reason: null, sendAgain: 'now' } });
  const [copy] = (await detail()).copies;
  expect(copy?.leavesOn).toBe(again?.now);
  const undo = () => clerk.call(CONSOLE.undoSendAgain, { params: { id: copy?.reshipId ?? '' } });
  expect(await undo()).toEqual({ letter: 1 });
  expect(await detail()).toMatchObject({ copies: [] });
  const { items: log } = await clerk.call(CONSOLE.listLog, { query: { subscription: id } });
  expect(log[0]).toMatchObject({ sentence: 'Undid the reship of letter 1, copy 2.' });
  await clerk.call(CONSOLE.reportLost, { params, body: { reason: null, sendAgain: 'with_next' } });
  const [second] = (await detail()).copies;
  await db.insert(mailingPieces).values({
    id: randomUUID(),
    subscriptionId: id,
    letter: 1,
    attempt: 2,
    state: 'frozen',
    nominalOn: today,
    address: { ...HARBOR_ADDRESS, addressLine2: null, countryName: null },
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  await expect(clerk.call(CONSOLE.undoSendAgain, { params: { id: second?.reshipId ?? '' } })).rejects.toMatchObject({
    code: 'wrong_state',
  });
});

test('a copy that a reader asked for waits for a decision again once its approval is undone', async () => {
  const { id } = await mailed();
  const reshipId = randomUUID();
  const asked = { subscriptionId: id, letter: 1, attempt: 2, way: 'now', cause: 'lost', state: 'asked' } as const;
  await db.insert(reships).values({ id: reshipId, ...asked, askedAt: new Date(clock.now().getTime() - 60_000) });
  await clerk.call(CONSOLE.decideReshipRequest, { params: { id: reshipId }, body: { approve: true } });
  await clerk.call(CONSOLE.undoSendAgain, { params: { id: reshipId } });
  const { items } = await clerk.call(CONSOLE.listReships);
  expect(items).toMatchObject([{ id: reshipId, state: 'asked', decidedAt: null }]);
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
