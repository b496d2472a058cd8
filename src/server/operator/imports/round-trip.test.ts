import { expect, test } from 'vitest';
import { uploadImport } from '../../../../test/builders/import-files.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { workAtImport } from './work.ts';

const shop = await startShop();
const other = await startShop();

test('another shop imports the exported list of subscribers', async () => {
  const user = await shop.signUp();
  await user.buy();
  await shop.sandbox.webhooksDelivered();
  const clerk = await hireOperator(shop);
  const [line] = (await clerk.call(CONSOLE.listSubscriptions)).items;
  const headers = { authorization: `Bearer ${clerk.accessToken}`, accept: 'text/csv' };
  const exported = await (await fetch(`${shop.siteUrl}/api/operator/subscriptions`, { headers })).text();
  const owner = await hireOperator(other);
  const dryRun = async (text: string) => {
    const id = await uploadImport(owner, 'subscribers.csv', text);
    await workAtImport(other.ctx, id);
    const [row] = (await owner.call(CONSOLE.listImportRows, { params: { id } })).items;
    return { ...(await owner.call(CONSOLE.getImport, { params: { id } })), row };
  };
  expect(await dryRun(exported)).toMatchObject({
    state: 'checked',
    rows: 1,
    row: { email: user.email, problem: 'stripe_subscription_id: Stripe doesn’t know this subscription' },
  });
  const withoutStripe = exported.replaceAll(/\b(cus|sub)_\w+/g, '');
  expect(await dryRun(withoutStripe)).toMatchObject({
    state: 'checked',
    ready: 1,
    row: { plan: 'monthly', lettersReceived: 0, paidThrough: newYorkDate(new Date(line?.nextChargeAt ?? '')) },
  });
});
