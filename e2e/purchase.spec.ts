import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { DAY_MAY_DIFFER } from '../src/domain/subscription.ts';
import { expectAccessible } from './accessibility.ts';
import {
  subscriptionsAtStripe,
  CARDS,
  enterCard,
  expectThanks,
  goToPayment,
  payButton,
  sandbox,
  startButton,
} from './checkout.ts';
import { shopperOf, subscribe } from './subscriber.ts';
import { enrol, signUp, signUpByForm } from './users.ts';

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a stranger signs up, buys Season 1 by the month, and sees it in the account', async ({ page }) => {
  const { email } = await signUpByForm(page);
  await goToPayment(page);
  await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked();
  await enterCard(page, CARDS.good);
  expect(await page.evaluate(triedSinks)).toEqual({ markup: 'TypeError', foreign: 'TypeError', stripes: 'taken' });
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  await expect(page.getByText(/We mail letter 1 between/)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  const status = page.getByRole('region', { name: 'Subscription Status' });
  await expect(status).toContainText('Total monthly cost$15.00');
  await expect(status).toContainText(/Auto-renews until .* \(12 months remaining\)/);
  const progress = page.getByRole('region', { name: 'Mystery Progress' });
  await expect(progress).toContainText('0 of 24 letters received');
  await expect(progress).toContainText('StatusActive');
});

/** Tries text as markup and as a script's address, like an attacker; nothing is loaded. */
function triedSinks() {
  const script = document.createElement('script');
  const tries = {
    markup: () => (document.createElement('div').innerHTML = '<b>'),
    foreign: () => (script.src = 'https://js.stripe.com.evil.example/x.js'),
    stripes: () => (script.src = 'https://b.js.stripe.com/v3/fingerprinted/js/x.js'),
  };
  const outcomes = Object.entries(tries).map(([name, sink]) => {
    try {
      return [name, sink() && 'taken'];
    } catch (error) {
      return [name, error instanceof Error ? error.name : 'unknown'];
    }
  });
  return Object.fromEntries(outcomes) as Record<string, string>;
}

test('the annual plan is one payment that expires at the end of its year, and canceling it leads with the refund', async ({
  page,
}) => {
  const { email } = await signUp(page);
  await goToPayment(page);
  await page.getByRole('radio', { name: /Annual/ }).check();
  await expect(page).toHaveURL(/plan=annual/);
  await enterCard(page, CARDS.good);
  await payButton(page, '$153.00').click();

  await expectThanks(page);
  const status = page.getByRole('region', { name: 'Subscription Status' });
  await expect(status).toContainText('Total annual cost$153.00');
  await expect(status).toContainText(/One-time payment, expires on/);
  const { charges } = await subscriptionsAtStripe(email);
  expect(charges.map(({ amount }) => amount)).toEqual([15300]);
  await page.goto('/account/subscription');
  await page.getByRole('button', { name: /^Manage subscription/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  const paragraphs = page.getByRole('dialog').getByRole('paragraph');
  await expect(paragraphs.first()).toContainText('The 30-day guarantee applies');
  await expect(paragraphs.nth(1)).toContainText('has no charges left and doesn’t renew, so canceling changes nothing.');
});

test('a code of 20 % once lowers today’s price and says what follows @pages', async ({ page }) => {
  const { email } = await signUp(page);
  await goToPayment(page);
  await page.getByLabel('Promo code').fill('letter20');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Promo code applied! 20% discount')).toBeVisible();
  await expect(page.getByLabel('Promo code')).toBeFocused();
  await expect(page.getByLabel('Promo code')).toHaveValue('LETTER20');
  await expect(page.getByLabel('Promo code')).not.toBeEditable();
  await expect(page.getByText('Discount LETTER20 (20%)')).toBeVisible();
  await expect(page.getByText('−$3.00')).toBeVisible();
  await expect(page.getByText('then $15.00 per month', { exact: true })).toBeVisible();
  await enterCard(page, CARDS.good);
  await payButton(page, '$12.00').click();

  await expectThanks(page);
  const { charges } = await subscriptionsAtStripe(email);
  expect(charges.map(({ amount }) => amount)).toEqual([1200]);
});

/** Noon in New York in winter: the test never runs past midnight. */
const NOON = new Date('2027-01-15T17:00:00Z');

/** Sets the time in the server's answers; a new `now` changes it. */
async function answerAt(page: Page, now: Date): Promise<{ now: Date }> {
  const server = { now };
  await page.route(/\/api\/(account|addresses|checkout\/config)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: server.now.toUTCString() } });
  });
  return server;
}

