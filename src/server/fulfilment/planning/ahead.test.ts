import { afterAll, expect, test } from 'vitest';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { saveRate } from '../postage/rates.ts';
import { readPlannedPostage } from '../postage/run-postage.ts';
import { planRun } from './plan.ts';

const fulfilment = await openFulfilment('2026-11-02T15:00:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const RATE = {
  zone: 'United States',
  countries: ['US'],
  validFrom: '2026-07-12',
  oneOunceCents: 82,
  twoOuncesCents: null,
  threeOuncesCents: null,
  nonmachinableCents: 0,
  giftsNonmachinable: false,
} as const;

async function planned(nominalOn: CalendarDate) {
  const run = await planRun(ctx, (await fulfilment.friday(nominalOn)).id, null);
  return run.plan?.due;
}

test('a Friday opened ahead forecasts the letters that follow those of the open Fridays before it, and their postage', async () => {
  const address = { country: 'CA', postalCode: 'K1A 0B1', city: 'Ottawa', stateProvince: 'ON' };
  await addSubscriber(db, { serviceStart: '2026-09-01', paid: 2, mailedOn: ['2026-09-02', '2026-10-09'] });
  await addSubscriber(db, { serviceStart: '2026-10-15', planType: 'annual', address, mailedOn: ['2026-10-16'] });
  await fulfilment.friday('2026-06-12');
  expect(await planned('2026-11-13')).toEqual({ 2: 1, 3: 1 });
  expect(await planned('2026-11-27')).toEqual({ 3: 1, 4: 1 });
  expect(await planned('2026-12-11')).toEqual({ 4: 1, 5: 1 });
  await saveRate(ctx, RATE, { operator: 'clerk', operatorId: null, note: null });
  const { plan } = await fulfilment.friday('2026-12-11');
  expect(await readPlannedPostage(db, plan?.pieces ?? [], '2026-12-11')).toMatchObject({
    letters: 2,
    sheets: expect.any(Number) as number,
    postage: {
      totalCents: 82,
      lines: [
        { pieces: 1, cents: 82 },
        { pieces: 1, cents: null },
      ],
    },
  });
  const { id } = await fulfilment.friday('2026-11-13');
  fulfilment.now = new Date('2026-11-13T15:00:00Z');
  expect(await fulfilment.freeze(id)).toMatchObject({ state: 'frozen', plan: { due: { 2: 1, 3: 1 } } });
  expect(await planned('2026-11-27')).toEqual({ 3: 1, 4: 1 });
  expect(await planned('2026-11-13')).toEqual({ 2: 1, 3: 1 });
});
