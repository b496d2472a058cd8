import { describe, expect, test } from 'vitest';
import { editAtStripe, endSubscriptionsAfterEach, letAMonthPass } from '../../../../test/builders/months.ts';
import { queuedEmails } from '../../../../test/clients/mailbox.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { API } from '../../../contract/api.ts';

const shop = await startShop();
endSubscriptionsAfterEach(shop);

async function subscriber(): Promise<{ user: Shopper; stripeId: string }> {
  const user = await shop.signUp();
  const { subscriptionId: stripeId } = await user.buy();
  await shop.sandbox.webhooksDelivered();
  return { user, stripeId };
}

async function monthsPaid(user: Shopper): Promise<number | undefined> {
  return (await user.call(API.getAccount)).subscriptions[0]?.monthsPaid;
}

async function paidCents(user: Shopper): Promise<number> {
  const { invoices } = await user.call(API.listInvoices);
  return invoices.reduce((sum, { status, totalCents }) => sum + (status === 'paid' ? totalCents : 0), 0);
}

describe('a month is paid by an invoice of a period', () => {
  test('so a one-off invoice is money and pays no month', async () => {
    const { user, stripeId } = await subscriber();
    await editAtStripe(shop, `subscriptions/${stripeId}`, { edit: 'one_off_invoice', amount: 500 });
    expect([await monthsPaid(user), await paidCents(user)]).toEqual([1, 2000]);
  });

  test('so the difference that a changed quantity or price costs is money and pays no month', async () => {
    const { user, stripeId } = await subscriber();
    const changed = { edit: 'quantity', quantity: 2, proration: 'always_invoice' };
    await editAtStripe(shop, `subscriptions/${stripeId}`, changed);
    expect([await monthsPaid(user), await paidCents(user)]).toEqual([1, 3000]);
    const raised = { edit: 'price', unit_amount: 2000, proration: 'always_invoice' };
    await editAtStripe(shop, `subscriptions/${stripeId}`, raised);
    expect([await monthsPaid(user), await paidCents(user)]).toEqual([1, 4000]);
  });

  test('so a plan that is switched by hand to a yearly price pays twelve', async () => {
    const { user, stripeId } = await subscriber();
    const yearly = { edit: 'price', unit_amount: 15_300, interval: 'year', proration: 'none' };
    await editAtStripe(shop, `subscriptions/${stripeId}`, yearly);
    expect([await monthsPaid(user), await paidCents(user)]).toEqual([12, 16_800]);
  });

  test('so a trial pays no month, though Stripe draws up an invoice for it', async () => {
    const { user, stripeId } = await subscriber();
    await editAtStripe(shop, `subscriptions/${stripeId}`, { edit: 'trial', days: 30 });
    expect(await monthsPaid(user)).toBe(1);
  });

  test('also when a discount leaves nothing to pay', async () => {
    const { user, stripeId } = await subscriber();
    await editAtStripe(shop, `subscriptions/${stripeId}`, { edit: 'add_discount', percent_off: 100 });
    await letAMonthPass(shop, user);
    expect([await monthsPaid(user), await paidCents(user)]).toEqual([2, 1500]);
  });

  test('and the receipt of a renewal numbers it among those', async () => {
    const { user, stripeId } = await subscriber();
    await editAtStripe(shop, `subscriptions/${stripeId}`, { edit: 'one_off_invoice' });
    await letAMonthPass(shop, user);
    const [receipt] = await queuedEmails(shop.ctx, { recipient: user.email, dedupeKey: 'renewal-receipt:%' });
    expect(receipt?.data).toMatchObject({ charge: 2, amountCents: 1500 });
  });
});

describe('what was charged besides the months', () => {
  test('is listed as an adjustment, and its receipt has the words of Stripe', async () => {
    const { user, stripeId } = await subscriber();
    const extra = { edit: 'one_off_invoice', amount: 500, description: 'A second magnifying glass' };
    await editAtStripe(shop, `subscriptions/${stripeId}`, extra);
    const { invoices } = await user.call(API.listInvoices);
    const [adjustment] = invoices.filter(({ isAdjustment }) => isAdjustment);
    expect([invoices.length, adjustment?.totalCents]).toEqual([2, 500]);
    const receipt = await user.call(API.getReceipt, { params: { id: adjustment?.id ?? '' } });
    expect(receipt.lines).toMatchObject([{ description: 'A second magnifying glass', cents: 500 }]);
  });

  test('and the receipt of a month for several copies says how many', async () => {
    const { user, stripeId } = await subscriber();
    await editAtStripe(shop, `subscriptions/${stripeId}`, { edit: 'quantity', quantity: 2, proration: 'none' });
    await letAMonthPass(shop, user);
    const [newest] = (await user.call(API.listInvoices)).invoices;
    const receipt = await user.call(API.getReceipt, { params: { id: newest?.id ?? '' } });
    expect(receipt.lines).toMatchObject([{ description: '2 × Season One, Monthly plan', cents: 3000 }]);
  });
});

describe('quantity and discounts set at Stripe', () => {
  test('are found by comparing when no event told of them', async () => {
    const { user, stripeId } = await subscriber();
    shop.webhooks.hold();
    await editAtStripe(shop, `subscriptions/${stripeId}`, { edit: 'quantity', quantity: 3, proration: 'none' });
    shop.webhooks.lose();
    shop.webhooks.pass();
    await reconcile(shop.ctx);
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ costCents: 4500 }]);
  });

  test('are in what the next charge is said to be, and in what it takes', async () => {
    const { user, stripeId } = await subscriber();
    await editAtStripe(shop, `subscriptions/${stripeId}`, { edit: 'quantity', quantity: 2, proration: 'none' });
    const discount = { edit: 'add_discount', percent_off: 20, duration: 'forever' };
    await editAtStripe(shop, `subscriptions/${stripeId}`, discount);
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ costCents: 2400 }]);
    await letAMonthPass(shop, user);
    expect(await paidCents(user)).toBe(1500 + 2400);
  });
});