test('beside Pay stand today’s charge, how often, how many times, the end by the server’s clock, how to cancel, the guarantee and the Terms @pages', async ({
  page,
}) => {
  const server = await answerAt(page, NOON);
  await signUp(page);
  await goToPayment(page);
  const agreed = page.getByRole('group', { name: 'What you agree to' });
  await expect(agreed).toContainText('Today$15.00, charged to the card you pay with.');
  await expect(agreed).toContainText('Then $15.00 per month. 12 charges in all');
  await expect(agreed).toContainText(
    /The charge on \w+ \d+, \d{4} is the last\. It pays for the last month\. Then the season ends automatically/,
  );
  await expect(agreed).toContainText('To cancelUnder Subscription in your account, at any time.');
  const guarantee = 'Within 30 days of the first mailing you can ask for a full refund, and we’ll give it.';
  await expect(agreed).toContainText(guarantee);
  await expect(agreed).toContainText('By paying, you agree to the points above and to the Terms');
  await expect(agreed.getByRole('link', { name: /Terms/ })).toHaveAttribute('href', '/terms');
  await page.getByText('Annual', { exact: true }).click();
  await expect(agreed).toContainText('Today$153.00, charged to the card you pay with.');
  await expect(agreed).toContainText('Nothing more. This is the one payment for the whole season.');
  await expectAccessible(page);
  await page.getByText('Monthly', { exact: true }).click();
  await expect(agreed).toContainText('Today$15.00');
  const last = /The charge on \w+ \d+, \d{4} is the last/.exec((await agreed.textContent()) ?? '')?.[0] ?? 'none';
  const summary = page.getByRole('region', { name: 'Order summary' });
  const promised = await summary.textContent();
  await page.clock.setFixedTime(new Date(Date.now() - 7 * 86_400_000));
  await page.reload();
  await expect(agreed).toContainText(last);
  await expect.poll(() => summary.textContent()).toBe(promised);
  // 11:30 p.m. in New York's winter; in summer time it would be past midnight.
  server.now = new Date(new Date(NOON).setUTCHours(4, 30));
  await page.reload();
  await expect(agreed).toContainText(`including today’s, to the card you pay with, one a month. ${DAY_MAY_DIFFER}`);
});

/** The full price, and a field for a code with nothing in it and nothing beside it. */
async function expectNoCode(page: Page): Promise<void> {
  const field = page.getByLabel('Promo code');
  await expect(payButton(page, '$15.00')).toBeVisible();
  await expect(field).toBeEditable();
  await expect(field).toHaveValue('');
  await expect(field).toHaveAccessibleDescription('');
  await expect(page.getByText('Please enter a promo code')).toHaveCount(0);
}

