import { expect, type Page } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import type { Database } from '../src/server/db/database.ts';
import { linkCustomer } from '../src/server/payments/customer.ts';
import { payerAt } from '../test/payer.ts';
import { Shopper } from '../test/shopper.ts';
import { sandbox } from './checkout.ts';
import { enrol, type Person, type Session } from './people.ts';

/** A stranger with an account and a monthly season, paid for as the payment page does (`purchase.spec.ts` walks it). */
export async function subscribe(page: Page): Promise<Person & Session> {
  const person = await enrol(page);
  await shopperOf(person).buy();
  return person;
}

const HOUR_SECONDS = 3600;

/** The same, a month and two hours later by the provider's clock; the card has paid once and is refused ever since. */
export async function subscribeOverdue(page: Page, db: Database): Promise<Person & Session> {
  const person = await enrol(page);
  const stripe = sandbox();
  const now = Math.floor(Date.now() / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now });
  const { id: customer } = await stripe.customers.create({
    email: person.email,
    test_clock: clock.id,
    metadata: { user_id: person.userId },
  });
  await linkCustomer(db, person.userId, customer);
  const { subscriptionId } = await shopperOf(person).buy();
  const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const { items } = await stripe.subscriptions.update(subscriptionId, { default_payment_method: card });
  // The provider charges an hour after the period has begun.
  const renewal = (items.data[0]?.current_period_end ?? now) + 2 * HOUR_SECONDS;
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: renewal });
  await expect(async () => {
    const { subscriptions } = await shopperOf(person).call(getAccount);
    expect(subscriptions).toMatchObject([{ pastDue: true }]);
  }).toPass();
  return person;
}

/** Calls the API as that person's browser would. */
export function shopperOf(person: Person & Session): Shopper {
  const siteUrl = process.env['BASE_URL'] ?? '';
  const payer = payerAt(process.env['SANDBOX_URL'] ?? '');
  return Shopper.withSession({ siteUrl, payer }, person);
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
