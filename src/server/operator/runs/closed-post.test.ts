import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addPrintedBatch } from '../../../../test/builders/printer-batch.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { freezeRun } from '../../fulfilment/freeze.ts';
import { planMailing } from '../../fulfilment/timetable.ts';

// Sunday, November 28, 2027, after Thanksgiving.
const shop = await startShop();
shop.clock.advance((Date.parse('2027-11-28T17:00:00Z') - shop.clock.now().getTime()) / 1_000);
let clerk: Shopper;

const refusal = (message: string) => ({ status: 400, code: 'validation_failed', message });

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

test('a hand-over on a day on which the post is closed is refused, and names the next day', async () => {
  const { runId } = await addPrintedBatch(shop.ctx.db, 2, '2027-11-24');
  const params = { id: runId };
  const handOver = (on: string | null) => clerk.call(CONSOLE.handOverRun, { params, body: { on } });
  const sunday = 'The post is closed on November 28, 2027, a Sunday. It takes letters again on November 29, 2027.';
  for (const on of [null, '2027-11-28']) await expect(handOver(on)).rejects.toMatchObject(refusal(sunday));
  await expect(handOver('2027-11-25')).rejects.toMatchObject(
    refusal('The post is closed on November 25, 2027, Thanksgiving Day. It takes letters again on November 26, 2027.'),
  );
  const { printed } = await clerk.call(CONSOLE.getRun, { params });
  expect(printed.postDay).toBe('2027-11-27');
  expect(await handOver(printed.postDay)).toMatchObject({
    pieces: 2,
    detail: { run: { state: 'handed_over' }, printed: { undispatched: 0 } },
  });
});

test('a run whose letters all wait for a payment can be closed on any day', async () => {
  const mailedOn = ['2027-10-08', '2027-10-22'] as const;
  await addSubscriber(shop.ctx.db, { serviceStart: '2027-10-01', paid: 1, mailedOn });
  const { id } = await planMailing(shop.ctx, { kind: 'friday', nominalOn: '2027-11-26' }, 'clerk');
  await freezeRun(shop.ctx, id, 'clerk');
  const { detail } = await clerk.call(CONSOLE.handOverRun, { params: { id }, body: { newest: 0 } });
  expect(detail.run).toMatchObject({ state: 'handed_over', handedOverOn: null });
});
