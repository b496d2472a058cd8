import { expect, test } from '@playwright/test';
import { createAddress } from '../src/contract/addresses.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { expectAccessible } from './accessibility.ts';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { failAt, shopperOf } from './subscriber.ts';
import { enrol, fillSignup, signIn, signUp, stranger } from './users.ts';

test('every step survives a reload, with what was typed and chosen', async ({ page }) => {
  await signUp(page);
  await page.reload();
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();

  await page.getByLabel('Street address').fill('7 Gaol Lane');
  await page.getByLabel('Country').selectOption('Ireland');
  await page.reload();
  await expect(page.getByLabel('Street address')).toHaveValue('7 Gaol Lane');
  await expect(page.getByLabel('County')).toBeVisible();
  await page.getByLabel('County').fill('Cork');
  await page.getByLabel('Eircode').fill('t12 x70a');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();

  await page.getByRole('radio', { name: /Annual/ }).check();
  await page.getByLabel('Promo code').fill('LETTER20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(payButton(page, '$122.40')).toBeVisible();
  await page.reload();
  await expect(payButton(page, '$122.40')).toBeVisible();
  await expect(page.getByText('T12 X70A')).toBeVisible();
  await enterCard(page, CARDS.good);
  await payButton(page, '$122.40').click();
  await expectThanks(page);
});

test('thanks appear once, for a purchase just made, and comfort @pages', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  await expect(page.getByText('There’s nothing more you need to do.')).toBeVisible();
  const thanks = page.getByText(/Thank you/);
  const isThere = () => expect(page.getByRole('region', { name: 'Mystery Progress' })).toContainText('Status');
  await page.reload();
  await isThere();
  await expect(thanks).toHaveCount(0);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page).toHaveURL(/\/account\/billing$/);
  await page.goBack();
  await isThere();
  await expect(thanks).toHaveCount(0);
  await page.goto('/account?success=true');
  await isThere();
  await expect(thanks).toHaveCount(0);
});

test('every step has a link to the step before, and nothing is lost on the way @pages', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Street address')).toHaveValue('1 Ferry Road');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/season-selection\?season=season-1$/);
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute('href', '/');
  await goToPayment(page);
  await page.goBack();
  await expect(page.getByLabel('Street address')).toHaveValue('1 Ferry Road');
  await page.goForward();
  await expect(payButton(page, '$15.00')).toBeVisible();
});

test('coming back from the payment step finds the address just typed, by whatever way, until it is paid for @pages', async ({
  page,
}) => {
  await signUp(page);
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  const street = page.getByLabel('Street address');
  const goOn = async () => {
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('7 Gaol Lane');
  };
  await street.fill('7 Gaol Lane');
  await goOn();
  // A click without a hover before it, so nothing is prefetched.
  await page.getByRole('link', { name: 'Back', exact: true }).dispatchEvent('click');
  await expect(street).toHaveValue('7 Gaol Lane');
  await goOn();
  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter');
  await expect(street).toHaveValue('7 Gaol Lane');
  await goOn();
  await page.evaluate(() => history.go(-5));
  await expect(page).toHaveURL(/\/shipping\?season=season-1$/);
  await expect(street).toHaveValue('7 Gaol Lane');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  await expect(street).toHaveValue('7 Gaol Lane');
  await goOn();
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);

  await page.goto('/account/subscription');
  await expect(page.getByRole('region', { name: 'Active subscriptions' })).toContainText('7 Gaol Lane');
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('shipping')))).toEqual(
    [],
  );
});

test('the address that is asked for is shown, not another that was being typed @pages', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await page.getByRole('link', { name: 'Change address' }).click();
  const asked = page.url();
  await page.goto('/shipping?season=season-1');
  await page.getByLabel('Street address').fill('7 Gaol Lane');
  await page.goto(asked);
  await expect(page.getByLabel('Street address')).toHaveValue('1 Ferry Road');
  await page.getByLabel('Street address').fill('8 Gaol Lane');
  await page.reload();
  await expect(page.getByLabel('Street address')).toHaveValue('8 Gaol Lane');
  await page.goto('/season-selection');
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  await expect(page.getByLabel('Street address')).toHaveValue('8 Gaol Lane');
});

