import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper, OrderOptions } from '../../../../test/clients/shopper.ts';
import { addMonths, newYorkDate } from '../../../domain/calendar-date.ts';
import { API } from '../../../contract/api.ts';
import { cardsOnFile } from '../billing-schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { queueBillingReminders } from './billing-reminders.ts';

const shop = await startShop();
const MASTERCARD = '5555555555554444';

async function subscriber(options: OrderOptions = {}): Promise<Shopper> {
  const user = await shop.signUp();
  await user.buy(options);
  await shop.sandbox.webhooksDelivered();
  return user;
}

/** The card expires with the month that lies `months` after this one. */
async function cardExpires(user: Shopper, months: number, card?: string): Promise<void> {
  const [year = 0, month = 0] = addMonths(newYorkDate(shop.clock.now()), months).split('-').map(Number);
  await shop.ctx.db
    .update(cardsOnFile)
    .set({ expYear: year, expMonth: month })
    .where(
      and(eq(cardsOnFile.userId, user.userId), card === undefined ? undefined : eq(cardsOnFile.paymentMethodId, card)),
    );
}

test('whose card expires before the next charge is told once', async () => {
  const [soon, later, annual, cancelled] = [
    await subscriber(),
    await subscriber(),
    await subscriber({ planType: 'annual' }),
    await subscriber(),
  ];
  await cardExpires(soon, 0);
  await cardExpires(later, 2);
  await cardExpires(annual, 0);
  await cardExpires(cancelled, 0);
  const [subscription] = (await cancelled.call(API.getAccount)).subscriptions;
  await cancelled.call(API.cancelSubscription, { params: { id: subscription?.id ?? '' } });
  for (let day = 0; day < 3; day++) await queueBillingReminders(shop.ctx);
  expect(await emailCounts(shop, soon)).toMatchObject({ 'card-expiring': 1 });
  for (const user of [later, annual, cancelled])
    expect(await emailCounts(shop, user)).not.toHaveProperty('card-expiring');
});

test('who pays for two subscriptions with two cards is told of the one that expires, and of nothing else', async () => {
  const user = await subscriber();
  await user.buy({ buyAnother: true, paymentMethodId: await user.payer.newCard(MASTERCARD) });
  await shop.sandbox.webhooksDelivered();
  const before = await shop.ctx.db.select().from(cardsOnFile).where(eq(cardsOnFile.userId, user.userId));
  expect(before.map(({ last4 }) => last4).toSorted()).toEqual(['4242', '4444']);
  const [visa] = before.filter(({ brand }) => brand === 'visa');
  await cardExpires(user, 0, visa?.paymentMethodId);
  for (let day = 0; day < 2; day++) await queueBillingReminders(shop.ctx);
  const isTheirs = and(eq(emailOutbox.recipient, user.email), eq(emailOutbox.kind, 'card-expiring'));
  const notified = await shop.ctx.db.select().from(emailOutbox).where(isTheirs);
  expect(notified.map(({ data }) => data)).toMatchObject([{ card: { brand: 'visa', last4: '4242' }, paysFor: [null] }]);
});

test('a giver whose card expires is told for whom it pays', async () => {
  const giver = await shop.signUp();
  await giveGift(giver, inDays(shop, 3));
  await shop.sandbox.webhooksDelivered();
  await cardExpires(giver, 0);
  await queueBillingReminders(shop.ctx);
  const isTheirs = and(eq(emailOutbox.recipient, giver.email), eq(emailOutbox.kind, 'card-expiring'));
  const [notified] = await shop.ctx.db.select().from(emailOutbox).where(isTheirs);
  const { given } = await giver.call(API.listGifts);
  expect(notified?.data).toMatchObject({ paysFor: [given[0]?.recipientName] });
});

test('whose season is paid in full and ends within the month is told once', async () => {
  const [monthly, annual, giver] = [await subscriber(), await subscriber({ planType: 'annual' }), await shop.signUp()];
  // A gift's letters run from its start, so its giver gets no ending reminder with the charges.
  await giveGift(giver, inDays(shop, 200), { planType: 'annual' });
  for (let month = 1; month < 11; month++) {
    await letAMonthPass(shop);
    await queueBillingReminders(shop.ctx);
  }
  for (const user of [monthly, annual]) expect(await emailCounts(shop, user)).not.toHaveProperty('season-ending');
  await shop.letPass(25 * 86_400);
  await shop.sandbox.webhooksDelivered();
  for (let day = 0; day < 3; day++) await queueBillingReminders(shop.ctx);
  for (const user of [monthly, annual]) expect(await emailCounts(shop, user)).toMatchObject({ 'season-ending': 1 });
  expect(await emailCounts(shop, giver)).not.toHaveProperty('season-ending');
  await monthly.signInAgain();
  expect((await monthly.call(API.getAccount)).subscriptions).toMatchObject([{ monthsPaid: 12, status: 'active' }]);
});
