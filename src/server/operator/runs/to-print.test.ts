import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addSubscriber, payInvoice, type Subscriber } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { planMailing } from '../../fulfilment/timetable.ts';

// Wednesday, November 25, 2026, when the letters of Friday the 27th are frozen.
const shop = await startShop();
shop.clock.advance((Date.parse('2026-11-25T15:00:00Z') - shop.clock.now().getTime()) / 1_000);
const { db } = shop.ctx;

const MAILED = ['2026-10-05', '2026-10-23'] as const;
const UNPAID = { serviceStart: '2026-10-01', paid: 1, mailedOn: MAILED } as const;

let clerk: Shopper;
let params: { id: string };
const subscribers: Subscriber[] = [];

beforeAll(async () => {
  clerk = await hireOperator(shop);
  subscribers.push(await addSubscriber(db, UNPAID), await addSubscriber(db, UNPAID));
  subscribers.push(await addSubscriber(db, { ...UNPAID, address: { country: 'OTHER', countryName: 'Iceland' } }));
  params = { id: (await planMailing(shop.ctx, { kind: 'friday', nominalOn: '2026-11-27' }, 'clerk')).id };
  await clerk.call(CONSOLE.freezeRunNow, { params });
});

const pay = (which: number) => payInvoice(db, subscribers[which]?.subscriptionId ?? '', shop.clock.now());

const runOf = async () => (await clerk.call(CONSOLE.getRun, { params })).run;

async function listed(which: 'pile' | 'waiting' | 'set_aside') {
  const { items } = await clerk.call(CONSOLE.listRunPieces, { params, query: { which } });
  return items.map(({ subscriptionId, state }) => [
    subscribers.findIndex((one) => one.subscriptionId === subscriptionId),
    state,
  ]);
}

async function stateOnCustomersPage(which: number) {
  const id = subscribers[which]?.subscriptionId ?? '';
  return (await clerk.call(CONSOLE.listSubscriptionPieces, { params: { id } })).items[0]?.state;
}

test('a run whose renewals are all overdue has nothing to print, and can be closed', async () => {
  expect(await runOf()).toMatchObject({ toPrint: 0, waiting: 3, pieces: { waiting: 3 } });
  expect(await listed('waiting')).toHaveLength(3);
  expect(await listed('pile')).toEqual([]);
});

test('once a renewal is paid, run, Today and customer’s page say that its letter is to be printed', async () => {
  await pay(0);
  expect(await runOf()).toMatchObject({ toPrint: 1, waiting: 2, pieces: { frozen: 1, waiting: 2 } });
  const { items } = await clerk.call(CONSOLE.listRuns, { query: { which: 'todo' } });
  expect(items.find(({ id }) => id === params.id)).toMatchObject({ toPrint: 1, waiting: 2 });
  expect(await listed('pile')).toEqual([[0, 'frozen']]);
  expect(new Set((await listed('waiting')).map(([which]) => which))).toEqual(new Set([1, 2]));
  expect(await stateOnCustomersPage(0)).toBe('frozen');
  expect(await stateOnCustomersPage(1)).toBe('waiting');
});

test('once it is printed, nothing is left to print until the next renewal is paid', async () => {
  const { run, printed } = await clerk.call(CONSOLE.printRunNow, { params });
  expect(run).toMatchObject({ state: 'printed', toPrint: 0, waiting: 2, pieces: { frozen: 1, waiting: 2 } });
  expect(printed.newest).toMatchObject({ number: 1, lastNumber: 1 });
  await pay(1);
  expect(await runOf()).toMatchObject({ toPrint: 1, waiting: 1, pieces: { frozen: 2, waiting: 1 } });
  expect(await listed('pile')).toEqual([
    [0, 'frozen'],
    [1, 'frozen'],
  ]);
});

test('a paid letter whose address is in doubt is set aside at once, and can be decided', async () => {
  await pay(2);
  expect(await runOf()).toMatchObject({ toPrint: 1, waiting: 0, pieces: { frozen: 2, set_aside: 1 } });
  expect(await listed('set_aside')).toEqual([[2, 'set_aside']]);
  const { items } = await clerk.call(CONSOLE.listRunPieces, { params, query: { which: 'set_aside' } });
  await clerk.call(CONSOLE.resolveSetAside, { params: { id: items[0]?.id ?? '' }, body: { kind: 'send' } });
  expect(await runOf()).toMatchObject({ toPrint: 2, pieces: { frozen: 3 } });
  const { printed } = await clerk.call(CONSOLE.printRunNow, { params });
  expect(printed.newest).toMatchObject({ number: 2, firstNumber: 2, lastNumber: 3 });
  expect(await runOf()).toMatchObject({ toPrint: 0, waiting: 0, pieces: { frozen: 3 } });
});
