import { expect, type Page, test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { linkCustomer } from '../src/server/commerce/payments/customers.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { ACCOUNT_CHANGES_PATH } from '../src/contract/site-paths.ts';
import { WHILE_OVERDUE } from '../src/domain/subscription.ts';
import { expectAccessible } from './accessibility.ts';
import { enterCard, sandbox } from './checkout.ts';
import { enrol } from './users.ts';
import { expectNotice, failAt, shopperOf, subscribe } from './subscriber.ts';

const CARD_CALL = '**/functions/v1/get-payment-method';
const panel = (page: Page, name: string) => page.getByRole('region', { name });

let db: Database;
test.beforeAll(() => {
  db = openDatabase(process.env['DATABASE_URL'] ?? '', { maxConnections: 1 });
});
test.afterAll(() => db.$client.end());

const HOUR_SECONDS = 3600;

/** A subscriber, a month and two hours later by Stripe's clock; the card has paid once and is refused ever since. */
async function subscribeOverdue(page: Page, db: Database): Promise<void> {
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
}

test('without a subscription there is no card to show, which is no error: No subscription found, with Try Again @pages', async ({
  page,
}) => {
  const user = await enrol(page);
  await page.goto('/account/billing');
  await expect(panel(page, 'Payment method')).toContainText('No subscription found');
  await expect(panel(page, 'Payment method').getByRole('alert')).toHaveCount(0);
  const asked = page.waitForResponse('**/api/account');
  await panel(page, 'Payment method').getByRole('button', { name: 'Try Again' }).click();
  expect((await asked).status()).toBe(200);
  await expect(panel(page, 'Invoices and receipts')).toContainText('No invoices yet');
  await expectAccessible(page);
  await page.route(`**${ACCOUNT_CHANGES_PATH}`, (route) => route.abort());
  await page.reload();
  const again = panel(page, 'Payment method').getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  await shopperOf(user).buy();
  await again.click();
  await expect(panel(page, 'Payment method')).toContainText('Visa ending in 4242');
});

test('card and invoices are shown; Stripe’s script comes with the modal, where a card is refused or takes the old one’s place; a receipt prints alone', async ({
  page,
}) => {
  const user = await subscribe(page);
  await page.goto('/account/billing');
  await expect(panel(page, 'Payment method')).toContainText('Visa ending in 4242');
  await expect(panel(page, 'Invoices and receipts')).toContainText('$15.00Paid');
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false);
  await page.getByRole('button', { name: 'Update Payment Method' }).click();
  await enterCard(page, '4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Save Card' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('declined');
  await enterCard(page, '5555 5555 5555 4444');
  await page.getByRole('button', { name: 'Save Card' }).click();
  await expectNotice(page, 'Payment method updated successfully!');
  await expect(panel(page, 'Payment method')).toContainText('Mastercard ending in 4444');

  await test.step('the billing address is kept', async () => {
    const address = panel(page, 'Billing address');
    await expect(address).toContainText('No billing address yet');
    await address.getByRole('button', { name: 'Update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update billing address' });
    await dialog.getByLabel('Full name').fill('Quill & Daughters');
    await dialog.getByLabel('Street address').fill('9 Counting House Lane');
    await dialog.getByLabel('City').fill('Wick Harbor');
    await dialog.getByLabel('State').fill('ME');
    await dialog.getByLabel('ZIP code').fill('04614');
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expectNotice(page, 'Billing address updated successfully!');
    await expect(address).toContainText('9 Counting House Lane');
  });

  await page.getByRole('link', { name: /^Receipt from/ }).click();
  const receipt = panel(page, 'The Dead Letter Club');
  await expect(receipt).toContainText(user.email);
  await expect(receipt).toContainText('Amount paid$15.00');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(receipt).toBeVisible();
});

test('what cannot be loaded is said in the fixed words, and can be tried again @pages', async ({ page }) => {
  await subscribe(page);
  const mend = await failAt(page, CARD_CALL, 503);
  await page.goto('/account/billing');
  const card = panel(page, 'Payment method');
  await expect(card.getByRole('alert')).toContainText('Unable to fetch payment information');
  await expectAccessible(page);
  await mend();
  const mendAgain = await failAt(page, CARD_CALL);
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card.getByRole('alert')).toContainText('Failed to load payment information');
  await mendAgain();
  await page.route(CARD_CALL, (route) => route.fulfill({ json: { success: false, error: 'No payment method found' } }));
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card.getByRole('alert')).toContainText('No payment method found');
  await page.unroute(CARD_CALL);
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card).toContainText('Visa ending in 4242');
});

test('a renewal that is refused is said on each page, tried again from here, and paid with another card', async ({
  page,
}) => {
  await subscribeOverdue(page, db);
  await page.goto('/account');
  await expect(panel(page, 'Subscription Status')).toContainText('Active subscriptions1');
  await expect(panel(page, 'Subscription Status')).toContainText(WHILE_OVERDUE);
  await page.getByRole('link', { name: 'Go to Billing' }).first().click();
  await expect(page).toHaveURL('/account/billing');
  await expect(page.getByRole('button', { name: 'Try the payment again' })).toBeVisible();
  const overdue = page.getByText('A payment is overdue.');
  await expect(overdue).toBeVisible();
  await expect(page.getByRole('main')).toContainText(WHILE_OVERDUE);
  await expect(page.getByRole('main')).toContainText(
    /A payment of \$15\.00 didn’t go through\. We’ll try the card again on \w+ \d+/,
  );
  await expect(panel(page, 'Invoices and receipts').getByRole('link', { name: /^Invoice from/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Try the payment again' }).click();
  await expectNotice(page, /declined/);
  await expect(overdue).toBeVisible();
  await page.getByRole('button', { name: 'Update Payment Method' }).click();
  await enterCard(page, '5555 5555 5555 4444');
  await page.getByRole('button', { name: 'Save Card' }).click();
  await expectNotice(page, 'Payment method updated successfully!');
  await expect(overdue).toBeHidden();
  await expect(panel(page, 'Payment method')).toContainText('Mastercard ending in 4444');
  await expect(panel(page, 'Invoices and receipts').getByRole('link', { name: /^Receipt from/ })).toHaveCount(2);
  await page.goto('/account');
  await expect(panel(page, 'Subscription Status')).toBeVisible();
  await expect(overdue).toBeHidden();
});
