import { expect, test } from 'vitest';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';

const shop = await startShop({ throughProxy: true });

test('what was paid of two overdue renewals is told, also when somebody else has seen to the second', async () => {
  const person = await shop.signUp();
  const [first, second] = [await person.buy(), await person.buy({ buyAnother: true })];
  const [failing, good] = await Promise.all(
    ['pm_card_chargeCustomerFail', 'pm_card_visa'].map((card) =>
      shop.provider.paymentMethods.attach(card, { customer: first.customerId }),
    ),
  );
  const chargedTo = async (card: string) => {
    for (const { subscriptionId } of [first, second])
      await shop.provider.subscriptions.update(subscriptionId, { default_payment_method: card });
  };
  await chargedTo(failing?.id ?? '');
  await letAMonthPass(shop, person);
  await chargedTo(good?.id ?? '');
  const [open] = (await shop.provider.invoices.list({ subscription: second.subscriptionId, status: 'open' })).data;
  const pay = new RegExp(`POST /v1/invoices/${open?.id}/pay`);
  const voided = shop.proxy.ambush(pay, 'before', async () => {
    await shop.provider.invoices.voidInvoice(open?.id ?? '');
    return 'go on';
  });
  expect(await person.call(API.payOutstanding)).toMatchObject({ outcome: 'paid' });
  await voided;
  expect(await person.call(API.payOutstanding)).toMatchObject({ outcome: 'nothing_due' });
});
