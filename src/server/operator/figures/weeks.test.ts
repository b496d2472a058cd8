import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';

const shop = await startShop();
const { db } = shop.ctx;
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

test('the last seven days are shown beside the seven before them', async () => {
  const user = await shop.signUp();
  await user.buy();
  await shop.sandbox.webhooksDelivered();
  const one = { started: 1, cancelled: 0, active: 1, paidCents: 1500, refundedCents: 0, lettersMailed: 0 };
  const none = { ...one, started: 0, active: 0, paidCents: 0 };
  expect(await clerk.call(CONSOLE.getWeeks)).toEqual({ last: one, before: none, countedAt: null });
  const back = sql`interval '8 days'`;
  await db.execute(sql`update subscriptions set created_at = created_at - ${back}`);
  await db.execute(sql`update invoices set paid_at = paid_at - ${back}`);
  expect(await clerk.call(CONSOLE.getWeeks)).toEqual({
    last: { ...none, active: 1 },
    before: one,
    countedAt: null,
  });
});

const stuck = async () => (await clerk.call(CONSOLE.getStuckJobs)).queues;

const job = (name: string, state: string) =>
  db.execute(sql`insert into pgboss.job (name, state, output, start_after)
      values (${name}, ${state}, '{"message": "no paper"}', now() - interval '1 hour')`);

test('jobs that failed for good or are late are listed by their queue, emails apart', async () => {
  expect(await stuck()).toEqual([]);
  await job('work-at-printer', 'failed');
  await job('send-email', 'failed');
  expect(await stuck()).toMatchObject([{ queue: 'work-at-printer', failed: 1, late: 0, error: 'no paper' }]);
  await expect(shop.signUp().then((user) => user.call(CONSOLE.getStuckJobs))).rejects.toMatchObject({ status: 404 });
});
