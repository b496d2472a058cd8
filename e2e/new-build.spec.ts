import { expect, test } from '@playwright/test';
import { enrol } from './users.ts';

test('a tab of an earlier build whose files are gone begins anew by itself', async ({ page }) => {
  await enrol(page);
  await page.goto('/account/profile');
  await expect(page.getByLabel('Full name')).toBeVisible();
  let isGone = true;
  let refused = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.route('**/assets/*.js', async (route) => {
    if (!isGone) return await route.continue();
    refused += 1;
    await route.fulfill({ status: 404, contentType: 'text/plain', body: 'No build of ours has such a file.' });
  });
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect.poll(() => isGone).toBe(false);
  expect(refused).toBeGreaterThan(0);
  await expect(page).toHaveURL('/account/billing');
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
});

test('a tab without a connection stays as it is, whatever the pointer passes @pages', async ({ page, context }) => {
  await enrol(page);
  await page.goto('/account/profile');
  await page.getByLabel('Full name').fill('Wendell Crane');
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await page.getByRole('link', { name: 'Billing' }).hover();
  await failed;
  await context.setOffline(false);
  await expect(page.getByLabel('Full name')).toHaveValue('Wendell Crane');
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
});

test('without a connection the account’s pages say so in place, lose nothing typed, and open once it is back', async ({
  page,
  context,
}) => {
  await enrol(page);
  await page.goto('/account/profile');
  const name = page.getByLabel('Full name');
  await name.fill('Wendell Crane');
  await context.setOffline(true);
  for (const tab of ['Subscription', 'Case File', 'Billing']) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Wendell Crane');
  }
  await page.getByRole('link', { name: 'Case File' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'No connection.' }).first();
  for (const tab of ['Case File', 'Subscription', 'Billing']) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(alert).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(alert).toBeVisible();
  await context.setOffline(false);
  const retry = page.getByRole('button', { name: 'Try Again' });
  const billing = page.getByRole('heading', { level: 1, name: 'Billing' });
  // The page may also open by itself.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(billing).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(alert).toHaveCount(0);
});
