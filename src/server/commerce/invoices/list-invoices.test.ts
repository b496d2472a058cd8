import { describe, expect, test } from 'vitest';
import { giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { queuedEmails } from '../../../../test/clients/mailbox.ts';
import { API } from '../../../contract/api.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';

const shop = await startShop();
const BUREAU = { ...HARBOR_ADDRESS, fullName: 'Bureau of Lost Post', addressLine2: 'Room 9' };

describe('the billing address', () => {
  test('is nothing at first, then what was saved, to the letter', async () => {
    const user = await shop.signUp();
    expect(await user.call(API.getBillingAddress)).toEqual({ address: null });
    expect(await user.call(API.saveBillingAddress, { body: BUREAU })).toEqual({ address: BUREAU });
    expect(await user.call(API.getBillingAddress)).toEqual({ address: BUREAU });
  });

  test.each(['101', 'none'])('may be in a country that has no code with us, its postal code %s', async (postalCode) => {
    const user = await shop.signUp();
    const address = { ...BUREAU, country: 'OTHER', countryName: 'Iceland', postalCode };
    await user.call(API.saveBillingAddress, { body: BUREAU });
    expect(await user.call(API.saveBillingAddress, { body: address })).toEqual({ address });
  });

  test('is checked as every address is', async () => {
    const user = await shop.signUp();
    await expect(
      user.call(API.saveBillingAddress, { body: { ...BUREAU, postalCode: 'nowhere' } }),
    ).rejects.toMatchObject({ status: 400, fields: { postalCode: expect.any(String) } });
  });
});

describe('invoices', () => {
  test('are listed newest first', async () => {
    const user = await shop.signUp();
    await user.buy();
    await letAMonthPass(shop, user);
    const { invoices, next } = await user.call(API.listInvoices);
    expect(next).toBeNull();
    expect(invoices).toMatchObject([
      {
        status: 'paid',
        totalCents: 1500,
        refundedCents: 0,
        seasonName: 'Season One',
        planType: 'monthly',
        giftFor: null,
      },
      { status: 'paid', totalCents: 1500, refundedCents: 0, seasonName: 'Season One', planType: 'monthly' },
    ]);
    expect(invoices[0]?.issuedAt.localeCompare(invoices[1]?.issuedAt ?? '')).toBe(1);
  });

  test('of a gift name its recipient, on the receipt too', async () => {
    const giver = await shop.signUp();
    await giveGift(giver, inDays(shop, 3));
    const { given } = await giver.call(API.listGifts);
    const giftFor = given[0]?.recipientName ?? 'nobody';
    const { invoices } = await giver.call(API.listInvoices);
    expect(invoices).toMatchObject([{ giftFor }]);
    const receipt = await giver.call(API.getReceipt, { params: { id: invoices[0]?.id ?? '' } });
    expect(receipt.lines).toMatchObject([{ description: `Season One, Monthly plan, a gift to ${giftFor}` }]);
  });

  test('come twenty at a time, and reading on misses none', async () => {
    const user = await shop.signUp();
    for (let bought = 0; bought < 22; bought++) await user.buy({ buyAnother: true });
    const first = await user.call(API.listInvoices);
    const second = await user.call(API.listInvoices, { query: { after: first.next ?? '' } });
    expect([first.invoices.length, second.invoices.length, second.next]).toEqual([20, 2, null]);
    expect(new Set([...first.invoices, ...second.invoices].map(({ id }) => id)).size).toBe(22);
  });

  test('after another user’s invoice there are none', async () => {
    const [user, other] = [await shop.signUp(), await shop.signUp()];
    await Promise.all([user.buy(), other.buy()]);
    const [theirs] = (await other.call(API.listInvoices)).invoices;
    expect(await user.call(API.listInvoices, { query: { after: theirs?.id ?? '' } })).toEqual({
      invoices: [],
      next: null,
    });
  });
});

test('a receipt says everything a receipt has to say', async () => {
  const user = await shop.signUp();
  const promotionCodeId = await shop.promotion({ percent_off: 20, duration: 'once' });
  await user.call(API.saveBillingAddress, { body: BUREAU });
  await user.buy({ promotionCodeId });
  const [invoice] = (await user.call(API.listInvoices)).invoices;
  const receipt = await user.call(API.getReceipt, { params: { id: invoice?.id ?? '' } });
  const today = newYorkDate(shop.clock.now());
  expect(receipt).toMatchObject({
    number: invoice?.number,
    status: 'paid',
    seller: { lines: [...shop.ctx.config.seller], email: 'support@deadletter.example' },
    buyer: {
      name: 'Bureau of Lost Post',
      email: user.email,
      addressLines: ['1 Gannet Row', 'Room 9', 'Wick Harbor, ME, 04614', 'United States'],
    },
    lines: [{ description: 'Season One, Monthly plan', from: today, cents: 1500 }],
    subtotalCents: 1500,
    discountCents: 300,
    totalCents: 1200,
    paidCents: 1200,
    refunds: [],
    card: { brand: 'visa', last4: '4242' },
  });
});

test('a receipt has the billing name and a country without a code, as they stood when it was made out', async () => {
  const user = await shop.signUp();
  await user.buy();
  const address = { ...BUREAU, country: 'OTHER', countryName: 'Iceland', postalCode: '101' };
  await user.call(API.saveBillingAddress, { body: address });
  await reconcile(shop.ctx);
  // Two purchases within one second would have no order.
  await shop.letPass(60);
  await user.buy({ buyAnother: true });
  const { invoices } = await user.call(API.listInvoices);
  const receipts = await Promise.all(invoices.map(({ id }) => user.call(API.getReceipt, { params: { id } })));
  expect(receipts.map(({ buyer }) => buyer)).toMatchObject([
    { name: 'Bureau of Lost Post', addressLines: ['1 Gannet Row', 'Room 9', 'Wick Harbor, ME, 101, Iceland'] },
    { name: 'Ada Quill', addressLines: [] },
  ]);
});

function day(instant: string | null | undefined): string {
  return newYorkDate(new Date(instant ?? 0));
}

test('charges, "next billing" and receipts of a late evening are New York dates of the same instants', async () => {
  // Half past eleven in New York, on the last day of a month.
  const evening = Date.parse('2027-02-01T04:30:00Z');
  await shop.letPass(Math.round((evening - shop.clock.now().getTime()) / 1_000));
  const user = await shop.signUp();
  await user.buy();
  const [before] = (await user.call(API.getAccount)).subscriptions;
  expect(before).toMatchObject({ startDate: '2027-01-31', sameDay: false });
  await letAMonthPass(shop, user);
  const [renewal] = (await user.call(API.listInvoices)).invoices;
  const receipt = await user.call(API.getReceipt, { params: { id: renewal?.id ?? '' } });
  const days = [receipt.paidAt, receipt.issuedAt, renewal?.issuedAt].map(day);
  expect(new Set([...days, day(before?.currentPeriodEnd)])).toEqual(new Set(['2027-02-28']));
  // By now the clocks of New York have changed: the next charge is April's.
  await user.call(API.cancelSubscription, { params: { id: before?.id ?? '' } });
  const emails = await queuedEmails(shop.ctx, { recipient: user.email });
  const dataOf = (kind: string) => emails.find((email) => email.kind === kind)?.data as Record<string, string>;
  const started = dataOf('subscription-started');
  const invoiceNumber = expect.stringMatching(/./) as string;
  expect(started).toMatchObject({ lastChargeOn: '2027-12-31', sameDay: false, invoiceNumber });
  expect(day(started['paidAt'])).toBe('2027-01-31');
  const { paidThrough, resumableUntil } = dataOf('subscription-cancelled');
  expect([paidThrough, day(resumableUntil)]).toEqual(['2027-04-01', '2027-04-01']);
});
