import { expect, type Page } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { DEMO_PASSWORD } from '../src/server/operator/demonstration/demo-users.ts';
import { CARDS, enterCard } from './checkout.ts';
import { goToGiftPayment } from './gift-form.ts';
import { whoIs } from './users.ts';
import { shopOf } from './shops.ts';
import { shopperOf } from './subscriber.ts';

/** Brings a page, once loaded, into a state; as often as it is asked. */
export type PageSetup = (page: Page) => Promise<void>;

/** Presses the first button of that name. */
export function pressing(name: string): PageSetup {
  return (page) => press(page, name);
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
}

/** Somebody who is not known here tries to get in. */
export async function refusedSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@deadletter.example');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await press(page, 'Sign In');
  await expect(page.getByRole('alert')).toBeVisible();
}

/** The password was right, and the authenticator is asked. */
export async function toSecondStep(page: Page): Promise<void> {
  const code = page.getByLabel('Verification code');
  const email = page.getByLabel('Email');
  await expect(code.or(email)).toBeVisible();
  // Whoever has been here before is asked for the code at once.
  if (await code.isVisible()) return;
  await email.fill('operator@deadletter.example');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await press(page, 'Sign In');
  await expect(code).toBeVisible();
}

/** An address in a country that knows no such code, without a street. */
export async function refusedAddress(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('Canada');
  await page.getByLabel('Street address').fill('');
  await page.getByLabel('Postal code').fill('12345');
  await press(page, 'Continue to Payment');
}

/** On to the payment page. */
export async function toPayment(page: Page): Promise<void> {
  // What was typed here before is kept; the address known since signup is a good one.
  await page.getByLabel('Addresses you have given us').selectOption({ index: 0 });
  await press(page, 'Continue to Payment');
  await expect(page.getByLabel('Card number')).toBeVisible({ timeout: 15_000 });
}

/** On to the payment page, where a code has been applied. */
export async function withCode(page: Page): Promise<void> {
  await toPayment(page);
  await page.getByLabel('Promo code').fill('LETTER20');
  await press(page, 'Apply');
  await expect(page.getByText('Promo code applied!')).toBeVisible();
}

/** All 24 letters, those that have come and those a long way off included. */
export async function unfolded(page: Page): Promise<void> {
  for (const summary of await page.locator('details > summary').all()) await summary.click();
}

/** One of the receipts that Billing lists. */
export async function toReceipt(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Receipt/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Receipt/ })).toBeVisible();
}

/** The global error screen, with a request to quote. */
export async function broken(page: Page): Promise<void> {
  const json = { error: 'The drawer is stuck.', code: 'internal', requestId: 'wick-harbor-1957' };
  await page.route('**/api/addresses', (route) => route.fulfill({ status: 500, json }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await page.unroute('**/api/addresses');
}

/** The card has been refused. */
export async function declined(page: Page): Promise<void> {
  await toPayment(page);
  await payWith(page, CARDS.declined);
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
}

/** The season is bought and paid for, and its payer thanked. */
export async function thanked(page: Page): Promise<void> {
  const shopper = shopperOf(await whoIs(page), shopOf(page));
  const { subscriptions } = await shopper.call(getAccount);
  if (subscriptions.length === 0) {
    await shopper.buy();
    await page.reload();
  }
  await expect(page.getByText('Thank you. It is too late to turn back now.')).toBeVisible();
}

/** Whoever has the season already is asked whether a second one is meant. */
export async function askedAboutSecond(page: Page): Promise<void> {
  await toPayment(page);
  await payWith(page, CARDS.good);
  await expect(page.getByText('You already have this season.')).toBeVisible();
}

async function payWith(page: Page, card: string): Promise<void> {
  await enterCard(page, card);
  await press(page, 'Pay $15.00');
}

/** On to the payment page with a gift in hand. */
export async function toGiftPayment(page: Page): Promise<void> {
  await goToGiftPayment(page);
  await expect(page.getByLabel('Card number')).toBeVisible({ timeout: 15_000 });
}

/** Somebody has come back from Google, and it is still being found out where they belong. */
export async function settingUp(page: Page): Promise<void> {
  // Answered no more: going elsewhere ends it.
  await page.route('**/api/account', () => undefined, { times: 1 });
  await page.goto('/auth/callback');
  await expect(page.getByRole('heading', { name: 'Setting up your account...' })).toBeVisible();
}

/** A choice of the menu that a subscription has. */
export function managing(choice: string): PageSetup {
  return async (page) => {
    await press(page, 'Manage');
    await page.getByRole('dialog').getByRole('button', { name: choice }).click();
  };
}

/** A letter that was due is missed. */
export async function missingLetter(page: Page): Promise<void> {
  await unfolded(page);
  await page
    .getByRole('link', { name: /hasn’t come/ })
    .first()
    .click();
}

/** A way out of the entry of a gift that has been given. */
export function following(link: string): PageSetup {
  return (page) => page.getByRole('link', { name: link }).first().click();
}

/** The annual season, whose letters are on hold, and two of them go elsewhere. */
export async function awayFromHome(page: Page): Promise<void> {
  const annual = page.getByRole('option', { name: /annual/ });
  await page.getByLabel('Subscription', { exact: true }).selectOption(await annual.textContent());
}

/** The locks are about to change, in a session that the server finds too old. */
export async function askedWhoTheyAre(page: Page): Promise<void> {
  const tooOld = { error_code: 'reauthentication_needed', msg: 'This change requires reauthentication' };
  await page.route('**/auth/v1/factors', (route) => route.fulfill({ status: 400, json: tooOld }), { times: 1 });
  await pressing('Turn On')(page);
  await expect(page.getByRole('dialog', { name: 'Is It You?' }).getByLabel('Your password')).toBeVisible();
}