test('a promo code is refused in the fixed words, removed again, and leaves the full price', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Please enter a promo code')).toBeVisible();
  await page.getByLabel('Promo code').fill('nothing');
  const apply = page.getByRole('button', { name: 'Apply' });
  const below = page.getByRole('heading', { name: 'Final summary' });
  const place = async () => (await below.boundingBox())?.y ?? 0;
  await page.getByLabel('Promo code').scrollIntoViewIfNeeded();
  await apply.click();
  await expect(page.getByText('Invalid promo code')).toBeVisible();
  await expect(apply).toBeFocused();
  const before = await place();
  await page.getByLabel('Promo code').fill('LETTER20');
  await apply.click();
  await expect(payButton(page, '$12.00')).toBeVisible();
  await expect(page.getByLabel('Promo code')).toBeFocused();
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(2);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(payButton(page, '$12.00')).toBeVisible();

  await page.getByRole('button', { name: 'Remove' }).click();
  await expectNoCode(page);
  await expect(page.getByLabel('Promo code')).toBeFocused();
  for (const removeIn of [
    (button: Locator) => button.press('Enter'),
    (button: Locator) => button.press('Space'),
    (button: Locator) => button.dblclick(),
  ]) {
    await page.getByLabel('Promo code').fill('LETTER20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await removeIn(page.getByRole('button', { name: 'Remove' }));
    await expectNoCode(page);
  }

  const { promotionCodes, coupons } = sandbox();
  const { id: coupon } = await coupons.create({ percent_off: 20, duration: 'once' });
  const code = `LATE${randomUUID().slice(0, 8)}`.toUpperCase();
  const { id } = await promotionCodes.create({ promotion: { type: 'coupon', coupon }, code });
  await page.getByLabel('Promo code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(payButton(page, '$12.00')).toBeVisible();
  await enterCard(page, CARDS.good);
  await promotionCodes.update(id, { active: false });
  await payButton(page, '$12.00').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid promo code' })).toHaveCount(2);
  await expect(page.getByLabel('Promo code')).toBeEditable();
  await expect(page.getByLabel('Promo code')).toHaveAccessibleDescription(
    'Invalid promo code. It is no longer active.',
  );
  await payButton(page, '$15.00').click();
  await expectThanks(page);
});

test('a code of 100 % needs no confirmation and charges nothing', async ({ page }) => {
  const { email } = await signUp(page);
  await goToPayment(page);
  await page.getByLabel('Promo code').fill('ONTHEHOUSE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Nothing is charged today.')).toBeVisible();
  await expect(page.getByText('By pressing Start Subscription, you agree to the points above')).toBeVisible();
  await expect(page.getByText('Then $15.00 per month. 11 charges in all')).toBeVisible();
  await expect(page.getByText('$0.00')).toHaveCount(0);
  await enterCard(page, CARDS.good);
  await startButton(page).click();

  await expectThanks(page);
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await page.getByRole('link', { name: /^Receipt from .*, Nothing was charged$/ }).click();
  await expect(page.getByText('Nothing was charged')).toBeVisible();
  await expect(page.getByText('Amount paid')).toBeVisible();
  const { charges } = await subscriptionsAtStripe(email);
  expect(charges).toEqual([]);
});

test('a declined card is told until plan or code change, and a good one can follow: one subscription, one charge', async ({
  page,
}) => {
  const { email } = await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.declined);
  await payButton(page, '$15.00').click();
  const declined = page.getByRole('alert').filter({ hasText: 'Your card was declined.' });
  await expect(declined).toBeVisible();
  await expect(page.locator(':focus')).toHaveText(
    /Your card was declined\. You haven’t been charged\. Try again or use another card\./,
  );
  await page.getByRole('radio', { name: /Annual/ }).check();
  await expect(declined).toHaveCount(0);
  await page.getByRole('radio', { name: /Monthly/ }).check();
  await expect(payButton(page, '$15.00')).toBeVisible();
  await expect(declined).toHaveCount(0);
  await payButton(page, '$15.00').click();
  await expect(declined).toBeVisible();
  await page.getByLabel('Promo code').fill('PAPERBOY10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(payButton(page, '$13.50')).toBeVisible();
  await expect(declined).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove' }).click();

  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  const { charges, subscriptions } = await subscriptionsAtStripe(email);
  expect(charges).toHaveLength(1);
  expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
});

test('failed 3-D Secure charges nothing and says so; tried again, the card pays once authentication is completed', async ({
  page,
}) => {
  const { email } = await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.asksForAuthentication);
  await payButton(page, '$15.00').click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('alert')).toContainText(/authenticate.+ You haven’t been charged/);
  await expect(page.locator(':focus')).toHaveText(/authenticate/);
  expect((await subscriptionsAtStripe(email)).charges).toEqual([]);

  await payButton(page, '$15.00').click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectThanks(page);
  expect((await subscriptionsAtStripe(email)).charges).toHaveLength(1);
});