test('after a purchase the back button does not lead to the paid order @pages', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Where Do Your Letters Go?' })).toBeVisible();
  await expect(page.getByText('You already have this season.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toHaveCount(0);
});

test('an unknown season or address leads to the step before @pages', async ({ page }) => {
  await enrol(page);
  for (const address of ['/shipping', '/shipping?season=season-9', '/shipping?season=season-2']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
  }
  await page.goto('/payment?season=season-1&address=00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL(/\/shipping\?season=season-1$/);
});

test('a visitor may choose a season, signs in on the way, and comes back', async ({ page, context }) => {
  const user = await signUp(page);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/season-selection');
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute('href', '/signup');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const announced = page.getByRole('region').filter({ hasText: 'Coming soon' });
    await expect(announced).toHaveCount(2);
    const heights = await announced.evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
    expect(heights).toEqual([heights[0], heights[0]]);
  }
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await signIn(page, user);
  await expect(page).toHaveURL(/\/shipping\?season=season-1$/);
});

test('a stranger on the way to shipping may sign up instead and comes back too @pages', async ({ page }) => {
  await page.goto('/shipping?season=season-1');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Join the Club' })).toBeVisible();
  await fillSignup(page, stranger());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/shipping\?season=season-1$/);
});

test('the address form speaks the language of the country and names what is missing; what cannot be saved is said and kept', async ({
  page,
  context,
}) => {
  await signUp(page);
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  const goOn = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(goOn).toBeVisible();
  const mend = await failAt(page, '**/api/addresses');
  await goOn.click();
  await expect(page.getByRole('alert')).toContainText('Failed to save shipping address. Please try again.');
  await expect(page.getByRole('alert')).toBeInViewport();
  await mend();
  await context.setOffline(true);
  await goOn.click();
  await expect(page.getByRole('alert')).toContainText('No connection.');
  await expect(page.getByLabel('Street address')).toHaveValue('1 Ferry Road');
  await context.setOffline(false);

  await expect(page.getByLabel('Country').getByRole('option')).toHaveCount(22);
  await page.getByLabel('Country').selectOption('Canada');
  await expect(page.getByLabel('Province')).toBeVisible();
  await page.getByLabel('Postal code').fill('12345');
  await page.getByLabel('Street address').fill('');
  await goOn.click();
  await expect(page.getByText('Enter a street address.')).toBeVisible();
  await expect(page.getByText(/for example B3J 3K5/)).toBeVisible();
  await expect(page.getByLabel('Street address')).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Country').selectOption('Another country');
  await expect(page.getByLabel('Which country?')).toBeVisible();
});

test('a long address is shown whole where one of them is chosen, on a phone too @pages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const addressLine1 = '1234 Northwest Saint Bartholomew-by-the-Sea Memorial Boulevard';
  await shopperOf(await enrol(page)).call(createAddress, { body: { ...HARBOR_ADDRESS, addressLine1 } });
  await page.goto('/shipping?season=season-1');
  const picker = page.getByLabel('Your addresses', { exact: true });
  const height = async () => (await picker.boundingBox())?.height ?? 0;
  const oneLine = await height();
  await picker.selectOption({ label: `Address 2: ${addressLine1}, ${HARBOR_ADDRESS.city}` });
  await expect.poll(height).toBeGreaterThan(2 * oneLine);
});

test('a step whose data cannot be fetched shows the error screen, reports a failure that the server doesn’t know of, and recovers @pages', async ({
  page,
}) => {
  await enrol(page);
  await page.route('**/api/addresses', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  const announced = page.waitForResponse('**/api/failures');
  await page.goto('/shipping?season=season-1');
  await expect(page.getByText(/include the reference [0-9a-f-]{36}\./)).toBeVisible();
  expect((await announced).status()).toBe(200);
  await page.unroute('**/api/addresses');
  await page.route('**/api/addresses', (route) =>
    route.fulfill({ status: 500, json: { error: 'The drawer is stuck.', code: 'internal', requestId: 'r-1957' } }),
  );
  await page.goto('/shipping?season=season-1');
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The drawer is stuck.');
  await expect(page.getByText('r-1957')).toBeVisible();
  await page.unroute('**/api/addresses');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Quill');
});
