import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { getAccount } from '../src/contract/account.ts';
import { addDays, type CalendarDate, newYorkDate } from '../src/domain/calendar-date.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { subscriptions } from '../src/server/commerce/schema.ts';
import { userProfiles } from '../src/server/customers/schema.ts';
import { linkCustomer } from '../src/server/commerce/payments/customers.ts';
import { handOverLetters } from '../test/builders/subscribers.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { sandbox } from './checkout.ts';
import { enrol, type TestUser, type Session } from './users.ts';
import { inDatabase, sharedShop } from './shops.ts';

/** A stranger with an account and a monthly season, paid for as the payment page does (`purchase.spec.ts` walks it). */
export async function subscribe(page: Page): Promise<TestUser & Session> {
  const user = await enrol(page);
  await shopperOf(user).buy();
  return user;
}

const HOUR_SECONDS = 3600;

/** The same, a month and two hours later by Stripe's clock; the card has paid once and is refused ever since. */
export async function subscribeOverdue(page: Page, db: Database): Promise<TestUser & Session> {
  const user = await enrol(page);
  const stripe = sandbox();
  const now = Math.floor(Date.now() / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now });
  const metadata = { user_id: user.userId };
  const { id: customer } = await stripe.customers.create({ email: user.email, test_clock: clock.id, metadata });
  await linkCustomer(db, user.userId, customer);
  const { subscriptionId } = await shopperOf(user).buy();
  const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const { items } = await stripe.subscriptions.update(subscriptionId, { default_payment_method: card });
  // Stripe charges an hour after the period has begun.
  const renewal = (items.data[0]?.current_period_end ?? now) + 2 * HOUR_SECONDS;
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: renewal });
  await expect(async () => {
    const { subscriptions } = await shopperOf(user).call(getAccount);
    expect(subscriptions).toMatchObject([{ pastDue: true }]);
  }).toPass();
  return user;
}

/** Hands a letter of a user's oldest subscription over as of some days ago; it takes two to five days. */
export async function handOverLetter(email: string, letter: number, daysAgo: number): Promise<void> {
  await inDatabase(sharedShop(), async (db) => {
    const [oldest] = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
      .where(eq(userProfiles.email, email))
      .orderBy(subscriptions.createdAt);
    const day = addDays(newYorkDate(new Date()), -daysAgo);
    await handOverLetters(db, oldest?.id ?? '', [day], { from: letter, takesDays: [2, 5] });
  });
}

/** The whole season has been in the post, two letters a month, and the subscription is what fulfilment makes of it then. */
export async function finishSeason(db: Database, subscriptionId: string): Promise<void> {
  const lastDay: CalendarDate = '2026-10-09';
  const endedAt = new Date(`${lastDay}T16:00:00Z`);
  await handOverLetters(
    db,
    subscriptionId,
    Array.from({ length: 24 }, (_, index) => addDays(lastDay, (index - 23) * 14)),
  );
  await db
    .update(subscriptions)
    .set({ status: 'completed', serviceStart: addDays(lastDay, -350), endedAt, updatedAt: endedAt })
    .where(eq(subscriptions.id, subscriptionId));
}

/** Calls the API as that user's browser would. */
export function shopperOf(user: Session, shop = sharedShop()): Shopper {
  return Shopper.withSession(shop, user);
}

/** Answers calls to that address with a failure of ours, until the returned function is called. */
export async function failAt(page: Page, url: string, status = 500): Promise<() => Promise<void>> {
  const code = status === 503 ? 'payments_unavailable' : 'internal';
  const error = status === 503 ? 'Unable to fetch payment information' : 'The post office is on fire.';
  await page.route(url, (route) => route.fulfill({ status, json: { error, code, requestId: 'test' } }));
  return () => page.unroute(url);
}

/** What the page says came of it stands there, with the focus on it so that it is read out. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator(':focus').filter({ hasText: text })).toBeVisible();
}
