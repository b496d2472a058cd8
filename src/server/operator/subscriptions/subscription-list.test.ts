import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addSubscriber, type Subscriber, type SubscriberFacts } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import { SUBSCRIPTION_SORTS, SUBSCRIPTION_WORDS } from '../../../contract/operator/constants.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import type { SubscriptionLine } from '../../../contract/operator/subscription-list.ts';
import { invoices, subscriptions } from '../../commerce/schema.ts';
import { customerTags } from '../../customers/schema.ts';
import { deliveryHolds, mailingPieces } from '../../fulfilment/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const START = { serviceStart: '2026-01-05' } as const;
const MAILED = ['2026-01-13', '2026-01-20'] as const;

type Filter = Readonly<Record<string, string>>;

let clerk: Shopper;
const people: Record<string, Subscriber> = {};

async function add(name: string, facts: Partial<SubscriberFacts>): Promise<Subscriber> {
  const address = { ...HARBOR_ADDRESS, fullName: name, ...facts.address };
  return (people[name] = await addSubscriber(db, { ...START, ...facts, address }));
}

async function list(filter: Filter = {}): Promise<SubscriptionLine[]> {
  return (await clerk.call(OPERATOR_API.listSubscriptions, { query: filter })).items;
}

async function namesOf(filter: Filter): Promise<string[]> {
  const found = (await list(filter)).map(({ name }) => name ?? '').toSorted();
  const { count } = await clerk.call(OPERATOR_API.countSubscriptions, { query: filter });
  expect(count).toBe(found.length);
  return found;
}

beforeAll(async () => {
  clerk = await hireOperator(shop);
  await add('Active', { mailedOn: ['2026-01-13'] });
  await add('Annual', { planType: 'annual', address: { city: 'Lisbon', stateProvince: 'Lisboa', country: 'PT' } });
  await add('Overdue', { status: 'past_due', serviceStart: '2026-03-02' });
  await add('Receiving', { status: 'cancelled' });
  await add('Gone', { status: 'cancelled', mailedOn: MAILED });
  await add('Refunded', { status: 'cancelled', refunded: true });
  await add('Done', { status: 'completed' });
  await add('Disputed', { disputed: true });
  const held = await add('Held', {});
  const now = shop.clock.now();
  const hold = { subscriptionId: held.subscriptionId, fromLetter: 2, resumeOn: '2099-01-01' } as const;
  await db.insert(deliveryHolds).values({ id: randomUUID(), ...hold, createdAt: now });
  await db.insert(customerTags).values({ userId: held.userId, tag: 'press', operator: 'the test', createdAt: now });
  await db.insert(mailingPieces).values({
    id: randomUUID(),
    subscriptionId: held.subscriptionId,
    letter: 2,
    attempt: 1,
    state: 'set_aside',
    nominalOn: '2026-01-20',
    address: HARBOR_ADDRESS,
    createdAt: now,
    updatedAt: now,
  });
  const { subscriptionId = '' } = people['Overdue'] ?? {};
  await db.update(invoices).set({ status: 'open' }).where(eq(invoices.subscriptionId, subscriptionId));
});

test('each subscription is listed once, with the state word that its letters and payments give it', async () => {
  const words = Object.fromEntries((await list()).map(({ name, status }) => [name, status]));
  expect(words).toEqual({
    Active: 'active',
    Annual: 'active',
    Overdue: 'past_due',
    Receiving: 'cancelled',
    Gone: 'ended',
    Refunded: 'ended',
    Done: 'completed',
    Disputed: 'disputed',
    Held: 'on_hold',
  });
  for (const status of SUBSCRIPTION_WORDS) {
    const expected = Object.keys(words).filter((name) => words[name] === status);
    expect(await namesOf({ status })).toEqual(expected.toSorted());
  }
});

