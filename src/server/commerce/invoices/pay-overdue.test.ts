import { expect, test } from 'vitest';
import { editAtStripe, letAMonthPass } from '../../../../test/builders/months.ts';
import { queuedEmails } from '../../../../test/clients/mailbox.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';

const shop = await startShop({ throughProxy: true });

test('what was paid of two overdue renewals is told, also when another user has seen to the second', async () => {
  const user = await shop.signUp();
  const [first, second] = [await user.buy(), await user.buy({ buyAnother: true })];
  const [failing, good] = await Promise.all(
    ['pm_card_chargeCustomerFail', 'pm_card_visa'].map((card) =>
      shop.stripe.paymentMethods.attach(card, { customer: first.customerId }),
    ),
  );
  const chargedTo = async (card: string) => {
    for (const { subscriptionId } of [first, second])
      await shop.stripe.subscriptions.update(subscriptionId, { default_payment_method: card });
  };
  await chargedTo(failing?.id ?? '');
  await letAMonthPass(shop, user);
  await chargedTo(good?.id ?? '');
  const [open] = (await shop.stripe.invoices.list({ subscription: second.subscriptionId, status: 'open' })).data;
  const pay = new RegExp(`POST /v1/invoices/${open?.id}/pay`);
  const voided = shop.proxy.ambush(pay, 'before', async () => {
    await shop.stripe.invoices.voidInvoice(open?.id ?? '');
    return 'go on';
  });
  expect(await user.call(API.payOutstanding)).toMatchObject({ outcome: 'paid' });
  await voided;
  expect(await user.call(API.payOutstanding)).toMatchObject({ outcome: 'nothing_due' });
});

test('an open invoice that was made by hand is not what an overdue renewal is said to cost, and is not paid with it', async () => {
  const user = await shop.signUp();
  const { subscriptionId, customerId } = await user.buy();
  const [failing, good] = await Promise.all(
    ['pm_card_chargeCustomerFail', 'pm_card_visa'].map((card) =>
      shop.stripe.paymentMethods.attach(card, { customer: customerId }),
    ),
  );
  await shop.stripe.subscriptions.update(subscriptionId, { default_payment_method: failing?.id ?? '' });
  await editAtStripe(shop, `subscriptions/${subscriptionId}`, { edit: 'one_off_invoice', amount: 500 });
  await letAMonthPass(shop, user);
  await editAtStripe(shop, `subscriptions/${subscriptionId}`, { edit: 'one_off_invoice', amount: 700 });
  const [email] = await queuedEmails(shop.ctx, { recipient: user.email, dedupeKey: 'payment-failed:%' });
  expect(email?.data).toMatchObject({ amountCents: 1500 });
  expect(await queuedEmails(shop.ctx, { recipient: user.email, dedupeKey: 'payment-failed:%' })).toHaveLength(1);
  await shop.stripe.subscriptions.update(subscriptionId, { default_payment_method: good?.id ?? '' });
  expect(await user.call(API.payOutstanding)).toMatchObject({ outcome: 'paid' });
  const { data: open } = await shop.stripe.invoices.list({ subscription: subscriptionId, status: 'open' });
  expect(open.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([500, 700]);
});
