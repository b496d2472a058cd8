import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { giveGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addSubscriber, type Subscriber } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { HITS_EACH } from '../../../contract/operator/search.ts';
import { mailingPieces, mailingRuns } from '../../fulfilment/schema.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';

const shop = await startShop();
const { db } = shop.ctx;
let clerk: Shopper;
let buyer: Shopper;
let reader: Subscriber;
const ids: Record<string, string> = {};

beforeAll(async () => {
  clerk = await hireOperator(shop);
  buyer = await shop.signUp();
  const bought = await buyer.buy();
  await giveGift(buyer, newYorkToday(shop), { recipientName: 'Wendell Marsh', recipientEmail: 'marsh@example.com' });
  await shop.sandbox.webhooksDelivered();
  const { id, checkoutId } = await rowOf(shop, bought.subscriptionId);
  const { items } = await clerk.call(CONSOLE.listSubscriptionInvoices, { params: { id } });
  Object.assign(ids, { id, checkoutId, sub: bought.subscriptionId, cus: bought.customerId, in: items[0]?.id });
  ids['number'] = items[0]?.number ?? '';
  const address = { fullName: 'Bo Tidewater', addressLine1: '77 Foghorn Street', city: 'Ebbing', postalCode: '90210' };
  reader = await addSubscriber(db, { serviceStart: '2026-01-05', status: 'cancelled', refunded: true, address });
});

const find = async (q: string) => await clerk.call(CONSOLE.search, { query: { q } });
const kindsOf = async (q: string) => (await find(q)).hits.map(({ kind, subscriberId }) => [kind, subscriberId]);

test.each([
  ['the middle of a name', 'idewat', 'subscriber'],
  ['the middle of an email, in capitals', () => reader.email.slice(9, 30).toUpperCase(), 'subscriber'],
  ['two parts of a name in any order', 'tidew bo', 'subscriber'],
  ['a name of two letters', 'bo', 'subscriber'],
  ['part of a street', 'oghorn', 'address'],
  ['a house number and part of a town', '77 ebb', 'address'],
  ['a postal code', '90210', 'address'],
])('%s is found, with town and status', async (_what, q, kind) => {
  const { hits } = await find(typeof q === 'string' ? q : q());
  expect(hits.find(({ subscriberId }) => subscriberId === reader.userId)).toMatchObject({
    kind,
    subscriptionId: reader.subscriptionId,
    name: 'Bo Tidewater',
    email: reader.email,
    town: 'Ebbing, ME, US',
    status: 'ended',
  });
});

test('ids of ours and Stripe’s and invoice numbers are found, and say what they are', async () => {
  const own = buyer.userId;
  expect(await kindsOf(ids['id']?.toUpperCase() ?? '')).toEqual([['subscription', own]]);
  expect(await kindsOf(ids['checkoutId'] ?? '')).toEqual([['order', own]]);
  expect(await kindsOf(own)).toEqual([['subscriber', own]]);
  expect(await kindsOf(ids['sub'] ?? '')).toEqual([['subscription', own]]);
  expect(await kindsOf(ids['cus'] ?? '')).toEqual([['subscriber', own]]);
  expect(await kindsOf(ids['in'] ?? '')).toEqual([['invoice', own]]);
  expect(await kindsOf(ids['number']?.toLowerCase() ?? '')).toEqual([['invoice', own]]);
  expect((await find(randomUUID())).hits).toEqual([]);
});

test('a gift is found by its recipient’s name and email', async () => {
  for (const q of ['wendell mar', 'marsh@example.com']) {
    const { hits } = await find(q);
    expect(hits).toMatchObject([
      { kind: 'gift', subscriberId: buyer.userId, found: 'to Wendell Marsh, marsh@example.com', status: 'active' },
    ]);
  }
  expect(await terminalOf(shop)('search', '--q', 'Wendell Marsh')).toContain(buyer.email);
});

test('a letter is found by the code on its label and by its id', async () => {
  const run = { id: randomUUID(), kind: 'friday', nominalOn: '2026-01-16', state: 'frozen' } as const;
  const now = shop.clock.now();
  await db.insert(mailingRuns).values({ ...run, handOverOn: run.nominalOn, freezesAt: now, createdAt: now });
  const id = randomUUID();
  const piece = { subscriptionId: reader.subscriptionId, runId: run.id, letter: 2, attempt: 1, number: 7 } as const;
  const rest = { state: 'frozen', nominalOn: run.nominalOn, address: HARBOR_ADDRESS, createdAt: now, updatedAt: now };
  await db.insert(mailingPieces).values({ id, ...piece, ...rest, state: 'frozen' });
  for (const q of ['F20260116-02-000007', 'f20260116-02-7', id])
    expect(await kindsOf(q)).toEqual([['letter', reader.userId]]);
});

test('signs that SQL gives a meaning are taken for what they are', async () => {
  for (const q of ['100%', '_e', "it's | & !(", '\\x', '%%', 'F20261340-01-000001', '王王']) {
    expect(await find(q)).toEqual({ hits: [], more: false });
  }
  await expect(find('x')).rejects.toMatchObject({ status: 400 });
});

test('of each kind a few are listed, and more are mentioned', async () => {
  const address = { fullName: 'Crowd Member', addressLine1: '1 Crowd Lane' };
  for (let n = 0; n <= HITS_EACH; n++)
    await addSubscriber(db, { serviceStart: '2026-01-05', status: 'cancelled', refunded: true, address });
  const { hits, more } = await find('crowd');
  expect([hits.length, more]).toEqual([HITS_EACH, true]);
});
