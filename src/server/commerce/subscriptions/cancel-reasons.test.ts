import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowOf } from '../../../../test/builders/months.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { cancelReasons } from '../schema.ts';

const shop = await startShop({ workers: true });

async function subscriber() {
  const user = await shop.signUp();
  const { subscriptionId } = await user.buy();
  const { id } = await rowOf(shop, subscriptionId);
  const cancel = (body?: object) => user.call(API.cancelSubscription, { params: { id }, ...(body && { body }) });
  const stored = () => shop.ctx.db.select().from(cancelReasons).where(eq(cancelReasons.subscriptionId, id));
  return { user, id, cancel, stored };
}

test('a canceling customer may say why, which the export and the console show', async () => {
  const { user, id, cancel } = await subscriber();
  const answer = { reason: 'price', comment: 'Two letters for $15.' };
  await Promise.all([cancel(answer), cancel(answer)]);
  expect((await user.call(API.getOwnData)).cancelReasons).toMatchObject([{ subscriptionId: id, ...answer }]);
  const clerk = await hireOperator(shop);
  const month = `${newYorkDate(shop.clock.now()).slice(0, 7)}-01`;
  const { items } = await clerk.call(CONSOLE.listCancelReasonCounts);
  expect(items).toContainEqual({ month, planType: 'monthly', reason: 'price', subscriptions: 1 });
  expect((await clerk.call(CONSOLE.listCancelAnswers)).items).toMatchObject([
    { subscriptionId: id, email: user.email, ...answer },
  ]);
  await expect(user.call(CONSOLE.listCancelReasonCounts)).rejects.toMatchObject({ status: 404 });
  await expect(user.call(CONSOLE.listCancelAnswers)).rejects.toMatchObject({ status: 404 });
});

test('without an answer nothing is stored, and the cancellation stands', async () => {
  const [silent, empty] = [await subscriber(), await subscriber()];
  expect(await silent.cancel()).toMatchObject({ status: 'cancelled' });
  expect(await empty.cancel({ reason: null, comment: '  ' })).toMatchObject({ status: 'cancelled' });
  expect([...(await silent.stored()), ...(await empty.stored())]).toEqual([]);
  const clerk = await hireOperator(shop);
  const reasons = (await clerk.call(CONSOLE.listCancelReasonCounts)).items;
  expect(reasons).toContainEqual(expect.objectContaining({ reason: null, subscriptions: 2 }));
  const churn = (await clerk.call(CONSOLE.listChurn)).items;
  expect(reasons.reduce((sum, { subscriptions }) => sum + subscriptions, 0)).toBe(
    churn.reduce((sum, { asked }) => sum + asked, 0),
  );
});

test('a reason that isn’t on the list is refused by name, and nothing is canceled', async () => {
  const { user, cancel } = await subscriber();
  await expect(cancel({ reason: 'boredom' })).rejects.toMatchObject({ status: 400, fields: { reason: /reasons/ } });
  expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'active' }]);
});

test('resuming deletes the reason', async () => {
  const { user, id, cancel, stored } = await subscriber();
  await cancel({ reason: 'delivery' });
  expect(await stored()).toHaveLength(1);
  await user.call(API.resumeSubscription, { params: { id } });
  expect(await stored()).toEqual([]);
});

test('erasing the account deletes the comment and keeps the reason', async () => {
  const { user, cancel, stored } = await subscriber();
  await cancel({ reason: 'other', comment: 'I am moving to Boston.' });
  await user.call(API.deleteAccount, { body: { password: 'the-tide-knows-1957' } });
  expect(await stored()).toMatchObject([{ reason: 'other', comment: null }]);
});
