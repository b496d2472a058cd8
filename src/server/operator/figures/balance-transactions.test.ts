import { expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';

const shop = await startShop();

test('the bookkeeper’s list of a month has each charge, its fee and each refund, and is CSV', async () => {
  const clerk = await hireOperator(shop);
  const customer = await shop.signUp();
  await customer.buy();
  const [charge] = (await shop.stripe.charges.list({ limit: 1 })).data;
  await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 500 });
  const month = newYorkDate(shop.clock.now()).slice(0, 7);
  const { items, next } = await clerk.call(CONSOLE.listBalanceTransactions, { query: { month } });
  expect(next).toBeNull();
  const booked = items.map(({ type, ...cents }) => [type, cents.grossCents, cents.feeCents, cents.netCents].join(' '));
  expect(new Set(booked)).toEqual(new Set(['charge 1500 74 1426', 'refund -500 0 -500']));
  const before = await clerk.call(CONSOLE.listBalanceTransactions, { query: { month: '2020-01' } });
  expect(before.items).toEqual([]);
  const headers = { accept: 'text/csv', authorization: `Bearer ${clerk.accessToken}` };
  const csv = await fetch(`${shop.siteUrl}${CONSOLE.listBalanceTransactions.path}?month=${month}`, { headers });
  expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(3);
  await expect(clerk.call(CONSOLE.listBalanceTransactions, { query: { month: '2026-13' } })).rejects.toMatchObject({
    fields: { month: 'A month, such as 2026-11.' },
  });
});
