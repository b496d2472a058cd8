import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { addSubscriber, payInvoice, type Subscriber } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { disputes } from '../../commerce/billing-schema.ts';
import { mailingEvents, mailingPieces } from '../../fulfilment/schema.ts';
import { gifts } from '../../commerce/schema.ts';
import { shippingAddresses } from '../../customers/schema.ts';

// A subscriber with more rows of each kind than a page shows, many with equal times.
const shop = await startShop();
const { db } = shop.ctx;
const MANY = PAGE_SIZE + 22;
const at = new Date('2026-11-01T12:00:00Z');
let clerk: Shopper;
let subscriber: Subscriber;

const many = <Row>(rowOf: (index: number) => Row): Row[] => Array.from({ length: MANY }, (_, index) => rowOf(index));

beforeAll(async () => {
  clerk = await hireOperator(shop);
  subscriber = await addSubscriber(db, { serviceStart: '2026-10-01', paid: 0 });
  const { userId, subscriptionId, addressId } = subscriber;
  const times = { createdAt: at, updatedAt: at };
  for (let index = 0; index < MANY; index++) await payInvoice(db, subscriptionId, at);
  await db.insert(disputes).values(
    many((index) => ({
      stripeDisputeId: `dp_${index}`,
      subscriptionId,
      amountCents: 1500,
      reason: 'fraudulent',
      status: 'lost',
      createdAt: at,
      readAt: at,
    })),
  );
  await db
    .insert(shippingAddresses)
    .values(many((index) => ({ id: randomUUID(), userId, label: `Box ${index}`, ...HARBOR_ADDRESS, ...times })));
  await db.insert(gifts).values(
    many(() => ({
      id: randomUUID(),
      userId,
      recipientName: 'Wendell Marsh',
      recipientEmail: 'marsh@example.com',
      startDate: '2026-12-01' as const,
      planType: 'monthly' as const,
      notifyRecipient: false,
      shippingAddressId: addressId,
      ...times,
    })),
  );
  await db.insert(mailingPieces).values(
    many((index) => ({
      id: randomUUID(),
      subscriptionId,
      letter: 1 + (index % 24),
      attempt: 1 + Math.floor(index / 24),
      state: 'lost' as const,
      nominalOn: '2026-10-09' as const,
      address: HARBOR_ADDRESS,
      ...times,
    })),
  );
  await db.insert(mailingEvents).values(many(() => ({ at, event: 'lost', subscriptionId, letter: 1, detail: {} })));
});

const OF_SUBSCRIBER = ['listSubscriberAddresses', 'listSubscriberGifts'] as const;
const OF_SUBSCRIPTION = [
  'listSubscriptionInvoices',
  'listSubscriptionDisputes',
  'listSubscriptionPieces',
  'listSubscriptionEvents',
] as const;

async function walk(name: (typeof OF_SUBSCRIBER | typeof OF_SUBSCRIPTION)[number], id: string): Promise<string[]> {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const query = after === undefined ? {} : { after };
    const page = await clerk.call(CONSOLE[name], { params: { id }, query });
    expect(page.items.length).toBeLessThanOrEqual(PAGE_SIZE);
    seen.push(...page.items.map((item) => item.id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return seen;
}

test.each(OF_SUBSCRIBER)('%s comes a page at a time, each entry once', async (name) => {
  const seen = await walk(name, subscriber.userId);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(MANY);
});

test.each(OF_SUBSCRIPTION)('%s comes a page at a time, each entry once', async (name) => {
  const seen = await walk(name, subscriber.subscriptionId);
  expect([new Set(seen).size, seen.length]).toEqual([MANY, MANY]);
});

test.each([...OF_SUBSCRIBER, ...OF_SUBSCRIPTION])(
  '%s of no one is not found, and nowhere is no place in it',
  async (name) => {
    await expect(walk(name, randomUUID())).rejects.toMatchObject({ status: 404 });
    const params = { id: OF_SUBSCRIBER.some((each) => each === name) ? subscriber.userId : subscriber.subscriptionId };
    const query = { after: 'nowhere' };
    await expect(clerk.call(CONSOLE[name], { params, query })).rejects.toMatchObject({ status: 400 });
  },
);

test('a terminal says how to read on', async () => {
  const listed = ['list-subscription-invoices', '--id', subscriber.subscriptionId];
  const first = await terminalOf(shop)(...listed);
  const [, after = ''] = /More: the same with --after (\S+)$/.exec(first) ?? [];
  expect((await terminalOf(shop)(...listed, '--after', after)).split('\n')).toHaveLength(1 + MANY - PAGE_SIZE);
});

test('Today counts subscriptions with an overdue payment, and those whose letters are held', async () => {
  const season = { serviceStart: '2026-10-01' } as const;
  await addSubscriber(db, { ...season, status: 'past_due' });
  await addSubscriber(db, { ...season, disputed: true });
  await addSubscriber(db, { ...season, status: 'cancelled', disputed: true });
  expect(await clerk.call(CONSOLE.getToday)).toMatchObject({ waiting: { pastDue: 1, disputed: 1 } });
});
