import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { getAccount } from '../src/contract/account.ts';
import { addDays, type CalendarDate } from '../src/domain/calendar-date.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { subscriptions } from '../src/server/commerce/schema.ts';
import { linkCustomer } from '../src/server/commerce/payments/customers.ts';
import { payerAt } from '../test/clients/payer.ts';
import { handOverLetters } from '../test/builders/subscribers.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { sandbox } from './checkout.ts';
import { enrol, type TestUser, type Session } from './users.ts';
import { type OpenShop, sharedShop } from './shops.ts';

/** A stranger with an account and a monthly season, paid for as the payment page does (`purchase.spec.ts` walks it). */
export async function subscribe(page: Page): Promise<TestUser & Session> {
  const user = await enrol(page);
  await shopperOf(user).buy();
  return user;
}

const HOUR_SECONDS = 3600;

/** The same, a month and two hours later by the provider's clock; the card has paid once and is refused ever since. */
export async function subscribeOverdue(page: Page, db: Database): Promise<TestUser & Session> {
  const user = await enrol(page);
  const stripe = sandbox();
  const now = Math.floor(Date.now() / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now });
  const { id: customer } = await stripe.customers.create({
    email: user.email,
    test_clock: clock.id,
    metadata: { user_id: user.userId },
  });
  await linkCustomer(db, user.userId, customer);
  const { subscriptionId } = await shopperOf(user).buy();
  const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const { items } = await stripe.subscriptions.update(subscriptionId, { default_payment_method: card });
  // The provider charges an hour after the period has begun.
  const renewal = (items.data[0]?.current_period_end ?? now) + 2 * HOUR_SECONDS;
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: renewal });
  await expect(async () => {
    const { subscriptions } = await shopperOf(user).call(getAccount);
    expect(subscriptions).toMatchObject([{ pastDue: true }]);
  }).toPass();
  return user;
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

/** Calls the API as that person's browser would. */
export function shopperOf(user: Pick<TestUser, 'email'> & Session, shop: OpenShop = sharedShop()): Shopper {
  return Shopper.withSession({ siteUrl: shop.url, payer: payerAt(shop.sandboxUrl) }, user);
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