test('an incomplete card is named by Stripe and sends nothing; a double click on Pay buys one season', async ({
  page,
}) => {
  const { email } = await signUp(page);
  await goToPayment(page);
  await page.getByLabel('Card number').fill('4242');
  await payButton(page, '$15.00').click();
  await expect(page.getByRole('alert')).toContainText(/incomplete/);
  expect((await subscriptionsAtStripe(email)).subscriptions).toEqual([]);
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').dblclick();
  await expectThanks(page);
  const { charges, subscriptions } = await subscriptionsAtStripe(email);
  expect(charges).toHaveLength(1);
  expect(subscriptions).toHaveLength(1);
});

test('a season already paid for is told before the forms, and sold again only when asked for in so many words', async ({
  page,
}) => {
  const user = await subscribe(page);
  const order = `/payment?season=season-1&address=${(await shopperOf(user).homeAddress()).id}`;
  for (const path of [order, '/shipping?season=season-1', '/season-selection']) {
    await page.goto(path);
    await expect(page.getByText('You already have this season.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See your copy' })).toHaveAttribute('href', '/account/subscription');
    await expect(page.getByRole('button', { name: /^(Pay|Continue)/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Continue with Shipping' })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Buy a second copy' }).click();
  await expect(page.getByText('You’re buying a second copy.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('You’re buying a second copy.')).toBeVisible();
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  expect((await subscriptionsAtStripe(user.email)).charges).toHaveLength(2);
  await expect(page.getByRole('region', { name: 'Subscription Status' })).toContainText('Active subscriptions2');
  const picker = page.getByLabel('Subscription', { exact: true });
  const start = /since \w+ \d+, \d{4}, to 1 Ferry Road, Wick Harbor$/.source;
  await expect(picker.getByRole('option')).toHaveText([
    new RegExp(`^Subscription 1: Season One, monthly, ${start}`),
    new RegExp(`^Subscription 2: Season One, monthly, ${start}`),
  ]);
});

test('a season bought meanwhile in another window is not sold a second time by pressing Pay @pages', async ({
  page,
}) => {
  const user = await enrol(page);
  await page.goto('/season-selection');
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  await shopperOf(user).buy();
  await payButton(page, '$15.00').click();
  await expect(page.getByText('You already have this season.')).toBeVisible();
  expect((await subscriptionsAtStripe(user.email)).charges).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'See your copy' })).toHaveAttribute('href', '/account/subscription');
  await page.getByRole('button', { name: 'Buy a second copy' }).click();
  await expectThanks(page);
});

test('a season bought in another window is told as soon as this one is looked at again @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.goto('/season-selection');
  await goToPayment(page);
  await shopperOf(user).buy();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('You already have this season.')).toBeVisible();
  await expect(payButton(page, '$15.00')).toHaveCount(0);
  await expectAccessible(page);
});

test('without Stripe.js the page says so and can try again; a payment whose recording is cut off is still a payment @pages', async ({
  page,
}) => {
  await signUp(page);
  await page.route('**/_sandbox/stripe.js', (route) => route.abort());
  await goToPayment(page);
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the card form.');
  await page.unroute('**/_sandbox/stripe.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.route('**/api/checkout/settle', (route) => route.abort());
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
});

test('no connection is told as such at Apply and at Pay, nothing is done later, and no order is lost @pages', async ({
  page,
  context,
}) => {
  await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  await page.getByLabel('Promo code').fill('LETTER20');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Promo code')).toHaveAccessibleDescription(/^No connection\./);
  const unreachable = page.getByRole('alert').filter({ hasText: 'No connection.' });
  await expect(unreachable).toHaveCount(1);
  await payButton(page, '$15.00').click();
  await expect(unreachable).toHaveCount(2);
  await context.setOffline(false);
  await page.route('**/functions/v1/create-stripe-subscription', (route) => route.abort());
  await payButton(page, '$15.00').click();
  await expect(unreachable).toHaveCount(2);
  await page.unroute('**/functions/v1/create-stripe-subscription');
  await payButton(page, '$15.00').click();
  await expectThanks(page);
});
