import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { enrol, signUp } from './users.ts';

test('an account without a subscription offers one, twice', async ({ page }) => {
  const user = await enrol(page);
  await page.goto('/account');
  const information = page.getByRole('region', { name: 'Account Information' });
  await expect(information).toContainText('Ada Quill');
  await expect(information).toContainText(user.email);
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toHaveAttribute('href', '/season-selection');
  await expect(page.getByRole('link', { name: 'Add Season' })).toHaveAttribute('href', '/season-selection');
});

test('no one signed in: the account leads to sign-in and back', async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount$/);
});

test('an account that cannot be fetched can be tried again', async ({ page }) => {
  await enrol(page);
  await page.route('**/api/account', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/account');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/account');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('region', { name: 'Account Information' })).toBeVisible();
});

test('signing out goes to the front page, and Back does not bring the account back', async ({ page }) => {
  await enrol(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('a session ended elsewhere leads to sign-in instead of an error', async ({ page }) => {
  await enrol(page);
  await page.route('**/api/account', (route) =>
    route.fulfill({ status: 401, json: { error: 'Please sign in.', code: 'not_signed_in', requestId: 'test' } }),
  );
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill({ status: 400, json: { code: 400, error_code: 'session_not_found', msg: 'No Valid Session Found' } }),
  );
  await page.goto('/account');
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount$/);
});

test('a payment that is not recorded yet is waited for, and not paid again', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  let recorded = false;
  await page.route('**/api/account', async (route) => {
    const response = await route.fetch();
    const account = (await response.json()) as object;
    await route.fulfill({ response, json: recorded ? account : { ...account, subscriptions: [] } });
  });
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expect(page.getByText('Thank you. Your payment has gone through.')).toBeVisible();
  await expectAccessible(page);
  recorded = true;
  await expectThanks(page);
});

test('the address of the thank-you alone claims no payment', async ({ page }) => {
  await enrol(page);
  await page.goto('/account?success=true');
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toBeVisible();
  await expect(page.getByText(/Thank you/)).toHaveCount(0);
});