test('filters of subscriptions combine', async () => {
  expect(await namesOf({ plan: 'annual' })).toEqual(['Annual']);
  expect(await namesOf({ country: 'pt' })).toEqual(['Annual']);
  expect(await namesOf({ country: 'PT', state: 'lisboa', plan: 'monthly' })).toEqual([]);
  expect(await namesOf({ letter: '1' })).toEqual(['Active']);
  expect(await namesOf({ letter: '2', status: 'ended' })).toEqual(['Gone']);
  expect(await namesOf({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['Overdue']);
  expect(await namesOf({ tag: 'press' })).toEqual(['Held']);
  expect(await namesOf({ failed: 'yes' })).toEqual(['Overdue']);
  expect(await namesOf({ aside: 'yes', gift: 'own' })).toEqual(['Held']);
  expect(await namesOf({ gift: 'gift' })).toEqual([]);
  expect(await namesOf({ season: 'season-9' })).toEqual([]);
  expect(await terminalOf(shop)('list-subscriptions', '--tag', 'press')).toContain(people['Held']?.email);
});

test.each([{ letter: '25' }, { from: '2026-02-30' }, { status: 'gone' }, { sort: 'luck' }, { after: 'Zm9v' }])(
  'a list of subscriptions refuses %o',
  async (query) => {
    const asked = new URLSearchParams(Object.entries(query));
    const headers = { authorization: `Bearer ${clerk.accessToken}` };
    expect((await fetch(`${shop.siteUrl}/api/operator/subscriptions?${asked}`, { headers })).status).toBe(400);
  },
);

test('a list of subscriptions is closed to customers and strangers', async () => {
  const customer = await shop.signUp();
  for (const headers of [{}, { authorization: `Bearer ${customer.accessToken}` }]) {
    const answer = await fetch(`${shop.siteUrl}/api/operator/subscriptions`, { headers });
    expect([401, 404]).toContain(answer.status);
  }
});

test('a saved filter replaces the one of its name, is its operator’s alone, and is deleted once', async () => {
  const saved = await clerk.call(OPERATOR_API.saveFilter, { body: { name: 'Press', query: 'tag=press' } });
  await clerk.call(OPERATOR_API.saveFilter, { body: { name: 'Press', query: 'tag=press&plan=annual' } });
  const { filters } = await clerk.call(OPERATOR_API.listSavedFilters);
  expect(filters).toEqual([{ id: saved.id, name: 'Press', query: 'tag=press&plan=annual' }]);
  const other = await hireOperator(shop);
  expect(await other.call(OPERATOR_API.listSavedFilters)).toEqual({ filters: [] });
  await expect(other.call(OPERATOR_API.deleteFilter, { params: saved })).rejects.toMatchObject({ status: 404 });
  const twice = [1, 2].map(() => clerk.call(OPERATOR_API.deleteFilter, { params: saved }));
  const outcomes = await Promise.allSettled(twice);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('an export has all columns of what is filtered, and the log names the filter and the number of rows', async () => {
  const headers = { authorization: `Bearer ${clerk.accessToken}`, accept: 'text/csv' };
  const answer = await fetch(`${shop.siteUrl}/api/operator/subscriptions?country=PT`, { headers });
  const [head, row, ...rest] = (await answer.text()).trimEnd().split('\r\n');
  expect(head?.split(',')).toHaveLength(20);
  expect(head).toContain('Street,City,State,Postal code,Country');
  expect(head).toContain('Overdue cents');
  expect([row, rest]).toEqual([expect.stringContaining('annual,no,'), []]);
  expect(row).toContain('Lisbon');
  const { items } = await clerk.call(OPERATOR_API.listLog);
  const entry = items.find(({ action }) => action === 'list_exported');
  expect(entry).toMatchObject({
    operator: clerk.email,
    detail: { list: 'subscriptions', rows: 1, filter: expect.stringContaining('country=PT') },
  });
});

test.each(SUBSCRIPTION_SORTS)('sorted by %s, pages have every subscription once, in both directions', async (sort) => {
  while ((await db.$count(subscriptions)) < PAGE_SIZE + 2) await add(`Filler ${randomUUID()}`, {});
  const walk = async (order: 'asc' | 'desc'): Promise<string[]> => {
    const ids: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const query = { sort, order, ...(after !== undefined && { after }) };
      const { items, next } = await clerk.call(OPERATOR_API.listSubscriptions, { query });
      ids.push(...items.map(({ id }) => id));
      after = next;
    }
    return ids;
  };
  const up = await walk('asc');
  expect(new Set(up).size).toBe(await db.$count(subscriptions));
  expect(await walk('desc')).toEqual(up.toReversed());
});
