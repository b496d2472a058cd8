import { expect, type Page } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { DEMO_PASSWORD } from '../src/server/operator/demonstration/demo-users.ts';
import { CARDS, enterCard } from './checkout.ts';
import { goToGiftPayment } from './gift-form.ts';
import { shopOf } from './shops.ts';
import { alert, button, field, fill, heading, link, select, type Step, steps, text } from './steps.ts';
import { shopperOf } from './subscriber.ts';
import { whoIs } from './users.ts';

export const refusedSignIn = steps(
  fill('Email', 'nobody@deadletter.example'),
  fill('Password', 'not-the-password', true),
  button('Sign In'),
  alert(),
);

/** The password was right, and the authenticator is asked. */
export async function toSecondStep(page: Page): Promise<void> {
  const code = page.getByLabel('Verification code');
  await expect(code.or(page.getByLabel('Email'))).toBeVisible();
  // A browser that has been here before is asked for the code at once.
  if (await code.isVisible()) return;
  await fill('Email', 'operator@deadletter.example')(page);
  await fill('Password', DEMO_PASSWORD, true)(page);
  await button('Sign In')(page);
  await expect(code).toBeVisible();
}

/** An address in a country that knows no such code, without a street. */
export const refusedAddress = steps(
  select('Country', 'Canada'),
  fill('Street address', ''),
  fill('Postal code', '12345'),
  button('Continue to Payment'),
);

/** What was typed here before is kept; the address known since signup is a good one. */
export const toPayment = steps(
  select('Addresses you have given us', { index: 0 }),
  button('Continue to Payment'),
  field('Card number'),
);

export const withCode = steps(toPayment, fill('Promo code', 'LETTER20'), button('Apply'), text('Promo code applied!'));

/** The card has been refused. */
export const declined = steps(toPayment, payWith(CARDS.declined), alert('Your card was declined.'));

/** A subscriber who has the season already is asked whether a second one is meant. */
export const askedAboutSecond = steps(toPayment, payWith(CARDS.good), text('You already have this season.'));

function payWith(card: string): Step {
  return steps((page) => enterCard(page, card), button('Pay $15.00'));
}

export const toGiftPayment = steps(goToGiftPayment, field('Card number'));

/** All 24 letters, those that have come and those a long way off included. */
export async function unfolded(page: Page): Promise<void> {
  for (const summary of await page.locator('details > summary').all()) await summary.click();
}

/** The global error screen, with a request to quote. */
export async function broken(page: Page): Promise<void> {
  const json = { error: 'The drawer is stuck.', code: 'internal', requestId: 'wick-harbor-1957' };
  await page.route('**/api/addresses', (route) => route.fulfill({ status: 500, json }));
  await page.reload();
  await heading('Something went wrong.')(page);
  await page.unroute('**/api/addresses');
}

/** The season is bought and paid for, and its payer thanked. */
export async function thanked(page: Page): Promise<void> {
  const shopper = shopperOf(await whoIs(page), shopOf(page));
  const { subscriptions } = await shopper.call(getAccount);
  if (subscriptions.length === 0) {
    await shopper.buy();
    await page.reload();
  }
  await text('Thank you. It is too late to turn back now.')(page);
}

/** A user has come back from Google, and where they belong is still being found out. */
export async function settingUp(page: Page): Promise<void> {
  // Answered no more: going elsewhere ends it.
  await page.route('**/api/account', () => undefined, { times: 1 });
  await page.goto('/auth/callback');
  await heading('Setting up your account...')(page);
}

/** A choice of the menu that a subscription has. */
export function managing(choice: string): Step {
  return steps(button('Manage'), (page) => page.getByRole('dialog').getByRole('button', { name: choice }).click());
}

/** The annual season, whose letters are on hold, and two of them go elsewhere. */
export async function awayFromHome(page: Page): Promise<void> {
  const annual = page.getByRole('option', { name: /annual/ });
  await page.getByLabel('Subscription', { exact: true }).selectOption(await annual.textContent());
}

/** The password is about to change, in a session that the server finds too old. */
export async function askedWhoTheyAre(page: Page): Promise<void> {
  const tooOld = { error_code: 'reauthentication_needed', msg: 'This change requires reauthentication' };
  await page.route('**/auth/v1/factors', (route) => route.fulfill({ status: 400, json: tooOld }), { times: 1 });
  await button('Turn On')(page);
  await expect(page.getByRole('dialog', { name: 'Is It You?' }).getByLabel('Your password')).toBeVisible();
}

/** A run of which there is no more than a plan. */
export const toPlannedRun = steps((page) => {
  const planned = page.getByRole('article').filter({ hasText: 'planned' });
  return planned
    .getByRole('link', { name: /^Letters of/ })
    .first()
    .click();
}, heading('The plan'));

/** The address of a letter that was set aside is being corrected. */
export const toCorrection = steps(button('Decide: letter 1 to Björk Jónsdóttir'), (page) =>
  page.getByRole('radio', { name: /Correct the address/ }).check(),
);

/** The file of the subscriber whom `desk.ts` gives a line of everything. */
export const toSubscriber = steps(link(/@wickharbor/), heading('Who it is'));
export const toSubscription = steps(toSubscriber, link(/Season 1/), heading('Money'));
